package import AppStoreServerAPI
package import Foundation
import StoreAPI

// Requests to extend the subscriptions of all active subscribers. Each request is performed in
// steps. Invariants; the tests name their numbers:
//
// 1. A request is stored before it is answered. The same identifier for the same product is the same request.
// 2. A step extends some subscribers, in the order of their customers' numbers, and stores its
//    progress in the same transaction. So a crash neither leaves out a subscriber nor extends one
//    twice, and several processes can take turns.
// 3. Each subscriber of the product and the storefronts whose subscription is active in its step is counted
//    once, as extended or as failed.
// 4. A complete request is never performed again.
// 5. If the store sends notifications, there is one for each subscriber and one for the complete request, each
//    written in the transaction of its step.

/// A developer's request to extend the subscriptions of all active subscribers, and its progress.
package struct MassExtension: Hashable, Sendable {
  /// The number under which it is stored; requests are performed in this order.
  package var number: Int64?
  package var body: Body
  package var progress = Progress()

  /// What the developer asks for.
  package struct Body: Codable, Hashable, Sendable {
    package var productID: String
    package var requestIdentifier: String
    /// 1 to 90.
    package var days: Int
    package var reason: ExtendReasonCode
    /// ISO 3166-1 alpha-3, in their order; `nil` for every storefront.
    package var storefronts: [String]?
    /// The date of the request.
    package var date: Date

    package enum CodingKeys: String, CodingKey, CaseIterable {
      case productID, requestIdentifier, days, reason, storefronts, date
    }
  }

  /// How far the request has come.
  package struct Progress: Codable, Hashable, Sendable {
    /// The customer of the last subscription that was extended or failed; `nil` before the first one.
    package var lastCustomer: CustomerNumber?
    package var succeededCount = 0
    package var failedCount = 0
    /// `nil` until it is complete.
    package var completeDate: Date?

    package enum CodingKeys: String, CodingKey, CaseIterable {
      case lastCustomer, succeededCount, failedCount, completeDate
    }

    package init() {}
  }

  package init(number: Int64? = nil, _ body: Body, progress: Progress = Progress()) {
    self.number = number
    self.body = body
    self.progress = progress
  }
}

extension MassExtension {
  /// The effect of a mass extension on one customer.
  package enum Effect: Hashable, Sendable {
    /// The customer no longer has an active subscription to the product in one of the storefronts.
    case none
    /// The subscription is extended by this event.
    case extended([LedgerEvent])
    /// The subscription cannot be extended: the values of a notification about it.
    case failed(NotificationState)
  }

  /// Returns the effect on a customer; everything that is due until `now` must be settled.
  package func effect(
    on ledger: Ledger, at now: Date, in snapshot: CatalogueSnapshot
  ) -> Effect {
    let subscribed = ledger.subscriptions.values.first {
      $0.isActive && $0.productID == body.productID
    }
    guard let subscribed else { return .none }
    let period = ledger.current(subscribed.transactionID)
    guard body.storefronts?.contains(period.storefront.countryCode) ?? true else { return .none }
    let events = try? subscribed.extend(
      byDays: body.days, price: period.price, at: now, in: snapshot)
    return events.map(Effect.extended)
      ?? .failed(
        NotificationState(
          transaction: period, subscription: subscribed,
          renewal: RenewalTerms(of: subscribed, at: now, in: snapshot)))
  }

  /// Counts the effect on the next customer.
  package mutating func count(_ effect: Effect, on customer: CustomerNumber) {
    progress.lastCustomer = customer
    switch effect {
    case .none: break
    case .extended: progress.succeededCount += 1
    case .failed: progress.failedCount += 1
    }
  }

  /// Completes the request.
  package mutating func complete(at date: Date) { progress.completeDate = date }
}
