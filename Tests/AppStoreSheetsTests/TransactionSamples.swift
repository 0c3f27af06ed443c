import Foundation
import StoreAPI
import TerminalUI

@testable import AppStoreSheets

/// Transactions of SK Demo's products as a store's operator sees them, on 1 December 2026.
enum TransactionSample {
  static let now = day("2026-12-01")

  static func car(_ id: UInt64 = 1, of account: String = "alex") -> OperatorTransaction {
    listed(id, account, "nonconsumable.racecar", .nonConsumable, 4990, on: "2026-11-20")
  }

  static let fuel = OperatorTransaction(
    account: "maria",
    transaction: payload(2, "consumable.fuel.octane87", .consumable, 990, on: "2026-11-21"),
    isFinished: false)

  static let plan: OperatorTransaction = {
    var plan = listed(3, "alex", "subscription.pro", .autoRenewable, 4990, on: "2026-11-22")
    plan.transaction.subscriptionGroupIdentifier = "6F3A93AB"
    plan.transaction.expiresDate = day("2026-12-22")
    return plan
  }()

  /// Plan, fuel and car, newest first, as a store lists them.
  static let page = [plan, fuel, car()]

  static func subscription(
    renews: Bool = true, isInRetry: Bool = false, _ increase: PriceIncreaseStatus? = nil
  ) -> ManagedSubscription {
    var info = RenewalInfoPayload(
      originalTransactionId: plan.id, productId: "subscription.pro",
      autoRenewProductId: "subscription.pro", autoRenewStatus: renews ? .on : .off,
      isInBillingRetryPeriod: isInRetry, signedDate: now, environment: .sandbox,
      recentSubscriptionStartDate: now, renewalDate: plan.transaction.expiresDate,
      renewalPrice: 4990, currency: "USD", appTransactionId: "7000000000")
    info.priceIncreaseStatus = increase
    return ManagedSubscription(
      transaction: plan, renewalInfo: info, status: isInRetry ? .billingRetry : .active)
  }

  static let order = OperatorOrder(
    id: TransactionID(rawValue: 8_000_000_009), account: "maria",
    productID: "subscription.standard", quantity: 1, cause: .askToBuy, date: now)

  /// The cars with these numbers, newest first.
  static func cars(_ ids: ClosedRange<UInt64>) -> [OperatorTransaction] {
    ids.reversed().map { car($0) }
  }

  private static func listed(
    _ id: UInt64, _ account: String, _ product: String, _ type: ProductType, _ price: Int64,
    on date: String
  ) -> OperatorTransaction {
    OperatorTransaction(
      account: account, transaction: payload(id, product, type, price, on: date),
      isFinished: true)
  }

  private static func payload(
    _ id: UInt64, _ product: String, _ type: ProductType, _ price: Int64, on date: String
  ) -> TransactionPayload {
    let id = TransactionID(rawValue: 7_000_000_000 + id)
    return TransactionPayload(
      transactionId: id, originalTransactionId: id, bundleId: "com.example.skdemo",
      productId: product, purchaseDate: day(date), originalPurchaseDate: day(date), type: type,
      signedDate: now, environment: .sandbox, storefront: "USA", storefrontId: "143441",
      transactionReason: .purchase, currency: "USD", price: price,
      appTransactionId: "7000000000")
  }

  private static func day(_ text: String) -> Date {
    (try? Date(text, strategy: Date.ISO8601FormatStyle().year().month().day())) ?? .distantPast
  }
}

extension TransactionManager {
  /// The manager after it has read its first page.
  static func showing(
    _ page: [OperatorTransaction], orders: [OperatorOrder] = [], next revision: String? = nil
  ) -> TransactionManager {
    var manager = TransactionManager()
    _ = manager.update(
      .message(.first(page, orders: orders, next: revision, now: TransactionSample.now)))
    return manager
  }

  @discardableResult
  mutating func type(_ keys: Key...) -> [Effect] { keys.flatMap { update(.input(.key($0))) } }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.flatMap { update(.input(.key(.character($0)))) }
  }

  func picture(columns: Int = 80, rows: Int = 24) -> String {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    var manager = self
    manager.adapt(to: frame.size)
    manager.draw(on: &frame)
    return frame.text
  }
}
