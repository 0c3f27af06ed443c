extension DatabaseSchema {
  /// Versions before the life of a plan did not count them; replaying their events does.
  static let paidDays = """
    WITH paid (customer, group_id, period) AS (
      SELECT event.customer, "transaction".group_id,
        coalesce(offer_period, event.body ->> '$.periodBegan.subscription.term.period')
      FROM event JOIN "transaction"
        ON "transaction".id
          = CAST(event.body ->> '$.periodBegan.subscription.transactionID' AS INTEGER)
      WHERE event.body ->> '$.periodBegan' IS NOT NULL AND price > 0)
    UPDATE subscription SET paid_days = days.total
    FROM (
      SELECT customer, group_id, sum(
        CAST(substr(period, 2, length(period) - 2) AS INTEGER)
        * CASE substr(period, -1) WHEN 'D' THEN 1 WHEN 'W' THEN 7 WHEN 'M' THEN 30 ELSE 360 END
      ) AS total FROM paid GROUP BY customer, group_id) AS days
    WHERE days.customer = subscription.customer AND days.group_id = subscription.group_id
      AND paid_days = 0;
    """

  /// The first versions that counted paid days began with 0, so every number is counted again, as
  /// ``StoreEngine/Ledger/apply(_:)`` does: the billing cycle of a purchase has all its periods, and a
  /// renewal adds one.
  static let allPaidDays = """
    WITH began AS (
      SELECT event.customer, "transaction".group_id, "transaction".reason, offer_period,
        event.body -> '$.periodBegan.subscription.term' AS term
      FROM event JOIN "transaction"
        ON "transaction".id
          = CAST(event.body ->> '$.periodBegan.subscription.transactionID' AS INTEGER)
      WHERE event.body ->> '$.periodBegan' IS NOT NULL AND price > 0),
    paid AS (
      SELECT customer, group_id,
        CASE reason WHEN 'PURCHASE' THEN term ->> '$.cadence.unit'
          ELSE coalesce(offer_period, term ->> '$.period') END AS period,
        CASE reason WHEN 'PURCHASE' THEN term ->> '$.cadence.count' ELSE 1 END AS times
      FROM began)
    UPDATE subscription SET paid_days = days.total
    FROM (
      SELECT customer, group_id, sum(
        times * CAST(substr(period, 2, length(period) - 2) AS INTEGER)
        * CASE substr(period, -1) WHEN 'D' THEN 1 WHEN 'W' THEN 7 WHEN 'M' THEN 30 ELSE 360 END
      ) AS total FROM paid GROUP BY customer, group_id) AS days
    WHERE days.customer = subscription.customer AND days.group_id = subscription.group_id;
    """
}
