/// The ID by which a request names a customer or a transaction: `transactionId`,
/// `originalTransactionId` or `appTransactionId`.
///
/// Source: the type `anyTransactionId` in the documentation of the App Store Server API.
package struct AnyTransactionID: Hashable, Sendable {
  package let rawValue: UInt64

  /// - Throws: ``APIError/invalidTransactionId`` unless the text is a number without a sign.
  package init(_ text: String) throws(APIError) {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let rawValue = UInt64(text)
    else { throw .invalidTransactionId }
    self.rawValue = rawValue
  }
}
