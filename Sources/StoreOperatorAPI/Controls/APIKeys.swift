package import StoreAPI

// The keys of the App Store Server API, and the shared secret.
extension OperatorCommand {
  static let ofAPIKeys: [any OperatorControl.Type] = [
    CreateAPIKey.self, APIKeys.self, RevokeAPIKey.self, SharedSecret.self,
  ]

  /// Creates a key with which an app's server signs the tokens of its requests.
  ///
  /// The store keeps only its public half.
  package struct CreateAPIKey: OperatorControl {
    package static let summary =
      "Creates a key of the App Store Server API. Only the answer has its private half."
    package static let result = OperatorResult.Name.apiKey
  }

  /// Lists at most ``OperatorAPIKey/listLimit`` keys, newest first, including revoked keys.
  package struct APIKeys: OperatorControl {
    package static let name = "apiKeys"
    package static let summary =
      "Lists the keys of the App Store Server API that were made last, newest first."
    package static let result = OperatorResult.Name.apiKeys
    package static let isQuestion = true
  }

  /// Revokes a key for good; revoking it again changes nothing.
  package struct RevokeAPIKey: OperatorControl {
    package let keyID: String
    package static let isDestructive = true
    package static let summary =
      "Revokes a key of the App Store Server API: its tokens are refused from now on."
    package static let result = OperatorResult.Name.apiKeyRevoked
    package static let errors: [StoreErrorCode] = [.unknownAPIKey]
    package static let isRepeatable = true
  }

  /// Returns the app's shared secret, with which its server verifies receipts; makes it at the
  /// first call.
  ///
  /// Regenerating it replaces the secret, and servers that send the old one are refused.
  package struct SharedSecret: OperatorControl {
    package let regenerates: Bool
    package static let summary =
      "Returns the app's shared secret, and makes it at the first call or to replace the old one."
    package static let result = OperatorResult.Name.sharedSecret
  }

  package static var createAPIKey: Self { Self(CreateAPIKey()) }
  package static var apiKeys: Self { Self(APIKeys()) }
  package static func revokeAPIKey(keyID: String) -> Self { Self(RevokeAPIKey(keyID: keyID)) }
  package static func sharedSecret(regenerates: Bool = false) -> Self {
    Self(SharedSecret(regenerates: regenerates))
  }
}
