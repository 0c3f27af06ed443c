package import Foundation
package import StoreAPI

/// A refusal on the wire: `{"error": {"code", "message", …}}`, with what the fault carries.
package struct FaultDocument: Codable, Hashable, Sendable {
  package var error: Details

  /// Which of the fields stand beside `code` and `message` depends on the code.
  package struct Details: Codable, Hashable, Sendable {
    package var code: FaultCode
    /// The sentence for people.
    package var message: String
    package var account: String?
    package var accounts: [String]?
    package var date: Date?
    package var from: Date?
    package var key: OrderKey?
    package var last: Date?
    package var maximum: Int?
    package var minimum: Int?
    package var name: String?
    package var productID: String?
    package var quantity: Int?
    package var quote: Quote?
    package var reason: String?
    package var retryAfter: Int?
    package var to: Date?
    package var transactionID: TransactionID?

    init(code: FaultCode, message: String) {
      self.code = code
      self.message = message
    }
  }
}

extension FaultDocument {
  package init(_ fault: StoreFault) {
    error = Details(fault)
  }

  /// The fault that was sent; `nil` where a field that its code needs is absent.
  package var fault: StoreFault? { error.fault }

  package static let schema = Schema.object("Error", ["error": Details.schema])
}

extension FaultDocument.Details {
  fileprivate static let schema = Schema.object(
    "ErrorDetails",
    ["code": .choice(FaultCode.allCases.map(\.rawValue)), "message": .string],
    optional: [
      "account": .string, "accounts": .array(.string), "date": .date, "from": .date,
      "key": .uuid, "last": .date, "maximum": .integer, "minimum": .integer, "name": .string,
      "productID": .string, "quantity": .integer, "quote": Quote.schema, "reason": .string,
      "retryAfter": .integer, "to": .date, "transactionID": .transactionID,
    ])
}
