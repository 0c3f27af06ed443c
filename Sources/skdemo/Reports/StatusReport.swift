import DemoApp
import Foundation
import OpenStoreKit

/// `skdemo status --json`.
struct StatusReport: Encodable {
  struct Step: Encodable {
    var step: String
    var milliseconds: Double
  }

  struct Product: Encodable {
    var id: String
    var type: String
    var displayName: String
    var state: String
    var expirationDate: Date?
    /// The end of the grace period of a plan whose payment has failed.
    var gracePeriodExpirationDate: Date?
    var revocationDate: Date?
    /// The date since which an order has been waiting.
    var orderDate: Date?
    /// Present if another plan has replaced it before its end.
    var isUpgraded: Bool?
    var ownershipType: String?
    /// The reason why the customer would gain nothing from it, so that the app does not sell it;
    /// absent if they would gain something.
    var addsNothing: String?
  }

  /// An order that waits.
  struct Order: Encodable {
    var productID: String
    /// `approval` or `accountStep`.
    var need: String
    /// The date since which it waits; absent until the store has said it.
    var orderDate: Date?
  }

  /// A subscription of a group: the decisive one, followed by the customer's own if a family
  /// member's is decisive.
  struct Group: Encodable {
    var id: String
    var ownershipType: String
    var state: String
    var productID: String
    var willAutoRenew: Bool
    var autoRenewPreference: String?
    var renewalDate: Date?
    /// The reason why it ended, as the number of `expirationIntent` in signed renewal info.
    var expirationIntent: Int?
    var gracePeriodExpirationDate: Date?
    /// `pending` or `agreed`; absent without a price increase.
    var priceIncreaseStatus: String?
    /// The price of the next period, as a decimal number.
    var renewalPrice: String?
    /// Absent without eligible offers.
    var eligibleWinBackOfferIDs: [String]?
  }

  /// The customer's download of the app.
  struct Download: Encodable {
    var appVersion: String
    var originalAppVersion: String
    var originalPurchaseDate: Date
  }

  var account: String
  var device: String
  var customer: String
  /// Absent if it could not be read.
  var appTransaction: Download?
  var appTransactionFailure: String?
  var steps: [Step]
  var products: [Product]
  /// The reason why the products could not be loaded; absent if they were.
  var productFailure: String?
  /// Includes orders of products that a family member shares or that are no longer for sale; absent
  /// if none waits.
  var orders: [Order]?
  var groups: [Group]
  /// The reason why the statuses of the subscriptions could not be loaded; absent if they were.
  var statusFailure: String?
  /// The number of transactions that cannot be verified, and the reason; absent if all were
  /// verified.
  var verificationFailure: String?
  /// Whether the store does not answer.
  var offline: Bool
  /// The date on which the store stopped answering.
  var offlineSince: Date?
  /// The reason why the store does not answer.
  var offlineReason: String?
  /// The time that the store would show if its clock had not jumped; absent unless it waits for its
  /// operator.
  var clockJumpedTo: Date?
  /// Present if the store has removed this device.
  var isSignedOut: Bool?
  var now: Date

  init(
    _ launchResult: LaunchResult, account: String, device: String,
    download: Result<Download, any Error>
  ) {
    let store = launchResult.store
    self.account = account
    self.device = device
    customer = store.customer.rawValue
    steps = launchResult.steps.map(Step.init)
    switch download {
    case .success(let download): appTransaction = download
    case .failure(let error): appTransactionFailure = Notice.reason(error)
    }
    products = store.products.map { Product($0.id, $0.kind, in: store) }
    productFailure = store.productFailure
    products += store.ownedUnsold.map { Product($0.productID, $0.kind, in: store) }
    let waiting = store.waitingProducts.flatMap { store.orders[$0]?.waiting ?? [] }
    orders = waiting.isEmpty ? nil : waiting.map(Order.init)
    groups = store.subscriptions.map(Group.init)
    statusFailure = store.statusFailure
    verificationFailure = store.verificationFailure
    offline = store.offlineSince != nil
    offlineSince = store.offlineSince
    offlineReason = store.offlineReason
    clockJumpedTo = store.clockJumpedTo
    isSignedOut = store.isSignedOut ? true : nil
    now = store.now
  }
}

extension StatusReport.Order {
  init(_ order: PendingOrder) {
    self.init(productID: order.productID, need: order.need.rawValue, orderDate: order.date)
  }
}

extension StatusReport.Step {
  init(_ timing: LaunchTiming) {
    step = timing.step.rawValue
    milliseconds = (timing.duration / .milliseconds(1) * 1000).rounded() / 1000
  }
}

extension StatusReport.Product {
  init(_ id: String, _ kind: StoreKit.Product.ProductType, in store: Store) {
    let productStatus = store.productStatus(of: id)
    self.id = id
    type = kind.rawValue
    displayName = store.name(of: id)
    state = productStatus.state.rawValue
    gracePeriodExpirationDate =
      productStatus.transaction.flatMap { store.status(of: $0) }?.renewal.gracePeriodExpirationDate
    orderDate = productStatus.state == .pending ? store.orders[id]?.date : nil
    expirationDate = productStatus.transaction?.expirationDate
    revocationDate = productStatus.transaction?.revocationDate
    isUpgraded = productStatus.transaction?.isUpgraded == true ? true : nil
    ownershipType = productStatus.transaction?.ownershipType.rawValue
    addsNothing = store.redundancy(of: id)
  }
}

extension Owned {
  fileprivate var ownershipType: Transaction.OwnershipType {
    isFamilyShared ? .familyShared : .purchased
  }
}

extension StatusReport.Download {
  /// Asks StoreKit for the customer's download of the app; fails as `AppTransaction.shared` does, and if
  /// the download is not verified.
  static func read() async -> Result<Self, any Error> {
    do {
      let download = try await AppTransaction.shared.payloadValue
      return .success(
        Self(
          appVersion: download.appVersion, originalAppVersion: download.originalAppVersion,
          originalPurchaseDate: download.originalPurchaseDate))
    } catch {
      return .failure(error)
    }
  }
}

extension StatusReport.Group {
  init(_ group: PlanGroup) {
    let renewal = group.status.renewal
    id = group.id
    ownershipType = group.status.transaction.ownershipType.rawValue
    state = ProductState(group.status.state).rawValue
    productID = renewal.currentProductID
    willAutoRenew = renewal.willAutoRenew
    autoRenewPreference = renewal.autoRenewPreference
    renewalDate = renewal.renewalDate
    expirationIntent = renewal.expirationReason?.rawValue
    gracePeriodExpirationDate = renewal.gracePeriodExpirationDate
    priceIncreaseStatus =
      renewal.priceIncrease == .noIncreasePending ? nil : renewal.priceIncrease.rawValue
    renewalPrice = renewal.renewalPrice.map { "\($0.amount)" }
    let offers = renewal.eligibleWinBackOfferIDs
    eligibleWinBackOfferIDs = offers.isEmpty ? nil : offers
  }
}
