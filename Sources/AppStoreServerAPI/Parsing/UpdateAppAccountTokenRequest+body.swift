import AppStorePayloads

extension UpdateAppAccountTokenRequest {
  /// Reads the body of "Set App Account Token".
  ///
  /// - Throws: ``APIError/invalidAppAccountTokenUUID`` if the token is missing or not a UUID.
  package init(_ body: JSONBody) throws(APIError) {
    let text = try body.required(
      "appAccountToken", as: String.self, else: .invalidAppAccountTokenUUID)
    guard let uuid = LowercaseUUID(text) else { throw .invalidAppAccountTokenUUID }
    self.init(appAccountToken: uuid)
  }
}
