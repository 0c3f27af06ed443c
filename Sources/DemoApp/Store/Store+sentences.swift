extension Store {
  /// What the customer's plan in a group is and what comes next, as the screens say it.
  package func sentences(about status: PlanStatus) -> [String] {
    StatusText(status: status, store: self).sentences
  }
}
