import Foundation
import StoreAPI
import TestSupport

@testable import OpenStoreKit

/// A text in a test that is not the date that it should be.
struct NoDate: Error {
  let text: String
}

/// The start of a day, UTC: `2026-01-31`.
func date(_ day: String) throws -> Date {
  guard let date = try? Date("\(day)T00:00:00Z", strategy: .iso8601) else {
    throw NoDate(text: day)
  }
  return date
}

extension TransactionPayload {
  /// What a store says of a purchase on 1 January 2026.
  static func sample(
    _ id: UInt64 = 1, of productID: String = "nonconsumable.car", type: StoreAPI.ProductType,
    expires: Date? = nil, quantity: Int = 1
  ) throws -> TransactionPayload {
    let start = try date("2026-01-01")
    return TransactionPayload(
      transactionId: TransactionID(rawValue: id), originalTransactionId: TransactionID(rawValue: 1),
      bundleId: "com.example.skdemo", productId: productID,
      subscriptionGroupIdentifier: type == .autoRenewable ? "G" : nil, purchaseDate: start,
      originalPurchaseDate: start, expiresDate: expires, quantity: quantity, type: type,
      signedDate: start, storefront: "USA", storefrontId: "143441", transactionReason: .purchase,
      currency: "USD", price: 1990, appTransactionId: "7")
  }
}

extension RenewalInfoPayload {
  /// What a store says of a subscription that renews.
  static func sample(productID: String = "subscription.pro") throws -> RenewalInfoPayload {
    let start = try date("2026-01-01")
    return RenewalInfoPayload(
      originalTransactionId: TransactionID(rawValue: 1), productId: productID,
      autoRenewProductId: productID, autoRenewStatus: .on, signedDate: start,
      recentSubscriptionStartDate: start, renewalDate: try date("2026-02-01"),
      appTransactionId: "7")
  }
}

extension Signed {
  /// As if the store had signed it, or, with a fault, somebody else.
  init(_ payload: Payload, fault: SignatureFault? = nil) {
    self.init(jws: "", payload: payload, fault: fault)
  }
}

extension Signed<TransactionPayload> {
  /// As if the store had signed a purchase on 21 January 2026.
  static func sample(
    _ id: UInt64, of productID: String = "nonconsumable.car",
    _ type: StoreAPI.ProductType = .nonConsumable, expires: Date? = nil,
    change: (inout TransactionPayload) -> Void = { _ in }
  ) -> Self {
    var payload = TransactionPayload(
      transactionId: TransactionID(rawValue: id), originalTransactionId: TransactionID(rawValue: 1),
      bundleId: "com.example.skdemo", productId: productID,
      subscriptionGroupIdentifier: type == .autoRenewable ? "G" : nil, purchaseDate: .fixture,
      originalPurchaseDate: .fixture, expiresDate: expires, type: type, signedDate: .fixture,
      storefront: "USA", storefrontId: "143441", transactionReason: .purchase, currency: "USD",
      price: 1990, appTransactionId: "7")
    change(&payload)
    return Signed(jws: "\(id).\(productID)", payload: payload, fault: nil)
  }
}

extension CustomerHoldings.Subscription {
  /// As if the store had said that this period renews.
  static func sample(_ transaction: Signed<TransactionPayload>) -> Self {
    let payload = RenewalInfoPayload(
      originalTransactionId: transaction.payload.originalTransactionId,
      productId: transaction.payload.productId, autoRenewProductId: transaction.payload.productId,
      autoRenewStatus: .on, signedDate: .fixture, recentSubscriptionStartDate: .fixture,
      appTransactionId: "7")
    return Self(
      groupID: "G", transaction: transaction,
      renewalInfo: Signed(jws: "renewal of \(transaction.jws)", payload: payload, fault: nil))
  }

  /// As if the store had signed it.
  init(
    groupID: String, transaction: Signed<TransactionPayload>,
    renewalInfo: Signed<RenewalInfoPayload>
  ) {
    self.init(
      signed: SignedSubscription(
        groupID: groupID, signedTransaction: transaction.jws, signedRenewalInfo: renewalInfo.jws),
      transaction: transaction, renewalInfo: renewalInfo)
  }
}

extension StoreProduct {
  static func sample(
    price: String = "1.99", currency: String = "USD", locale: String = "en_US",
    type: StoreAPI.ProductType = .nonConsumable
  ) -> StoreProduct {
    StoreProduct(
      id: "nonconsumable.car", internalID: "36835F3D", type: type, displayName: "Car",
      description: "A standard five-seater", price: Decimal(string: price) ?? 0,
      currency: currency, locale: locale, isFamilyShareable: false)
  }
}
