import Foundation
import OpenStoreKit

/// A subscription group that the customer has subscribed to, and its decisive status.
package struct PlanGroup: Codable, Equatable, Identifiable, Sendable {
  package let id: String
  /// The best of all statuses of the group.
  package let status: PlanStatus
  /// The customer's own subscription if a family member's is decisive, and the family's if their
  /// own is; `nil` if there was none.
  private(set) var other: PlanStatus?

  /// The plan that the customer has or had last.
  var productID: String { status.renewal.currentProductID }

  /// Looks at every status of every group: a family can have several in one.
  static func groups(of statuses: [PlanStatus], levels: [String: Int]) -> [PlanGroup] {
    Dictionary(grouping: statuses, by: \.groupID)
      .compactMap { id, candidates in
        PlanStatus.best(of: candidates, levels: levels).map { best in
          let others = candidates.filter { $0.isVerified && $0.isShared != best.isShared }
          return PlanGroup(
            id: id, status: best, other: PlanStatus.best(of: others, levels: levels))
        }
      }
      .sorted { $0.id < $1.id }
  }

  /// The status of the same subscription as `chain`, if it is one of the two.
  ///
  /// If family members share several, another one may be the best by now.
  func status(of chain: PlanStatus) -> PlanStatus? {
    status(isShared: chain.isShared).flatMap { status in
      let isSame = status.transaction.originalID == chain.transaction.originalID
      return isSame || !chain.isShared ? status : nil
    }
  }

  /// The customer's own subscription, or the family's, if there was one.
  func status(isShared: Bool) -> PlanStatus? {
    status.isShared == isShared ? status : other
  }
}

extension PlanStatus {
  /// Returns the decisive status: one with access, then the higher level of service (the lower
  /// number), then the customer's own plan, which they manage, then the latest end.
  ///
  /// Among plans that have ended, the one that ended last wins.
  static func best(of statuses: [PlanStatus], levels: [String: Int]) -> PlanStatus? {
    statuses.max { $0.order(levels) < $1.order(levels) }
  }

  private func order(_ levels: [String: Int]) -> (Int, Int, Int, Double, Int) {
    let own = isShared ? 0 : 1
    guard !isOver else { return (min(rank, 1), 0, 0, lastDay.timeIntervalSince1970, own) }
    let level = levels[renewal.currentProductID] ?? .max
    return (rank, -level, own, end.timeIntervalSince1970, 0)
  }

  /// Whether a family member pays for it and manages it.
  var isShared: Bool { transaction.isFamilyShared }
}

extension PlanStatus {
  /// The date on which the period ends or ended.
  var end: Date { transaction.expirationDate ?? .distantPast }

  /// Whether it has ended, and no payment is retried.
  var isOver: Bool { state == .expired || state == .revoked }

  /// The date on which it ended: by its period, or by a refund before that.
  var lastDay: Date { min(transaction.revocationDate ?? end, end) }

  /// The rank of a state: access first, then a payment that is retried, then the past.
  var rank: Int {
    guard isVerified else { return 0 }
    switch state {
    case .subscribed, .inGracePeriod: return 4
    case .inBillingRetryPeriod: return 3
    case .expired: return 2
    default: return 1
    }
  }
}

extension Store {
  /// The groups, each followed by the customer's own plan if they pay for one while a family
  /// member's is decisive.
  package var subscriptions: [PlanGroup] {
    groups.flatMap { group in
      guard group.status.isShared, let own = group.other, !own.isOver else { return [group] }
      return [group, PlanGroup(id: group.id, status: own)]
    }
  }

  /// The subscription whose current or last period this transaction is.
  package func status(of transaction: Owned) -> PlanStatus? {
    subscriptions.map(\.status).first {
      $0.isVerified && $0.transaction.transactionID == transaction.transactionID
    }
  }

  /// Whether it is the customer's own plan beneath a family member's, which is decisive.
  func isBeneath(_ plan: PlanGroup) -> Bool {
    groups.first { $0.id == plan.id }.map { $0.status != plan.status } ?? false
  }

  /// The subscription that the customer pays or paid for, if they have had one in the group.
  package func ownStatus(inGroup id: String?) -> PlanStatus? {
    groups.first { $0.id == id }?.status(isShared: false)
  }

  /// All plans except the customer's present or last ones.
  var otherPlans: [ProductRow] {
    let mine = Set(subscriptions.map(\.productID) + plansWithoutStatus.map(\.productID))
    return plans.filter { !mine.contains($0.id) }
  }
}
