/// The domain of the errors of original StoreKit.
public let SKErrorDomain = "SKErrorDomain"

/// An error of original StoreKit.
///
/// ```swift
/// if (transaction.error as? SKError)?.code == .paymentCancelled { return }
/// ```
public struct SKError: CustomNSError, LocalizedError, Sendable {
  /// ``SKErrorDomain``.
  public static var errorDomain: String { SKErrorDomain }

  /// The code of the error.
  public let code: Code
  // An `NSError` can keep values of any type and is `Sendable`.
  private let details: NSError

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The code of the error.
  ///   - userInfo: Values that describe the error, such as a sentence for
  ///     `NSLocalizedDescriptionKey`.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    // Foundation on Linux reads the description of an `any Error` from here.
    let sentence: [String: Any] = [NSLocalizedDescriptionKey: code.sentence]
    let userInfo = sentence.merging(userInfo) { $1 }
    details = NSError(domain: SKErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// The number of ``code``.
  public var errorCode: Int { code.rawValue }

  /// Values that describe the error, with a sentence for `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] { details.userInfo }

  /// Values that describe the error, with a sentence for `NSLocalizedDescriptionKey`.
  public var userInfo: [String: Any] { details.userInfo }

  /// A sentence that describes the error, in English.
  public var errorDescription: String? { details.localizedDescription }
}

extension SKError: Equatable, Hashable {
  /// Returns whether both have the same code.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
