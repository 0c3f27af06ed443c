import AppStorePayloads
import Foundation
import StoreAPI

@testable import StoreEngine

// The customer's view.
extension RealStore {
  func observation(_ result: Observation.StepResult?) throws -> Observation {
    Observation(
      result: result, entitlements: entitlements,
      unfinished: Set(shop.ledger.transactions.values.filter { !$0.isFinished }.map(\.id.number)),
      plans: try shop.ledger.subscriptions.mapValues(planState))
  }

  /// The entitlements that a device derives from the payloads: each product's latest transaction
  /// that was not refunded, unless it was upgraded or its subscription gives no service.
  private var entitlements: Set<Int> {
    var latest: [String: LedgerTransaction] = [:]
    for transaction in shop.ledger.transactions.values where transaction.revocation == nil {
      guard let known = latest[transaction.productID], known.id > transaction.id else {
        latest[transaction.productID] = transaction
        continue
      }
    }
    let entitling = latest.values.map { $0.payload(for: recipient) }.filter(entitles)
    return Set(entitling.map(\.transactionId.number))
  }

  /// A period with known renewal info gives access according to its status; any other period, until
  /// its end.
  private func entitles(_ transaction: TransactionPayload) -> Bool {
    guard transaction.type == .autoRenewable else { return transaction.type != .consumable }
    guard transaction.isUpgraded != true else { return false }
    let subscription = shop.ledger.subscriptions.values.first {
      $0.transactionID == transaction.transactionId
    }
    guard let subscription else {
      return transaction.expiresDate.map { shop.now < $0 } ?? false
    }
    let info = payload(of: subscription)
    return SubscriptionStatusCode(transaction: transaction, renewalInfo: info, at: shop.now)
      .isEntitled
  }

  private func planState(_ subscription: Subscription) throws -> Observation.PlanState {
    let info = payload(of: subscription)
    let transaction = shop.ledger.current(subscription.transactionID).payload(for: recipient)
    return Observation.PlanState(
      product: info.productId, transaction: subscription.transactionID.number,
      renews: info.autoRenewStatus == .on, next: info.autoRenewProductId,
      expires: try NaiveTime(info.renewalDate),
      status: try Observation.Status(
        SubscriptionStatusCode(transaction: transaction, renewalInfo: info, at: shop.now)),
      isInRetry: info.isInBillingRetryPeriod ?? false,
      graceEnd: try info.gracePeriodExpiresDate.map { try NaiveTime($0) },
      end: try info.expirationIntent.map { try Observation.End($0) },
      revoked: try subscription.revocationDate.map { try NaiveTime($0) },
      renewalCents: info.renewalPrice.map { currency.units(milliunits: $0) },
      isRenewalAnOffer: info.offerType != nil,
      renewalOfferLength: try info.offerPeriod.map(NaiveLength.init),
      priceAnswer: info.priceIncreaseStatus.map { $0 == .agreed },
      winBacks: info.eligibleWinBackOfferIds ?? [],
      seriesStart: try NaiveTime(info.recentSubscriptionStartDate),
      usedIntroductoryOffer: subscription.usedIntroductoryOffer)
  }

  /// The charges on the payment sheet: the next price of each plan whose renewal has failed.
  var shownCharges: [RenewalCharge] {
    shop.ledger.subscriptions.values.filter { $0.isActive && $0.isInBillingRetry }.map(payload)
      .compactMap { info in
        guard let productID = info.autoRenewProductId, let price = info.renewalPrice else {
          return nil
        }
        return RenewalCharge(productID: productID, price: Decimal(milliunits: price))
      }
  }

  /// Turning renewal on, as a device shows it.
  func resumption(of subscription: Subscription) -> CustomerCommand {
    let info = payload(of: subscription)
    return .enableAutoRenew(
      groupID: subscription.groupID, productID: info.autoRenewProductId ?? "",
      price: info.renewalPrice.map(Decimal.init(milliunits:)))
  }

  private func payload(of subscription: Subscription) -> RenewalInfoPayload {
    subscription.payload(for: recipient, appAccountToken: nil, in: shop.snapshot)
  }

  private var recipient: Recipient {
    Recipient(
      bundleID: "com.example.skdemo", appTransactionID: "1", signedDate: shop.now,
      environment: .sandbox)
  }

  /// All charges, oldest first, read from the payloads.
  var receipts: [Receipt] {
    get throws {
      try shop.transactions.map {
        var receipt = try Receipt($0.payload(for: recipient))
        receipt.returned = receipt.currency.units($0.refunded)
        return receipt
      }
    }
  }
}

extension Observation.Status {
  fileprivate init(_ code: SubscriptionStatusCode) throws {
    guard let status = Self(rawValue: code.rawValue) else {
      throw UnexpectedValue(text: "\(code)")
    }
    self = status
  }
}

extension Observation.End {
  fileprivate init(_ intent: ExpirationIntent) throws {
    guard let end = Self(rawValue: intent.rawValue) else {
      throw UnexpectedValue(text: "\(intent)")
    }
    self = end
  }
}
