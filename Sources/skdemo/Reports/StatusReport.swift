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
    var revocationDate: Date?
    /// Present if another plan has replaced it before its end.
    var isUpgraded: Bool?
    var ownershipType: String?
  }

  struct Group: Encodable {
    var id: String
    var state: String
    var productID: String
    var willAutoRenew: Bool
    var autoRenewPreference: String?
    var renewalDate: Date?
    /// Why it ended, with the number of `expirationIntent` in signed renewal info.
    var expirationIntent: Int?
    var gracePeriodExpirationDate: Date?
    /// `pending` or `agreed`; absent without a price increase.
    var priceIncreaseStatus: String?
    /// The price of the next period, as a decimal number.
    var renewalPrice: String?
    /// Absent if there are none.
    var eligibleWinBackOfferIDs: [String]?
  }

  var account: String
  var device: String
  var customer: String
  var steps: [Step]
  var products: [Product]
  var groups: [Group]
  /// Whether the store does not answer.
  var offline: Bool
  /// When the store stopped answering.
  var offlineSince: Date?
  /// Why the store does not answer.
  var offlineReason: String?
  /// The time that the store would show if its clock had not jumped; absent unless it waits for its
  /// operator.
  var clockJumpedTo: Date?
  /// Present if the store has removed this device.
  var isSignedOut: Bool?
  var now: Date

  init(_ personalised: Personalised, account: String, device: String) {
    let store = personalised.store
    self.account = account
    self.device = device
    customer = store.customer.rawValue
    steps = personalised.steps.map(Step.init)
    products = store.products.map { Product($0, store.productStatus(of: $0.id)) }
    groups = store.groups.map(Group.init)
    offline = store.offlineSince != nil
    offlineSince = store.offlineSince
    offlineReason = store.offlineReason
    clockJumpedTo = store.clockJumpedTo
    isSignedOut = store.isSignedOut ? true : nil
    now = store.now
  }
}

extension StatusReport.Step {
  init(_ timing: LaunchTiming) {
    step = timing.step.rawValue
    milliseconds = (timing.duration / .milliseconds(1) * 1000).rounded() / 1000
  }
}

extension StatusReport.Product {
  init(_ product: ProductRow, _ productStatus: ProductStatus) {
    id = product.id
    type = product.kind.rawValue
    displayName = product.displayName
    state = productStatus.state.rawValue
    expirationDate = productStatus.transaction?.expirationDate
    revocationDate = productStatus.transaction?.revocationDate
    isUpgraded = productStatus.transaction?.isUpgraded == true ? true : nil
    ownershipType = productStatus.transaction.map {
      ($0.isFamilyShared ? Transaction.OwnershipType.familyShared : .purchased).rawValue
    }
  }
}

extension StatusReport.Group {
  init(_ group: PlanGroup) {
    let renewal = group.status.renewal
    id = group.id
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
