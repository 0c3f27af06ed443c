import Foundation

/// The periods of one subscription group up to one of them, oldest first.
struct PlanPeriods {
  private let entries: [HistoryEntry]
  private let last: Owned
  private let isLastRenewal: Bool

  /// - Parameters:
  ///   - past: Transactions of the group, in any order. Only earlier ones from the same purchaser as
  ///     `last` count.
  ///   - last: The transaction of the latest period.
  init(_ past: [HistoryEntry], upTo last: Owned) {
    self.last = last
    isLastRenewal =
      past.first { $0.owned.transactionID == last.transactionID }?.isRenewal ?? false
    entries =
      past
      .filter { $0.owned.isFamilyShared == last.isFamilyShared }
      .filter { !last.isFamilyShared || $0.owned.originalID == last.originalID }
      .filter { $0.owned.purchaseDate < last.purchaseDate }
      .sorted { ($0.owned.purchaseDate, $0.end) < ($1.owned.purchaseDate, $1.end) }
  }

  /// The date on which the latest series of periods without a gap began.
  var seriesStart: Date {
    var start = last.purchaseDate
    for entry in entries.reversed() {
      guard entry.end(before: start) >= start else { break }
      start = entry.owned.purchaseDate
    }
    return start
  }

  /// Whether there is no gap between the periods, so that one before the first may belong to them.
  var isOneSeries: Bool {
    seriesStart == entries.first?.owned.purchaseDate ?? last.purchaseDate
  }

  /// Each period, and each gap between two periods, at its beginning.
  func stops(_ store: Store) -> [PlanTimeline.Stop] {
    var stops: [PlanTimeline.Stop] = []
    var previous: HistoryEntry?
    let periods = entries.map { (period: $0.owned, entry: $0 as HistoryEntry?) } + [(last, nil)]
    for (period, entry) in periods {
      let isRenewal = entry?.isRenewal ?? isLastRenewal
      if let previous, let gap = previous.gap(before: period, isRenewal: isRenewal) {
        stops.append(gap)
      }
      stops.append(
        PlanTimeline.Stop(
          date: period.purchaseDate, kind: .paid, payment: period.payment,
          word: word(for: period, in: store)))
      stops += extensions(of: period, in: store)
      previous = entry
    }
    return stops
  }

  /// The time by which the App Store extended a period, unless it was refunded or upgraded before.
  private func extensions(of period: Owned, in store: Store) -> [PlanTimeline.Stop] {
    guard period.revocationDate == nil, !period.isUpgraded, !period.isFamilyShared,
      let date = store.regularEnd(of: period)
    else { return [] }
    return [PlanTimeline.Stop(date: date, kind: .extended, word: "extended")]
  }

  /// "free", the amount that was paid, or among several plans the plan's name.
  private func word(for period: Owned, in store: Store) -> String {
    if period.isFamilyShared { return "shared" }
    if period.offer?.isFree == true { return "free" }
    let plans = Set(entries.map(\.owned.productID) + [last.productID])
    let name = plans.count > 1 ? store.name(of: period.productID) : nil
    return name ?? period.price?.text ?? ""
  }
}

extension HistoryEntry {
  /// The date on which the period ended, or would end.
  fileprivate var end: Date {
    let end = owned.expirationDate ?? owned.purchaseDate
    return min(owned.revocationDate ?? end, end)
  }

  /// Whether a refund ended it; a later refund does not change the access.
  private var endedByRefund: Bool { owned.revocationDate != nil && owned.revocationDate == end }

  /// A plan that was upgraded ended when the next one began.
  fileprivate func end(before next: Date) -> Date { owned.isUpgraded ? next : end }

  /// The time without a paid plan before the next period; `nil` if there was none.
  fileprivate func gap(before next: Owned, isRenewal: Bool) -> PlanTimeline.Stop? {
    let end = end(before: next.purchaseDate)
    guard end < next.purchaseDate else { return nil }
    if endedByRefund {
      return PlanTimeline.Stop(date: end, kind: .refunded, word: owned.wordOfRevocation)
    }
    return isRenewal
      ? PlanTimeline.Stop(date: end, kind: .unpaid, word: "not paid")
      : PlanTimeline.Stop(date: end, kind: .ended, word: "no plan")
  }
}

extension Owned {
  fileprivate var payment: PlanTimeline.Stop.Payment {
    guard let offer else { return .regular }
    return offer.isFree ? .trial : .offer
  }
}
