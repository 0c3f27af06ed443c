import Crypto
import Foundation

// The numbers that the App Store gives an app and its versions. Here they follow from the bundle ID, so that
// all stores of an app agree.
extension StoreEnvironment {
  /// Returns the app's Apple ID, of ten digits; `nil` except in production.
  package func appAppleID(of bundleID: String) -> Int64? { number(of: bundleID) }

  /// Returns the number of a version of the app, of ten digits; `nil` except in production.
  package func versionExternalIdentifier(of version: String, bundleID: String) -> Int64? {
    number(of: "\(bundleID) \(version)")
  }

  private func number(of text: String) -> Int64? {
    guard self == .production else { return nil }
    let hash = SHA256.hash(data: Data(text.utf8)).prefix(4)
    return hash.reduce(Int64(0)) { $0 << 8 | Int64($1) } + 1_000_000_000
  }
}
