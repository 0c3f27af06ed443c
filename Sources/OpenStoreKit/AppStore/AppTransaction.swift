import AppStorePayloads

/// The customer's download of the app, with its version and its date.
///
/// Two values are equal if they differ only in when and for which device they were signed.
public struct AppTransaction: Sendable {
  let signed: Signed<AppTransactionPayload>
  private var payload: AppTransactionPayload { signed.payload }

  /// The app's number in the App Store; `nil` except in production, as at Apple.
  public var appID: UInt64? { payload.appAppleId.flatMap { UInt64(exactly: $0) } }
  /// The download's identifier: the same on all the customer's devices, and after a new download.
  public var appTransactionID: String { payload.appTransactionId }
  /// The app's version, such as `1.0`.
  public var appVersion: String { payload.applicationVersion }
  /// The version's number in the App Store; `nil` except in production, as at Apple.
  public var appVersionID: UInt64? {
    payload.versionExternalIdentifier.flatMap { UInt64(exactly: $0) }
  }
  /// The app's bundle ID.
  public var bundleID: String { payload.bundleId }
  /// The environment of the store.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.receiptType.rawValue)
  }
  /// The version that the customer downloaded first; always `1.0` here, as in Apple's sandbox.
  public var originalAppVersion: String { payload.originalApplicationVersion }
  /// The date of the customer's first download; always 1 August 2013, 07:00 UTC here, as in Apple's
  /// sandbox.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate }
  /// The platform of the customer's first download; always macOS here.
  public var originalPlatform: AppStore.Platform {
    AppStore.Platform(rawValue: payload.originalPlatform)
  }
  /// The date on which the customer pre-ordered the app; always `nil` here.
  public var preorderDate: Date? { nil }
  /// The hash that binds the signature to one device; empty if it is not bound to a device.
  public var deviceVerification: Data { payload.deviceVerification ?? Data() }
  /// The UUID that was hashed together with the device's ID into ``deviceVerification``.
  public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce?.uuid ?? .zero }
  /// The date on which the store signed it.
  public var signedDate: Date { payload.receiptCreationDate }
  /// The signed JSON.
  public var jsonRepresentation: Data { signed.payloadData }

  /// The platform's name in signed data.
  @available(*, deprecated, renamed: "originalPlatform")
  public var originalPlatformStringRepresentation: String { originalPlatform.rawValue }
}

extension AppTransaction {
  /// The customer's download of the app, and whether its signature can be trusted.
  ///
  /// The device keeps a copy, so that it is available offline after the first call.
  ///
  /// - Throws: ``StoreKitError``: `networkError` if the device has no copy and the store cannot be
  ///   reached; `systemError` if the device was signed out, or the store's answer cannot be read.
  public static var shared: VerificationResult<AppTransaction> {
    get async throws { try await StoreSession.connected().appTransaction() }
  }

  /// Asks the customer to authenticate, and the store for a new app transaction.
  ///
  /// Call it only if the customer asks for it because ``shared`` is wrong.
  ///
  /// - Returns: The new app transaction; the device keeps a copy.
  /// - Throws: The errors of ``shared``, and `userCancelled` if the customer declined.
  public static func refresh() async throws -> VerificationResult<AppTransaction> {
    try await StoreSession.connected().refreshedAppTransaction()
  }
}

extension AppTransaction: Equatable, Hashable, CustomDebugStringConvertible {
  /// Returns whether both are equal except for when and for which device they were signed.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.payload.unsigned == rhs.payload.unsigned
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(payload.unsigned) }

  /// The signed JSON as text.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
