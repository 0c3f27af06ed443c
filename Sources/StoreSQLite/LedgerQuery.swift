/// The queries whose cost must not grow with a customer's past or the number of accounts; tests look at their plans.
enum LedgerQuery {
  static let nextDue = """
    SELECT customer, due_date FROM subscription
    WHERE due_date <= ? ORDER BY due_date, customer LIMIT 1
    """

  /// The next of the costs that passwords have: asked for one after the other, each is found by
  /// index, where `DISTINCT` would go over all passwords.
  static let nextPasswordCost = """
    SELECT rounds, block_size, parallelism FROM password
    WHERE (rounds, block_size, parallelism) > (?, ?, ?)
    ORDER BY rounds, block_size, parallelism LIMIT 1
    """

  /// Goes from product to product by index, and to the newest transaction of each: grouping would
  /// read them all.
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

  /// Goes back by index over what was revoked, and no further.
  static let latestStanding = """
    SELECT * FROM "transaction"
    WHERE customer = ? AND product_id = ? AND revocation_date IS NULL ORDER BY id DESC LIMIT 1
    """
}
