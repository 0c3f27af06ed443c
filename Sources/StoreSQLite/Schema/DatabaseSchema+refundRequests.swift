extension DatabaseSchema {
  /// Customers can ask for refunds, and a refund can be taken back.
  static let refundRequests = """
    ALTER TABLE "transaction" ADD COLUMN refund_request TEXT
      CHECK (refund_request IS NULL OR json_valid(refund_request));
    ALTER TABLE store ADD COLUMN refunds_at_once INTEGER NOT NULL DEFAULT 0
      CHECK (refunds_at_once IN (0, 1));
    """
}
