/// The response of "Look Up Order ID".
package struct OrderLookupResponse: Codable, Hashable, Sendable {
  package enum Status: Int, Codable, Hashable, Sendable {
    case valid = 0
    case invalid = 1
  }

  package var status: Status
  /// Absent if the order is invalid.
  package var signedTransactions: [String]?

  package init(status: Status, signedTransactions: [String]? = nil) {
    self.status = status
    self.signedTransactions = signedTransactions
  }
}
