extension DatabaseSchema {
  /// A developer who repeats the request for an extension gets the answer of the first one, which is found
  /// by the primary key.
  static let grantedExtensions = """
    CREATE TABLE granted_extension (
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      original_id INTEGER NOT NULL,
      request_identifier TEXT NOT NULL CHECK (request_identifier <> ''),
      body TEXT NOT NULL CHECK (json_valid(body)),
      PRIMARY KEY (customer, original_id, request_identifier)
    ) STRICT, WITHOUT ROWID;
    """
}
