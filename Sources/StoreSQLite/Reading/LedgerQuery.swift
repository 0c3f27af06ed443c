/// The queries whose cost must not grow with a customer's history or the number of accounts.
///
/// Tests check their query plans.
enum LedgerQuery {
  /// The subscriptions, the orders and the messages of any customer that are due first, merged from
  /// three indexes.
  static let due = """
    SELECT customer, due_date FROM subscription WHERE due_date <= :date
    UNION ALL
    SELECT customer, due_date FROM waiting_order WHERE due_date <= :date
    UNION ALL
    SELECT recipient AS customer, date AS due_date FROM family_message WHERE date <= :date
    ORDER BY due_date, customer LIMIT :limit
    """

  /// The orders that wait.
  static let waitingOrders = """
    SELECT waiting_order.*, account.name AS account_name FROM waiting_order
    JOIN customer ON customer.number = waiting_order.customer
    JOIN account ON account.id = customer.account ORDER BY waiting_order.number
    """

  /// One order that waits.
  static let waitingOrder = """
    SELECT waiting_order.*, account.name AS account_name FROM waiting_order
    JOIN customer ON customer.number = waiting_order.customer
    JOIN account ON account.id = customer.account WHERE waiting_order.number = ?
    """

  /// The customers with an active subscription whose next or present plan is one of these, in a list in
  /// JSON.
  static let subscribers = """
    SELECT customer FROM subscription
    WHERE auto_renew_preference IN (SELECT value FROM json_each(:plans)) AND due_date IS NOT NULL
    UNION
    SELECT customer FROM subscription
    WHERE json_extract(term, '$.productID') IN (SELECT value FROM json_each(:plans))
      AND due_date IS NOT NULL
    ORDER BY customer
    """

  /// The first request to extend all active subscribers that is not complete, found by
  /// `mass_extension_unfinished`.
  static let unfinishedMassExtension = """
    SELECT * FROM mass_extension WHERE is_complete = 0 ORDER BY number LIMIT 1
    """

  /// The next customers with an active subscription to a plan, found by `subscription_of_present_plan`.
  static let subscribersAfter = """
    SELECT customer FROM subscription
    WHERE json_extract(term, '$.productID') = :plan AND customer > :customer
      AND due_date IS NOT NULL
    ORDER BY customer LIMIT :limit
    """

  /// The customers with an unexpired plan among the products of a JSON list, and the members of
  /// families who own a non-consumable among them.
  static let sharers = """
    SELECT customer FROM subscription
    WHERE expiration_intent IS NULL
      AND json_extract(term, '$.productID') IN (SELECT value FROM json_each(:plans))
    UNION
    SELECT family_member.customer FROM family_member
    JOIN "transaction" ON "transaction".customer = family_member.customer
    WHERE product_id IN (SELECT value FROM json_each(:plans)) AND type = 'Non-Consumable'
      AND revocation_date IS NULL AND purchaser IS NULL
    ORDER BY customer
    """

  /// The active plans that members of families do not share.
  static let unsharedPlans = """
    SELECT family_member.customer, json_extract(term, '$.productID') AS product_id
    FROM family_member JOIN subscription ON subscription.customer = family_member.customer
    WHERE is_shared_with_family = 0 AND due_date IS NOT NULL
    ORDER BY family_member.customer, product_id
    """

  /// The customers with a subscription at a price that they have agreed to, which is active, or was
  /// revoked and can be active again.
  static let agreedPrices = """
    SELECT DISTINCT customer FROM subscription
    WHERE expiration_intent IS NULL
      AND coalesce(
        billing_issue, price_increase, preserved_price, next_offer, json_extract(term, '$.offer'))
        IS NOT NULL
    ORDER BY customer
    """

  /// The codes of an offer that a customer has redeemed.
  static let redeemedCodes = """
    SELECT code FROM offer_code_redemption JOIN offer_code USING (code)
    WHERE customer = :customer AND terms ->> '$.productID' = :product
      AND terms ->> '$.reference' = :reference
    """

  /// The next cost that a password has.
  ///
  /// Each is found by index; `DISTINCT` would read all passwords.
  static let nextPasswordCost = """
    SELECT rounds, block_size, parallelism FROM password
    WHERE (rounds, block_size, parallelism) > (?, ?, ?)
    ORDER BY rounds, block_size, parallelism LIMIT 1
    """

  /// The latest transaction of each product, found by index; grouping would read all transactions.
  static let latestTransactions = """
    WITH RECURSIVE product (id) AS (
      SELECT min(product_id) FROM "transaction" WHERE customer = :customer
      UNION ALL
      SELECT (
        SELECT min(product_id) FROM "transaction"
        WHERE customer = :customer AND product_id > product.id)
      FROM product WHERE product.id IS NOT NULL)
    SELECT latest.* FROM product JOIN "transaction" AS latest ON latest.id = (
      SELECT max(id) FROM "transaction" WHERE customer = :customer AND product_id = product.id)
    WHERE latest.type <> 'Consumable' ORDER BY latest.id
    """

  /// A page of the unfinished transactions of one device, merged from two indexes; it reads nothing
  /// that is finished or that another device delivers.
  static let unfinished = """
    SELECT * FROM "transaction"
    WHERE customer = :customer AND is_finished = 0 AND type <> 'Consumable' AND id > :after
    UNION ALL
    SELECT * FROM "transaction"
    WHERE customer = :customer AND is_finished = 0 AND type = 'Consumable'
      AND device = :device AND id > :after
    ORDER BY id LIMIT :limit
    """

  /// The unfinished consumables of all devices.
  static let undelivered = """
    SELECT * FROM "transaction"
    WHERE customer = ? AND is_finished = 0 AND type = 'Consumable'
    """

  /// The latest transaction of a product that is not revoked; reads only it and later ones.
  static let latestUnrevoked = """
    SELECT * FROM "transaction"
    WHERE customer = ? AND product_id = ? AND revocation_date IS NULL ORDER BY id DESC LIMIT 1
    """
}
