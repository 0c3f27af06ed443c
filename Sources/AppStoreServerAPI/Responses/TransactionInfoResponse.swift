/// The response of "Get Transaction Info".
package struct TransactionInfoResponse: Codable, Hashable, Sendable {
  /// A compact JWS of a `JWSTransactionDecodedPayload`.
  package var signedTransactionInfo: String

  package init(signedTransactionInfo: String) {
    self.signedTransactionInfo = signedTransactionInfo
  }
}
