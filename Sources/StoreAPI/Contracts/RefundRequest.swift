package import AppStorePayloads
package import Foundation

/// The reason of a customer's refund request.
///
/// Source: "consumptionRequestReason" in the documentation of App Store Server Notifications.
package enum RefundReason: String, Codable, Hashable, Sendable, CaseIterable {
  case unintendedPurchase = "UNINTENDED_PURCHASE"
  case fulfillmentIssue = "FULFILLMENT_ISSUE"
  case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
  case legal = "LEGAL"
  /// Another reason, which the customer may explain.
  case other = "OTHER"
}

/// The state of a customer's refund request.
package enum RefundRequestState: String, Hashable, Sendable, CaseIterable {
  /// Nobody has decided yet.
  case pending = "PENDING"
  /// The transaction was refunded, even if the refund was reversed later.
  case granted = "GRANTED"
  case declined = "DECLINED"
  /// A state of a newer store, which this version does not know.
  case unknown = "UNKNOWN"
}

extension RefundRequestState: Codable {
  /// Reads a state that this version does not know as ``unknown``, so that it hides nothing beside it.
  package init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    self = Self(rawValue: name) ?? .unknown
  }
}

/// A customer's request for the refund of a transaction; a transaction has at most one.
package struct RefundRequest: Codable, Hashable, Sendable {
  /// The maximum length of a text, in Unicode scalars, because one character can be long.
  package static let textLimit = 500

  /// Chosen by the device that asks: a copy of the request has the same one.
  package var id: LowercaseUUID
  /// The date of the request.
  package var date: Date
  package var reason: RefundReason
  /// The customer's explanation; only ``RefundReason/other`` has one.
  package var text: String?
  package var state: RefundRequestState
  /// The report of the developer's server; `nil` if it has sent none.
  package var consumption: ConsumptionReport?
  /// The date on which the developer's server was last asked again for a report; `nil` if it was asked
  /// only once, or not at all.
  package var consumptionRequestDate: Date?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case id, date, reason, text, state, consumption, consumptionRequestDate
  }

  package init(
    id: LowercaseUUID, date: Date, reason: RefundReason, text: String? = nil,
    state: RefundRequestState = .pending
  ) {
    self.id = id
    self.date = date
    self.reason = reason
    self.text = text
    self.state = state
  }
}

/// The state of the request for a transaction's refund, as its customer sees it.
package struct TransactionRefundRequest: Codable, Hashable, Sendable {
  package var transactionID: TransactionID
  package var state: RefundRequestState

  package init(transactionID: TransactionID, state: RefundRequestState) {
    self.transactionID = transactionID
    self.state = state
  }
}
