extension DatabaseSchema {
  /// The public halves of the keys with which an app's server signs its tokens.
  ///
  /// A key is listed even after it was revoked, in the order in which keys were made.
  static let apiKeys = """
    CREATE TABLE api_key (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE CHECK (length(id) = 10),
      public_key BLOB NOT NULL CHECK (length(public_key) = 64),
      date INTEGER NOT NULL,
      revocation_date INTEGER
    ) STRICT;
    CREATE TRIGGER api_key_stays BEFORE DELETE ON api_key
    BEGIN SELECT RAISE(ABORT, 'an API key is revoked and not deleted'); END;
    CREATE TRIGGER api_key_stays_revoked BEFORE UPDATE ON api_key
    WHEN OLD.revocation_date IS NOT NULL
      OR NEW.id <> OLD.id OR NEW.public_key <> OLD.public_key
    BEGIN SELECT RAISE(ABORT, 'an API key can only be revoked, and once'); END;
    """
}
