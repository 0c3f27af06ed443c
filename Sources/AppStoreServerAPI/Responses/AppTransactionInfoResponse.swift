/// The response of "Get App Transaction Info".
package struct AppTransactionInfoResponse: Codable, Hashable, Sendable {
  package var signedAppTransactionInfo: String

  package init(signedAppTransactionInfo: String) {
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}
