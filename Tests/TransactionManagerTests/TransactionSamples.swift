import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI

@testable import TransactionManager

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
    plan.status = .active
    plan.transaction.subscriptionGroupIdentifier = "6F3A93AB"
    plan.transaction.expiresDate = day("2026-12-22")
    return plan
  }()

  /// Plan, fuel and car, newest first, as a store lists them.
  static let page = [plan, fuel, car()]

  /// The subscription of the plan, in a state.
  static func subscription(
    renews: Bool = true, _ status: SubscriptionStatusCode = .active,
    _ increase: PriceIncreaseStatus? = nil
  ) -> OperatorSubscription {
    var info = RenewalInfoPayload(
      originalTransactionId: plan.id, productId: "subscription.pro",
      autoRenewProductId: "subscription.pro", autoRenewStatus: renews ? .on : .off,
      isInBillingRetryPeriod: status == .billingRetry || status == .billingGracePeriod,
      signedDate: now, environment: .sandbox, recentSubscriptionStartDate: now,
      renewalDate: plan.transaction.expiresDate, renewalPrice: 4990, currency: "USD",
      appTransactionId: "7000000000")
    info.priceIncreaseStatus = increase
    if status == .billingGracePeriod { info.gracePeriodExpiresDate = day("2027-01-07") }
    return OperatorSubscription(transaction: plan, renewalInfo: info, status: status)
  }

  /// A subscription of an account in each state, the latest customer's first.
  static let subscriptions = [
    subscription(9, "anna", .active, until: "2026-12-22"),
    subscription(8, "bert", .billingGracePeriod, until: "2026-11-28"),
    subscription(7, "carl", .billingRetry, until: "2026-11-01"),
    subscription(6, "dora", .expired, until: "2026-10-05"),
    subscription(5, "emil", .revoked, until: "2026-12-24"),
  ]

  private static func subscription(
    _ number: UInt64, _ account: String, _ status: SubscriptionStatusCode, until end: String
  ) -> OperatorSubscription {
    var sample = subscription(renews: status != .expired && status != .revoked, status)
    let id = TransactionID(rawValue: 7_000_000_000 + number)
    sample.transaction.account = account
    sample.transaction.status = status
    sample.transaction.transaction.transactionId = id
    sample.transaction.transaction.originalTransactionId = id
    sample.transaction.transaction.expiresDate = day(end)
    if status == .revoked { sample.transaction.transaction.revocationDate = now }
    sample.renewalInfo.originalTransactionId = id
    sample.renewalInfo.renewalDate = day(end)
    if !sample.isActive {
      sample.renewalInfo.autoRenewProductId = nil
      (sample.renewalInfo.renewalPrice, sample.renewalInfo.currency) = (nil, nil)
    }
    if status == .expired { sample.renewalInfo.expirationIntent = .autoRenewDisabled }
    return sample
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

extension ManagedPage {
  static func of(
    _ transactions: [OperatorTransaction], orders: [OperatorOrder] = [], next: String? = nil
  ) -> ManagedPage {
    ManagedPage(
      rows: orders.map(ManagedRow.order) + transactions.map(ManagedRow.transaction), next: next)
  }

  static func of(_ subscriptions: [OperatorSubscription], next: String? = nil) -> ManagedPage {
    ManagedPage(rows: subscriptions.map(ManagedRow.subscription), next: next)
  }
}

extension ManagedList {
  /// The rows that are shown.
  var shownRows: [ManagedRow] { (0..<shownCount).map { shown($0).row } }

  /// The rows that were read.
  var ids: [TransactionID] { all.map(\.id) }
}

extension TransactionManager {
  /// The manager after it has read its first page.
  static func showing(
    _ page: [OperatorTransaction], orders: [OperatorOrder] = [], next revision: String? = nil
  ) -> TransactionManager {
    var manager = TransactionManager()
    manager.receive(.of(page, orders: orders, next: revision))
    return manager
  }

  /// The manager after Tab has shown it the subscriptions.
  static func showing(_ page: [OperatorSubscription]) -> TransactionManager {
    var manager = showing(TransactionSample.page)
    manager.type(.tab)
    manager.receive(.of(page), of: .subscriptions)
    return manager
  }

  /// Takes the first page of a table.
  mutating func receive(_ page: ManagedPage, of table: ManagedTable = .transactions) {
    _ = update(.message(.first(table, page, now: TransactionSample.now)))
  }

  @discardableResult
  mutating func type(_ keys: Key...) -> [Effect] { keys.flatMap { update(.input(.key($0))) } }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.flatMap { update(.input(.key(.character($0)))) }
  }

  /// The title of the control that is asked about; `nil` if none is.
  var question: String? {
    guard case .form(let form) = mode, form.isAsking else { return nil }
    return form.control.title
  }

  func picture(columns: Int = 80, rows: Int = 24) -> String {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    var manager = self
    manager.adapt(to: frame.size)
    manager.draw(on: &frame)
    return frame.text
  }
}
