extension DatabaseSchema {
  /// The app's shared secret, as plain text, because notifications of version 1 contain it.
  static let sharedSecret = """
    ALTER TABLE store ADD COLUMN shared_secret TEXT CHECK (shared_secret <> '');
    """
}
