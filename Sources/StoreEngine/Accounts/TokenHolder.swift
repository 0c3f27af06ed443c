import Foundation

/// The device or the sign-in that a token belongs to.
///
/// A client with such a token of an account has known the account's password.
package enum TokenHolder: Hashable, Sendable {
  /// The number of a device that is signed in.
  case device(Int64)
  case signIn(TokenHash)

  /// Unique among the holders of all accounts.
  var key: String {
    switch self {
    case .device(let number): "device \(number)"
    case .signIn(let hash): "sign-in \(hash.bytes.base64EncodedString())"
    }
  }
}
