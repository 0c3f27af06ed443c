import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.SharedSecret: StoreRule {
  /// Returns the secret; writes only if it makes one.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await store.settled()
    if !regenerates, let secret = snapshot.settings.sharedSecret {
      return snapshot.answer(.sharedSecret(secret: secret))
    }
    return try await store.makeSharedSecret(replacing: snapshot.settings.sharedSecret)
  }
}

extension StoreEngine {
  /// Makes a secret unless another process has replaced `old` meanwhile.
  fileprivate func makeSharedSecret(
    replacing old: String?
  ) async throws(StoreError) -> Answer<OperatorResult> {
    let new = String(randomness.token().prefix(Self.sharedSecretLength))
    let changed = try await settling { () throws(StoreError) in
      try await ledgers.changeSettings(settlement()) { settings in
        if settings.sharedSecret == old { settings.sharedSecret = new }
      }
    }
    return Answer(
      .sharedSecret(secret: changed.sharedSecret ?? new), at: changed.time(at: changed.lastNow))
  }

  /// The number of hexadecimal digits, as in App Store Connect.
  private static let sharedSecretLength = 32
}
