import AppStorePayloads
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

/// The numbers in the diagram at the head of a source file, before its first numbered rule.
func numbers(drawnIn file: String) throws -> Set<Int> {
  let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/OpenStoreKit")
  let lines = try String(contentsOf: sources.appending(path: file).standardized, encoding: .utf8)
    .split(separator: "\n").prefix { !$0.hasPrefix("// 1.") }
  return Set(lines.flatMap { $0.matches(of: /\d+/).compactMap { Int($0.output) } })
}

extension StoreTime {
  /// The time of a store whose clock was frozen at the fixture's date.
  static func sample(epoch: Int = 1, isFrozen: Bool = true) -> StoreTime {
    StoreTime(now: .fixture, isFrozen: isFrozen, timeRate: .realTime, epoch: epoch)
  }
}

extension TransactionPayload {
  /// A purchase on 21 January 2026.
  static func sample(
    _ id: UInt64 = 1, of productID: String = "nonconsumable.car",
    _ type: AppStorePayloads.ProductType = .nonConsumable, expires: Date? = nil,
    change: (inout TransactionPayload) -> Void = { _ in }
  ) -> TransactionPayload {
    var payload = TransactionPayload(
      transactionId: TransactionID(rawValue: id), originalTransactionId: TransactionID(rawValue: 1),
      bundleId: "com.example.skdemo", productId: productID,
      subscriptionGroupIdentifier: type == .autoRenewable ? "G" : nil, purchaseDate: .fixture,
      originalPurchaseDate: .fixture, expiresDate: expires, type: type, signedDate: .fixture,
      environment: .sandbox, storefront: "USA", storefrontId: "143441",
      transactionReason: .purchase, currency: "USD", price: 1990, appTransactionId: "7")
    change(&payload)
    return payload
  }
}

extension Signed<TransactionPayload> {
  /// A purchase on 21 January 2026, as if the store had signed it.
  static func sample(
    _ id: UInt64 = 1, of productID: String = "nonconsumable.car",
    _ type: AppStorePayloads.ProductType = .nonConsumable, expires: Date? = nil,
    error: SignatureError? = nil, change: (inout TransactionPayload) -> Void = { _ in }
  ) -> Self {
    Signed(
      jws: "\(id).\(productID).\(error == nil)",
      payload: .sample(id, of: productID, type, expires: expires, change: change), error: error)
  }
}

extension VerifiedPurchases.Subscription {
  /// A period that renews, as if the store had signed it.
  static func sample(
    _ transaction: Signed<TransactionPayload>, renewalError: SignatureError? = nil,
    change: (inout RenewalInfoPayload) -> Void = { _ in }
  ) -> Self {
    var payload = RenewalInfoPayload(
      originalTransactionId: transaction.payload.originalTransactionId,
      productId: transaction.payload.productId, autoRenewProductId: transaction.payload.productId,
      autoRenewStatus: .on, signedDate: .fixture, environment: .sandbox,
      recentSubscriptionStartDate: .fixture, appTransactionId: "7")
    change(&payload)
    let jws = "renewal of \(transaction.jws)"
    return Self(
      signed: SignedSubscription(
        groupID: "G", signedTransaction: transaction.jws, signedRenewalInfo: jws),
      transaction: transaction,
      renewalInfo: Signed(jws: jws, payload: payload, error: renewalError))
  }
}

extension StoreProduct {
  static func sample(
    price: String = "1.99", currency: String = "USD", locale: String = "en_US",
    type: AppStorePayloads.ProductType = .nonConsumable
  ) -> StoreProduct {
    StoreProduct(
      id: "nonconsumable.car", internalID: "36835F3D", type: type, displayName: "Car",
      description: "A standard five-seater", price: Decimal(string: price) ?? 0,
      currency: currency, locale: locale, isFamilyShareable: false)
  }
}
