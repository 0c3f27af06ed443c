extension DatabaseSchema {
  /// A developer who repeats the request for an extension gets the answer of the first request,
  /// which is found by the primary key.
  static let grantedExtensions = """
    CREATE TABLE granted_extension (
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      original_id INTEGER NOT NULL,
      request_identifier TEXT NOT NULL CHECK (request_identifier <> ''),
      body TEXT NOT NULL CHECK (json_valid(body)),
      PRIMARY KEY (customer, original_id, request_identifier)
    ) STRICT, WITHOUT ROWID;
    """

  /// Requests to extend all active subscribers are performed in steps, in the order in which they
  /// were made.
  ///
  /// A step finds the next subscribers of a plan in the order of their customers.
  static let massExtensions = """
    CREATE TABLE mass_extension (
      number INTEGER PRIMARY KEY,
      product_id TEXT NOT NULL CHECK (product_id <> ''),
      request_identifier TEXT NOT NULL CHECK (request_identifier <> ''),
      body TEXT NOT NULL CHECK (json_valid(body)),
      progress TEXT NOT NULL CHECK (json_valid(progress)),
      is_complete INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
      UNIQUE (product_id, request_identifier),
      CHECK (is_complete = (progress ->> '$.completeDate' IS NOT NULL))
    ) STRICT;
    CREATE INDEX mass_extension_unfinished ON mass_extension (is_complete, number);
    DROP INDEX subscription_of_present_plan;
    CREATE INDEX subscription_of_present_plan
      ON subscription (json_extract(term, '$.productID'), customer) WHERE due_date IS NOT NULL;
    """
}
