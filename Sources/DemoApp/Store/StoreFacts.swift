package import Foundation
package import OpenStoreKit

/// The App Store's answers at one moment, from which a ``Store`` is computed.
package struct StoreFacts: Equatable, Sendable {
  package var products: [ProductRow] = []
  /// The names of products that the app knows without the store, by ID.
  package var knownNames: [String: String] = [:]
  /// The reason why the products could not be loaded; `nil` when they were.
  package var productFailure: String?
  /// The verified current entitlements.
  package var entitlements: [Owned] = []
  /// The verified latest transaction of each product that was ever bought.
  package var latest: [Owned] = []
  /// The subscription group of each plan in ``latest``, by product ID.
  package var groupIDs: [String: String] = [:]
  /// Every status of every subscription group.
  package var statuses: [PlanStatus] = []
  /// The reason why the statuses could not be loaded; `nil` when they were.
  package var statusFailure: String?
  /// A sentence with the number of transactions that cannot be verified, and the reason; `nil` if
  /// all were verified.
  package var verificationFailure: String?
  /// The level of service of each present or past plan by product ID, even if it is no longer sold;
  /// 1 is the highest.
  package var ownedLevels: [String: Int] = [:]
  /// The orders that wait or were not approved, by product ID.
  package var orders: [String: ProductOrders] = [:]
  /// The time at which each plan would replace the active plan of its group, by product ID, if the
  /// store says.
  package var planChanges: [String: Product.SubscriptionInfo.PlanChangeTiming] = [:]
  /// The date on which the store stopped answering; `nil` while it answers.
  package var offlineSince: Date?
  /// The reason why it does not answer, as the end of a sentence.
  package var offlineReason: String?
  /// The time that the store would show if its clock had not jumped; `nil` unless it waits for its
  /// operator.
  package var clockJumpedTo: Date?
  /// The date on which the store's certificates expired, if it waits because of that.
  package var certificatesEnd: Date?
  /// Whether the store no longer knows this device.
  package var isSignedOut = false
  /// The customer's time zone, for the days that are shown.
  package var timeZone = TimeZone.gmt
  /// The store's time.
  package var now: Date
}
