extension DatabaseSchema {
  /// A customer's history in the order of the last modifications, and their refunds by date.
  ///
  /// A transaction has the sequence of the last event that changed what a signed payload shows.
  /// Earlier versions did not store it, so their transactions get places in the order of their
  /// dates. These places are lower than every later sequence, because each transaction has an event
  /// of its own.
  ///
  /// Every sequence is greater than -1: SQLite takes these indexes only for queries that say so.
  static let modifications = """
    ALTER TABLE "transaction" ADD COLUMN modified_sequence INTEGER NOT NULL DEFAULT 0
      CHECK (modified_sequence >= 0);
    UPDATE "transaction" SET modified_sequence = ranked.place FROM (
      SELECT id, row_number() OVER (
        PARTITION BY customer ORDER BY coalesce(revocation_date, purchase_date), id) AS place
      FROM "transaction") AS ranked
    WHERE ranked.id = "transaction".id;
    CREATE INDEX transaction_modified ON "transaction" (customer, modified_sequence)
      WHERE modified_sequence > -1;
    -- The third term is the state of a transaction: 1 revoked, 2 a finished consumable that is not, and 4
    -- more for one that a family member shares.
    CREATE INDEX transaction_modified_in_state ON "transaction" (customer, product_id,
      (revocation_date IS NOT NULL)
        + 2 * (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL)
        + 4 * (purchaser IS NOT NULL),
      modified_sequence) WHERE modified_sequence > -1;
    CREATE INDEX transaction_bought ON "transaction" (customer, purchase_date)
      WHERE modified_sequence > -1;
    CREATE INDEX transaction_refunded ON "transaction" (customer, revocation_date, modified_sequence)
      WHERE revocation_date IS NOT NULL AND purchaser IS NULL;
    """
}
