/// The sender of a request: the holder of a key, for an app.
package struct APICaller: Hashable, Sendable {
  /// The ID of the key that signed the token.
  package var keyID: String
  /// The token's `bid`.
  ///
  /// A caller for an app other than the store's has no customers here.
  package var bundleID: String

  package init(keyID: String, bundleID: String) {
    self.keyID = keyID
    self.bundleID = bundleID
  }
}
