package import Foundation

/// A request to verify a receipt.
///
/// Source: "requestBody" in the documentation of App Store Receipts.
package struct VerifyReceiptRequest: Hashable, Sendable {
  /// The contents of the receipt file.
  package var receipt: Data
  /// The app's shared secret; `nil` if the request has none.
  package var password: String?
  /// Whether ``LatestReceipt/transactions`` has only the latest one of each subscription.
  package var excludesOldTransactions: Bool

  package init(receipt: Data, password: String? = nil, excludesOldTransactions: Bool = false) {
    self.receipt = receipt
    self.password = password
    self.excludesOldTransactions = excludesOldTransactions
  }
}

extension VerifyReceiptRequest {
  /// Reads the body of a request.
  ///
  /// Base64 may be split into lines, as Foundation's encoder can write it. A field with the value
  /// `null` counts as missing.
  ///
  /// - Throws: ``ReceiptStatus/malformed`` if it is not a JSON object, has no receipt in base64, or
  ///   has a field of another type than the documented one.
  package init(body: some Sequence<UInt8>) throws(ReceiptStatus) {
    do throws(APIError) {
      try self.init(fields: JSONBody(body))
    } catch {
      throw .malformed
    }
  }

  private init(fields: JSONBody) throws(APIError) {
    let text = try fields.required("receipt-data", as: String.self, else: .generalBadRequest)
    // By bytes: a receipt has a megabyte of them, and this comes before anything is verified.
    let base64 = Data(text.utf8.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    guard let receipt = Data(base64Encoded: base64), !receipt.isEmpty else {
      throw .generalBadRequest
    }
    let isShort = try fields.value(
      "exclude-old-transactions", as: Bool.self, else: .generalBadRequest)
    self.init(
      receipt: receipt,
      password: try fields.value("password", as: String.self, else: .generalBadRequest),
      excludesOldTransactions: isShort ?? false)
  }
}
