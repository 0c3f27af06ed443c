import StoreAPI

/// The customer's download of the app: which app, which version, since when.
///
/// Two values are equal when they say the same, whenever and for whichever device they were
/// signed.
public struct AppTransaction: Sendable {
  let signed: Signed<AppTransactionPayload>
  private var payload: AppTransactionPayload { signed.payload }

  /// The app's number in the App Store; always `nil` here, as in Apple's sandbox.
  public var appID: UInt64? { nil }
  /// Names the download: the same for every device of the customer, and after downloading again.
  public var appTransactionID: String { payload.appTransactionId }
  /// The app's version, such as `1.0`.
  public var appVersion: String { payload.applicationVersion }
  /// The version's number in the App Store; always `nil` here, as in Apple's sandbox.
  public var appVersionID: UInt64? { nil }
  /// The app's bundle ID.
  public var bundleID: String { payload.bundleId }
  /// Which of Apple's environments the store stands for.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.receiptType.rawValue)
  }
  /// The version that the customer downloaded first; always `1.0` here, as in Apple's sandbox.
  public var originalAppVersion: String { payload.originalApplicationVersion }
  /// When the customer downloaded the app first; always 1 August 2013, 07:00 UTC here, as in
  /// Apple's sandbox.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate }
  /// Where the customer downloaded the app first; always macOS here.
  public var originalPlatform: AppStore.Platform {
    AppStore.Platform(rawValue: payload.originalPlatform)
  }
  /// When the customer ordered the app before it was there; always `nil` here.
  public var preorderDate: Date? { nil }
  /// What binds the signature to one device; empty where it is bound to none.
  public var deviceVerification: Data { payload.deviceVerification ?? Data() }
  /// What was hashed with the device's ID into ``deviceVerification``.
  public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce?.uuid ?? .zero }
  /// When the store said this.
  public var signedDate: Date { payload.receiptCreationDate }
  /// The signed JSON.
  public var jsonRepresentation: Data { signed.payloadData }

  /// The platform, in the word of signed data.
  @available(*, deprecated, renamed: "originalPlatform")
  public var originalPlatformStringRepresentation: String { originalPlatform.rawValue }
}

extension AppTransaction {
  /// The customer's download of the app, and whether its signature can be trusted.
  ///
  /// The device keeps it, so it is there offline once it has been asked for.
  ///
  /// - Throws: ``StoreKitError``: `networkError` when the device has none and the store cannot be
  ///   reached; `systemError` when the device may not ask any more, or nothing that can be read
  ///   was answered.
  public static var shared: VerificationResult<AppTransaction> {
    get async throws { try await StoreSession.connected().appTransaction() }
  }

  /// Asks the store for it again, after the customer has authenticated.
  ///
  /// Call it only when the customer asks for it, because ``shared`` was not as it should be.
  ///
  /// - Returns: The new one, which the device keeps.
  /// - Throws: As ``shared`` does, and `userCancelled` when the customer declined.
  public static func refresh() async throws -> VerificationResult<AppTransaction> {
    try await StoreSession.connected().refreshedAppTransaction()
  }
}

extension AppTransaction: Equatable, Hashable, CustomDebugStringConvertible {
  /// Whether both say the same.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.payload.unsigned == rhs.payload.unsigned
  }

  /// Feeds what is said.
  public func hash(into hasher: inout Hasher) { hasher.combine(payload.unsigned) }

  /// The signed JSON as text.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
