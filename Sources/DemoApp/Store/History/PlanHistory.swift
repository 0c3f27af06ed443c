/// The periods of the customer's plans that were read for their timelines.
package struct PlanHistory: Equatable, Sendable {
  package let periods: [HistoryEntry]
  /// Whether these are all periods.
  package let isComplete: Bool
  /// Whether the store did not answer, so that these are the periods that the device keeps.
  package let isOffline: Bool

  package init(_ periods: [HistoryEntry], isComplete: Bool = true, isOffline: Bool = false) {
    self.periods = periods
    self.isComplete = isComplete
    self.isOffline = isOffline
  }

  /// Returns these periods with those of the products `ids` that have arrived since they were read; `nil`
  /// if they must be read again.
  func grown(by received: [HistoryEntry], of ids: [String]) -> PlanHistory? {
    guard isComplete, !isOffline else { return nil }
    let new = received.filter { $0.groupID != nil && ids.contains($0.owned.productID) }
    return periods.sorted { $0.owned.transactionID > $1.owned.transactionID }.grown(by: new)
      .map { PlanHistory($0, isComplete: true, isOffline: false) }
  }

  /// These periods, updated by a new reading; known periods stay if the store does not answer.
  func updated(with read: PlanHistory) -> PlanHistory {
    guard read.isOffline else { return read }
    let ids = Set(read.periods.map(\.owned.transactionID))
    return PlanHistory(
      read.periods + periods.filter { !ids.contains($0.owned.transactionID) },
      isComplete: isComplete, isOffline: isOffline)
  }
}

extension Demo {
  /// The known periods of a subscription group, from the history and the data of the timelines; `nil` if
  /// neither was read.
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
