import AppStorePayloads
import Foundation
import StoreOperatorAPI

/// The output of `skdemo store advance` and of other moves of the clock.
struct AdvanceReport: Encodable {
  var from: Date
  var to: Date
  /// The number of renewals, failed payments and ends of plans.
  var events: Int
  /// The first events; absent if there are none, or if a store of an earlier version answered.
  var settled: [SettledEvent]?

  /// The move of the clock, and a line for each thing that has happened.
  var lines: [String] {
    let happened = events == 1 ? "1 event" : "\(events) events"
    return ["\(from.formatted(.iso8601)) → \(to.formatted(.iso8601)), \(happened)"]
      + Table((settled ?? []).map { ["  " + $0.date.formatted(.iso8601)] + $0.cells }).lines
      + rest
  }

  /// The events that are not listed, if there are any.
  private var rest: [String] {
    guard let settled, events > settled.count else { return [] }
    return ["  and \(events - settled.count) more: skdemo store transactions lists the renewals"]
  }
}

extension SettledEvent {
  /// The account, the product, and what happened to it.
  fileprivate var cells: [String] { [account ?? "", productID, words] }

  private var words: String {
    switch kind {
    case .renewed: "renewed" + (price.map { " for \($0) \(currency ?? "")" } ?? "")
    case .billingRetryBegan:
      "payment failed; "
        + (gracePeriodExpirationDate.map { "access until \($0.formatted(.iso8601))" }
          ?? "no access until it is paid")
    case .gracePeriodExpired: "grace period ended; no access until it is paid"
    case .expired: "ended: " + (expirationIntent ?? .other).words
    case .orderLapsed: "order lapsed: nobody approved it in a day"
    }
  }
}

extension ExpirationIntent {
  /// The reason why a subscription has ended, for its operator.
  fileprivate var words: String {
    switch self {
    case .autoRenewDisabled: "renewal was off"
    case .billingError: "it was not paid"
    case .didNotConsentToPriceIncrease: "the customer did not agree to the price"
    case .productUnavailable: "the plan is not for sale"
    case .other: "the store ended it"
    }
  }
}
