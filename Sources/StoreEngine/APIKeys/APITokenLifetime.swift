import AppStorePayloads
import AppStoreServerAPI
import Foundation

/// The time during which a token is accepted.
///
/// Apple's documentation requires `iat`, and Apple's own libraries do not send it. A token without
/// it counts as made now. Source: "Generating JSON Web Tokens for API requests": 60 minutes.
struct APITokenLifetime: Hashable, Sendable {
  /// The longest time from `iat` to `exp`, in seconds.
  static let limit: TimeInterval = 3600
  /// The maximum difference by which the clock of the app's server may be ahead, in seconds.
  static let clockSkew: TimeInterval = 60

  /// `iat`, in seconds since 1970.
  var issued: Double?
  /// `nbf`, in seconds since 1970.
  var start: Double?
  /// `exp`, in seconds since 1970: from then on, the token is not valid.
  var expiration: Double

  init(issued: Double? = nil, start: Double? = nil, expiration: Double) {
    (self.issued, self.start, self.expiration) = (issued, start, expiration)
  }

  /// Reads the times of a token.
  ///
  /// - Throws: `InvalidTokenError` if there is no `exp`, or if a time is not a number.
  init(_ claims: APITokenFields) throws(InvalidTokenError) {
    guard let expiration = try claims.time("exp") else {
      throw InvalidTokenError("its payload has no 'exp'")
    }
    self.init(
      issued: try claims.time("iat"), start: try claims.time("nbf"), expiration: expiration)
  }

  /// Checks that the token may be used.
  ///
  /// - Parameter wall: The time of the machine's clock.
  /// - Throws: `InvalidTokenError` if it may not be used yet or no longer, or if it is valid for longer than
  ///   60 minutes.
  func check(at wall: Date) throws(InvalidTokenError) {
    let now = wall.timeIntervalSince1970
    if let issued, expiration <= issued {
      throw InvalidTokenError("its 'exp' is not later than its 'iat'")
    }
    guard expiration > now else {
      throw InvalidTokenError("it expired \((now - expiration).seconds) ago: make a new one")
    }
    for (name, time) in [("iat", issued), ("nbf", start)] {
      guard let time, time > now + Self.clockSkew else { continue }
      throw InvalidTokenError(
        "its '\(name)' is \((time - now).seconds) in the future: correct the clock of the app's server"
      )
    }
    try checkLength(from: issued ?? now)
  }

  private func checkLength(from start: Double) throws(InvalidTokenError) {
    guard expiration - start <= Self.limit else {
      throw InvalidTokenError(
        "it is valid for more than \(Self.limit.seconds): make 'exp' earlier")
    }
  }
}

extension TimeInterval {
  /// The time in whole seconds, rounded up, in words.
  fileprivate var seconds: String { "\(Int64(clamping: rounded(.up))) s" }
}
