import Foundation
import StoreAPI

/// The time in which the signature of an offer is accepted.
///
/// Source: "Generating a signature for promotional offers" in StoreKit: 24 hours.
enum OfferLifetime {
  /// The time after the signature, in seconds.
  static let lifetime: TimeInterval = 24 * 3600
  /// The maximum difference by which the clock of the app's server may be ahead, in seconds.
  static let clockSkew: TimeInterval = 300

  /// Checks when a signature was made.
  ///
  /// - Parameters:
  ///   - date: The time of the signature, in seconds since 1970.
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
