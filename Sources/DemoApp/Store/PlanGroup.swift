import Foundation

/// A subscription group that the customer has subscribed to, and the status that counts.
package struct PlanGroup: Codable, Equatable, Identifiable, Sendable {
  package let id: String
  /// The best of all statuses of the group.
  package let status: PlanStatus

  /// The plan that the customer has or had last.
  var productID: String { status.renewal.currentProductID }

  /// Looks at every status of every group: a family can have several in one.
  static func groups(of statuses: [PlanStatus], levels: [String: Int]) -> [PlanGroup] {
    Dictionary(grouping: statuses, by: \.groupID)
      .compactMap { id, candidates in
        let best = candidates.max { order($0, levels) < order($1, levels) }
        return best.map { PlanGroup(id: id, status: $0) }
      }
      .sorted { $0.id < $1.id }
  }

  /// Service beats no service; among equals the higher level of service (the lower number) wins,
  /// and then what lasts longer.
  private static func order(_ status: PlanStatus, _ levels: [String: Int]) -> (Int, Int, Double) {
    let level = levels[status.renewal.currentProductID] ?? .max
    return (status.rank, -level, status.end.timeIntervalSince1970)
  }
}

extension PlanStatus {
  /// When the period ends or ended.
  var end: Date { transaction.expirationDate ?? .distantPast }

  /// Whether it has ended, and no payment is tried again.
  var isOver: Bool { state == .expired || state == .revoked }

  /// When it ended: by its period, or by a refund before that.
  var lastDay: Date { min(transaction.revocationDate ?? end, end) }

  /// The rank of a state: service first, then a payment that is tried again, then the past.
  var rank: Int {
    guard isVerified else { return 0 }
    switch state {
    case .subscribed, .inGracePeriod: return 4
    case .inBillingRetryPeriod: return 3
    case .expired: return 2
    case .revoked: return 1
    }
  }
}

extension Store {
  /// All plans except those that the customer has or had last, or is offered in place of them.
  var otherPlans: [ProductRow] {
    let mine = Set(groups.map(\.productID) + groups.compactMap(otherPlan))
    return plans.filter { !mine.contains($0.id) }
  }
}
