/// The App Store: the customer's purchases on this device as a whole.
public enum AppStore: Sendable {
  /// Whether the customer can make purchases; always `true` on this store.
  ///
  /// Apple's is `false` if Screen Time or an administrator forbids purchases.
  public static var canMakePayments: Bool { true }

  /// The identifier that binds signed data to this device; `nil` before the process is connected.
  ///
  /// It does not connect the process, because it cannot wait.
  public static var deviceVerificationID: UUID? { StoreSession.existing?.deviceVerificationID }

  /// Asks the customer to authenticate, and the store for all the customer's purchases.
  ///
  /// Call it only if the customer asks to restore purchases: entitlements are up to date without
  /// it. ``Transaction/updates`` then yields the unfinished transactions again. If the account has
  /// no password, the customer only confirms.
  ///
  /// - Throws: ``StoreKitError``: `userCancelled` if the customer declined, `networkError` if the
  ///   store cannot be reached.
  public static func sync() async throws { try await StoreSession.connected().sync() }

  /// The environment of a store.
  public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
    /// The environment's name in signed transactions.
    public let rawValue: String

    /// Creates the environment with this name in signed transactions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The App Store, in which customers pay.
    public static let production = Environment(rawValue: "Production")
    /// A test store on a server.
    public static let sandbox = Environment(rawValue: "Sandbox")
    /// A test store inside Xcode.
    public static let xcode = Environment(rawValue: "Xcode")
  }

  /// The platform on which a customer first downloaded an app.
  public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
    /// The platform's name in signed app transactions.
    public let rawValue: String

    /// Creates the platform with this name in signed app transactions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// iPhone and iPad.
    public static let iOS = Platform(rawValue: "iOS")
    /// Mac; this store uses it for every device.
    public static let macOS = Platform(rawValue: "macOS")
    /// Apple TV.
    public static let tvOS = Platform(rawValue: "tvOS")
    /// Apple Vision.
    public static let visionOS = Platform(rawValue: "visionOS")
  }
}
