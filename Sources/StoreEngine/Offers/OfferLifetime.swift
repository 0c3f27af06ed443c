import Foundation
import StoreAPI

/// How long the signature of an offer is accepted.
///
/// Source: "Generating a signature for promotional offers" in StoreKit: 24 hours.
enum OfferLifetime {
  /// How long after it was signed, in seconds.
  static let lifetime: TimeInterval = 24 * 3600
  /// How far the clock of the app's server may be ahead, in seconds.
  static let clockSkew: TimeInterval = 300

  /// Checks when a signature was made.
  ///
  /// - Parameters:
  ///   - date: When it was signed, in seconds since 1970.
  ///   - wall: The time of the machine's clock, because the app's server knows no other.
  /// - Throws: ``StoreAPI/StoreError/invalidOfferSignature(reason:)`` if that was too long ago or is yet to
  ///   come.
  static func check(_ date: Double, at wall: Date) throws(StoreError) {
    let age = wall.timeIntervalSince1970 - date
    guard age <= lifetime else {
      throw .invalidOfferSignature(reason: "it was signed more than 24 hours ago: sign a new one")
    }
    guard age >= -clockSkew else {
      throw .invalidOfferSignature(
        reason: "it was signed in the future: correct the clock of the app's server")
    }
  }
}
