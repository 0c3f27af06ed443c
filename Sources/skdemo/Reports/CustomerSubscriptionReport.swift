import Foundation
import OpenStoreKit

/// The output of `skdemo subscription cancel --json` and of the other commands about renewals.
struct CustomerSubscriptionReport: Encodable {
  struct Subscription: Encodable {
    var groupID: String
    var productID: String
    /// The number of the App Store Server API.
    var status: Int
    var willAutoRenew: Bool
    /// Absent if it does not renew.
    var autoRenewProductID: String?
    var expirationDate: Date?
    var gracePeriodExpirationDate: Date?
    /// Whether it is shared with family members; absent if it cannot be shared.
    var isSharedWithFamily: Bool?

    init(_ plan: SubscriptionPlan) {
      groupID = plan.groupID
      productID = plan.productID
      status = plan.state.rawValue
      willAutoRenew = plan.willAutoRenew
      autoRenewProductID = plan.next?.productID
      expirationDate = plan.expirationDate
      gracePeriodExpirationDate = plan.gracePeriodExpirationDate
      isSharedWithFamily = plan.isSharedWithFamily
    }
  }

  enum Result: String, Encodable {
    case changed, unchanged, cancelled

    init(_ outcome: StoreSession.SheetOutcome) {
      switch outcome {
      case .changed: self = .changed
      case .unchanged: self = .unchanged
      case .declined: self = .cancelled
      }
    }
  }

  var result: Result
  /// The subscriptions afterwards; empty if the store could no longer be asked for them.
  var subscriptions: [Subscription]
}
