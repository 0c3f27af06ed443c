extension DatabaseSchema {
  /// Earlier versions did not store the number of periods of an offer that is paid as you go.
  ///
  /// The running offer of a transaction's period has it. The last period of an offer has no running
  /// offer, so its number is that of the period before.
  static let offerPeriodCounts = """
    ALTER TABLE "transaction" ADD COLUMN offer_period_count INTEGER
      CHECK (offer_period_count IS NULL OR offer_type IS NOT NULL AND offer_period_count > 0);
    WITH began AS (
      SELECT CAST(body ->> '$.periodBegan.subscription.transactionID' AS INTEGER) AS id,
        body -> '$.periodBegan.subscription.term' AS term,
        lag(body -> '$.periodBegan.subscription.term') OVER (
          PARTITION BY customer, body ->> '$.periodBegan.subscription.groupID' ORDER BY sequence
        ) AS past
      FROM event WHERE body ->> '$.periodBegan' IS NOT NULL),
    running AS (
      SELECT began.id, coalesce(term -> '$.offer.offer', past -> '$.offer.offer') AS offer
      FROM began JOIN "transaction" ON "transaction".id = began.id
      WHERE term -> '$.offer' IS NOT NULL
        OR reason = 'RENEWAL' AND term ->> '$.productID' = past ->> '$.productID')
    UPDATE "transaction" SET offer_period_count = running.offer ->> '$.periodCount'
    FROM running
    WHERE running.id = "transaction".id AND running.offer ->> '$.type' = offer_type
      AND running.offer ->> '$.id' IS offer_id;
    """

  /// A customer can redeem one code of an offer: the codes that they have redeemed are found
  /// without reading those of others.
  static let redeemedCodes = """
    CREATE INDEX offer_code_redemption_of_customer ON offer_code_redemption (customer, code);
    """

  /// The grace period can be for renewals of paid periods only.
  static let paidToPaidGrace = """
    ALTER TABLE store ADD COLUMN grace_period_renewal_type TEXT NOT NULL DEFAULT 'ALL_RENEWALS'
      CHECK (grace_period_renewal_type IN ('ALL_RENEWALS', 'PAID_TO_PAID_ONLY'));
    """
}
