extension DatabaseSchema {
  /// Versions before did not keep what a refund gave back; its event has it.
  ///
  /// The percentage of a revocation has five digits, too few for the cents of a large price.
  static let refundAmounts = """
    ALTER TABLE "transaction" ADD COLUMN refund_amount INTEGER
      CHECK (refund_amount IS NULL
        OR revocation_percentage IS NOT NULL AND refund_amount BETWEEN 0 AND refunded);
    WITH latest AS (
      SELECT CAST(body ->> '$.refunded.transactionID' AS INTEGER) AS id,
        CAST(round((body ->> '$.refunded.amount') * 1000) AS INTEGER) AS amount, max(sequence)
      FROM event WHERE body ->> '$.refunded' IS NOT NULL GROUP BY 1)
    UPDATE "transaction" SET refund_amount =
      (SELECT amount FROM latest WHERE latest.id = "transaction".id)
    WHERE revocation_percentage IS NOT NULL;
    """
}
