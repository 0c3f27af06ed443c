package import AppStorePayloads
package import Foundation
import StoreAPI

/// When a developer's server is asked again about a refund request that waits for a decision.
///
/// Apple sends such notifications periodically and does not say how often. The store waits for the time
/// that a server has to answer, 12 hours, and stops when a customer has a decision, after 48 hours.
/// Sources: "Send Consumption Information" in the documentation of the App Store Server API, and
/// "Request a refund for apps or content that you bought from Apple" in Apple Support (118223).
package enum ConsumptionRequests {
  /// The time between two notifications, in seconds.
  package static let interval: TimeInterval = 12 * 3_600
  /// The time from the customer's request in which they are sent, in seconds.
  package static let period: TimeInterval = 48 * 3_600

  /// Whether the developer's server is to be asked again at `now`.
  static func isDue(_ request: RefundRequest, at now: Date) -> Bool {
    let last = request.consumptionRequestDate ?? request.date
    return request.state == .pending && now.milliseconds(since: last) >= Int64(interval * 1_000)
      && now.milliseconds(since: request.date) < Int64(period * 1_000)
  }
}

extension Date {
  /// In whole milliseconds, because storage finds what is due in them.
  fileprivate func milliseconds(since date: Date) -> Int64 {
    millisecondsSince1970 - date.millisecondsSince1970
  }
}

/// A transaction about whose refund request a developer's server is to be asked again.
package struct DueConsumptionRequest: Hashable, Sendable {
  package var customer: CustomerNumber
  package var transactionID: TransactionID

  package init(customer: CustomerNumber, transactionID: TransactionID) {
    self.customer = customer
    self.transactionID = transactionID
  }
}
