extension Store {
  /// Returns sentences about the state of the customer's plan and what comes next, as on the
  /// screens.
  package func sentences(about status: PlanStatus) -> [String] {
    StatusText(status: status, store: self).sentences
  }
}
