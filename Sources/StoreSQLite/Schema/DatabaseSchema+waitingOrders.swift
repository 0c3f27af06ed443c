extension DatabaseSchema {
  /// Orders can wait for approval or for a step in the customer's account.
  static let waitingOrders = """
    CREATE TABLE waiting_order (
      number INTEGER PRIMARY KEY,
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (length(key) = 36),
      due_date INTEGER,
      body TEXT NOT NULL CHECK (json_valid(body)),
      UNIQUE (customer, key)
    ) STRICT;
    CREATE INDEX waiting_order_due ON waiting_order (due_date, customer)
      WHERE due_date IS NOT NULL;
    -- The key of the order that an order repeats; it has the fate of that one.
    ALTER TABLE orders ADD COLUMN original TEXT
      CHECK (original IS NULL OR (length(original) = 36 AND request IS NULL));
    ALTER TABLE store ADD COLUMN ask_to_buy INTEGER NOT NULL DEFAULT 0
      CHECK (ask_to_buy IN (0, 1));
    ALTER TABLE store ADD COLUMN interrupted_purchases INTEGER NOT NULL DEFAULT 0
      CHECK (interrupted_purchases IN (0, 1));
    """

  /// Customers learn what became of their orders that waited.
  static let unapprovedOrders = """
    CREATE TABLE unapproved_order (
      customer INTEGER NOT NULL REFERENCES customer (number) ON DELETE CASCADE,
      product_id TEXT NOT NULL CHECK (product_id != ''),
      body TEXT NOT NULL CHECK (json_valid(body)),
      PRIMARY KEY (customer, product_id)
    ) STRICT, WITHOUT ROWID;
    """
}
