import Foundation

/// A token that a client has from a store, of a device or of a sign-in.
struct KnownToken: Hashable {
  let token: String
  /// The root certificate (DER) of the store that gave it; a store with another root must not get it.
  let root: Data
}
