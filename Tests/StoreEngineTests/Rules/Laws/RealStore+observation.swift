import Foundation
import StoreAPI

@testable import StoreEngine

// What the customer sees.
extension RealStore {
  func observation(_ result: Observation.StepResult?) throws -> Observation {
    Observation(
      result: result, entitlements: entitlements,
      unfinished: Set(shop.ledger.transactions.values.filter { !$0.isFinished }.map(\.id.number)),
      plans: try shop.ledger.subscriptions.mapValues(planState))
  }

  /// The entitlements that a device derives from the payloads: each product's latest transaction
  /// that was not refunded, unless it was upgraded or has expired.
  private var entitlements: Set<Int> {
    var latest: [String: LedgerTransaction] = [:]
    for transaction in shop.ledger.transactions.values where transaction.revocation == nil {
      guard let known = latest[transaction.productID], known.id > transaction.id else {
        latest[transaction.productID] = transaction
        continue
      }
    }
    return Set(
      latest.values.map { $0.payload(for: recipient) }
        .filter { $0.type != .consumable && $0.isUpgraded != true }
        .filter { $0.expiresDate.map { shop.now < $0 } ?? true }
        .map(\.transactionId.number))
  }

  private func planState(_ subscription: Subscription) throws -> Observation.PlanState {
    let info = subscription.payload(for: recipient, appAccountToken: nil, in: shop.market)
    return Observation.PlanState(
      product: info.productId, transaction: subscription.transactionID.number,
      next: info.autoRenewProductId, expires: try NaiveTime(info.renewalDate),
      isActive: subscription.isActive,
      end: try info.expirationIntent.map { try Observation.End($0) },
      revoked: try subscription.revocationDate.map { try NaiveTime($0) },
      seriesStart: try NaiveTime(info.recentSubscriptionStartDate),
      usedIntroductoryOffer: subscription.usedIntroductoryOffer)
  }

  private var recipient: Recipient {
    Recipient(bundleID: "com.example.skdemo", appTransactionID: "1", signedDate: shop.now)
  }

  /// All charges, oldest first, read from the payloads.
  var receipts: [Receipt] {
    get throws {
      try shop.transactions.map {
        var receipt = try Receipt($0.payload(for: recipient))
        receipt.returned = cents($0.refunded)
        return receipt
      }
    }
  }
}
