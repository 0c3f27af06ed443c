public import Foundation

// Apple's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of ``SKTestError``.
public let SKTestErrorDomain = "SKTestErrorDomain"

/// Why a control of ``SKTestSession`` failed.
///
/// `localizedDescription` has the reason: the request, the obstacle and the remedy. Two errors are
/// equal if their codes are.
public struct SKTestError: Error, Sendable {
  /// The kind of error; the numbers are Apple's.
  @nonexhaustive
  public enum Code: Int, Hashable, Sendable {
    /// The store cannot be opened, read or reached.
    case serviceUnavailable = 0
    /// The store does not sell this product.
    case invalidProductIdentifier = 1
    /// The control does not apply to this type of product.
    case invalidProductType = 2
    /// The URL is not that of a StoreKit configuration file.
    case invalidURL = 3
    /// There is no such file, or it cannot be read.
    case fileNotFound = 4
    /// The customer is not subscribed to this product now.
    case noSubscriptionFound = 5
    /// The store has no transaction with this number.
    case noTransactionFound = 6
    /// No session was made yet, or the store's state does not allow the control.
    case invalidAction = 7
  }

  /// The kind of error.
  public let code: Code
  private let reason: String?
  /// The reason why the error occurred, under `NSUnderlyingErrorKey`.
  private let underlyingError: (any Error)?

  /// Creates an error with the reason under `NSLocalizedDescriptionKey`, and with the error under
  /// `NSUnderlyingErrorKey`.
  ///
  /// Other values of the user info are not kept, because an error can be sent to other tasks.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    reason = userInfo[NSLocalizedDescriptionKey] as? String
    underlyingError = userInfo[NSUnderlyingErrorKey] as? any Error
  }

  init(_ code: Code, reason: String) {
    self.code = code
    self.reason = reason
    underlyingError = nil
  }
}

extension SKTestError: Hashable {
  /// Returns whether both have the same code.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension SKTestError: CustomNSError, LocalizedError {
  /// The same as ``SKTestErrorDomain``.
  public static var errorDomain: String { SKTestErrorDomain }
  /// The number of the code.
  public var errorCode: Int { code.rawValue }
  /// The reason, under `NSLocalizedDescriptionKey`, and the error under `NSUnderlyingErrorKey` if one
  /// was given.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: sentence]
    info[NSUnderlyingErrorKey] = underlyingError
    return info
  }
  /// The same as ``errorUserInfo``.
  public var userInfo: [String: Any] { errorUserInfo }
  /// The reason, in English.
  public var errorDescription: String? { sentence }

  private var sentence: String { reason ?? code.sentence }
}

extension SKTestError {
  /// See ``Code/serviceUnavailable``.
  public static var serviceUnavailable: Code { .serviceUnavailable }
  /// See ``Code/invalidProductIdentifier``.
  public static var invalidProductIdentifier: Code { .invalidProductIdentifier }
  /// See ``Code/invalidProductType``.
  public static var invalidProductType: Code { .invalidProductType }
  /// See ``Code/invalidURL``.
  public static var invalidURL: Code { .invalidURL }
  /// See ``Code/fileNotFound``.
  public static var fileNotFound: Code { .fileNotFound }
  /// See ``Code/noSubscriptionFound``.
  public static var noSubscriptionFound: Code { .noSubscriptionFound }
  /// See ``Code/noTransactionFound``.
  public static var noTransactionFound: Code { .noTransactionFound }
  /// See ``Code/invalidAction``.
  public static var invalidAction: Code { .invalidAction }
}

extension SKTestError.Code {
  /// Returns whether an error has this code, for `catch SKTestError.fileNotFound`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? SKTestError)?.code == code
  }

  fileprivate var sentence: String {
    switch self {
    case .serviceUnavailable: "The test store is not available."
    case .invalidProductIdentifier: "The store does not sell this product."
    case .invalidProductType: "This is not possible for this type of product."
    case .invalidURL: "This is not the URL of a StoreKit configuration file."
    case .fileNotFound: "The StoreKit configuration file cannot be read."
    case .noSubscriptionFound: "The customer is not subscribed to this product now."
    case .noTransactionFound: "There is no transaction with this number."
    case .invalidAction:
      "This is not possible now: there is no test session, or the subscription's state "
        + "does not allow it."
    }
  }
}
