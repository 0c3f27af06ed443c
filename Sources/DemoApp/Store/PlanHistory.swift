/// The periods of the customer's plans that were read for their timelines.
package struct PlanHistory: Equatable, Sendable {
  package let periods: [HistoryEntry]
  /// Whether these are all periods.
  package let isComplete: Bool

  package init(_ periods: [HistoryEntry], isComplete: Bool = true) {
    self.periods = periods
    self.isComplete = isComplete
  }
}

extension Demo {
  /// What is known of the periods of a subscription group, from the history and from what was read for
  /// the timelines; `nil` if neither was read.
  func planHistory(ofGroup groupID: String) -> PlanHistory? {
    guard plans != nil || history != nil else { return nil }
    let read = plans?.periods.filter { $0.groupID == groupID } ?? []
    let ids = Set(read.map(\.owned.transactionID))
    let others = history?.periods(inGroup: groupID) ?? []
    return PlanHistory(
      read + others.filter { !ids.contains($0.owned.transactionID) },
      isComplete: plans?.isComplete == true || history?.isComplete == true)
  }
}
