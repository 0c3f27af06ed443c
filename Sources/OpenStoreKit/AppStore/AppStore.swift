/// The App Store as a whole.
public enum AppStore: Sendable {
  /// Whether the customer may buy at all; on this store everyone may.
  ///
  /// Apple's is `false` where Screen Time or an administrator forbids purchases.
  public static var canMakePayments: Bool { true }

  /// What signed data for this device is bound to; `nil` when no session is connected.
  public static var deviceVerificationID: UUID? { StoreSession.active?.deviceVerificationID }

  /// Asks the store again for everything that is the customer's, after they have authenticated.
  ///
  /// Call it only when the customer asks to restore: what they own is there without it. What is
  /// unfinished comes through ``Transaction/updates`` again. Where the account has no password,
  /// the customer only confirms.
  ///
  /// - Throws: ``StoreKitError``: `userCancelled` when the customer declined, `networkError` when
  ///   the store cannot be reached.
  public static func sync() async throws { try await StoreSession.connected().sync() }

  /// Which of Apple's environments a store stands for.
  public struct Environment: RawRepresentable, Equatable, Hashable, Sendable {
    /// The word that signed transactions use.
    public let rawValue: String

    /// The environment that signed transactions call `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Money moves.
    public static let production = Environment(rawValue: "Production")
    /// A test store on a server.
    public static let sandbox = Environment(rawValue: "Sandbox")
    /// A test store inside Xcode.
    public static let xcode = Environment(rawValue: "Xcode")
  }

  /// Where a customer downloaded an app first.
  public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
    /// The word that a signed app transaction uses.
    public let rawValue: String

    /// The platform that signed app transactions call `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// iPhone and iPad.
    public static let iOS = Platform(rawValue: "iOS")
    /// Mac; also what this store says of every device.
    public static let macOS = Platform(rawValue: "macOS")
    /// Apple TV.
    public static let tvOS = Platform(rawValue: "tvOS")
    /// Apple Vision.
    public static let visionOS = Platform(rawValue: "visionOS")
  }
}
