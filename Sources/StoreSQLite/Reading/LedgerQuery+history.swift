import StoreEngine

// The pages of a history. Each query reads as many rows as it returns: it begins after a
// transaction, found by index, and never at a row number.
extension LedgerQuery {
  /// The condition for rows of a history without finished consumables; the indexes of
  /// ``DatabaseSchema`` repeat it.
  private static let isListed =
    "NOT (type = 'Consumable' AND is_finished = 1 AND revocation_date IS NULL)"

  /// All transactions of a customer: those of a restored store, and those from before, whose IDs follow
  /// each other in the table, as the schema checks.
  static let history = """
    SELECT * FROM "transaction" INDEXED BY transaction_restored
    WHERE customer = :customer AND id >= \(TransactionNumbers.firstRestored) AND id < :before
    UNION ALL
    SELECT * FROM "transaction"
    WHERE id >= :customer * \(CustomerNumber.span)
      AND id < min(:before, (:customer + 1) * \(CustomerNumber.span))
    ORDER BY id DESC LIMIT :limit
    """

  /// The transactions of a customer without finished consumables.
  static let listedHistory = """
    SELECT * FROM "transaction"
    WHERE customer = :customer AND id < :before AND \(isListed)
    ORDER BY id DESC LIMIT :limit
    """

  /// The transactions of one product.
  static let historyOfProduct = """
    SELECT * FROM "transaction"
    WHERE customer = :customer AND product_id = :product AND id < :before
    ORDER BY id DESC LIMIT :limit
    """

  /// The transactions of one consumable without the finished ones.
  static let listedHistoryOfConsumable = """
    SELECT * FROM "transaction"
    WHERE customer = :customer AND product_id = :product AND id < :before
      AND type = 'Consumable' AND NOT (is_finished = 1 AND revocation_date IS NULL)
    ORDER BY id DESC LIMIT :limit
    """

  /// The type of a product that a customer has bought; a product keeps its type.
  static let typeOfProduct = """
    SELECT type FROM "transaction" WHERE customer = ? AND product_id = ? LIMIT 1
    """

  /// The transactions of the store from a date on backwards, those of the date itself before an ID.
  static let storedTransactions = """
    SELECT account.name AS account_name, page.* FROM (
      SELECT * FROM "transaction"
      WHERE purchase_date = :date AND id < :before
      UNION ALL
      SELECT * FROM "transaction" WHERE purchase_date < :date
      ORDER BY purchase_date DESC, id DESC LIMIT :limit) AS page
    CROSS JOIN customer ON customer.number = page.customer
    CROSS JOIN account ON account.id = customer.account
    ORDER BY purchase_date DESC, page.id DESC
    """

  /// The transactions of one customer, with the name of their account.
  static let storedTransactionsOfCustomer = """
    SELECT account.name AS account_name, page.* FROM (\(history)) AS page
    CROSS JOIN customer ON customer.number = page.customer
    CROSS JOIN account ON account.id = customer.account
    ORDER BY page.id DESC
    """

  /// The latest transactions of the subscriptions of the store, own and shared, from one subscription of
  /// a customer on backwards.
  static let latestPeriods = """
    SELECT customer, original_id, transaction_id FROM subscription
    WHERE customer <= :customer AND (customer < :customer OR original_id < :original)
    UNION ALL
    SELECT shared_plan.customer, "transaction".original_id, transaction_id FROM shared_plan
    CROSS JOIN "transaction" ON "transaction".id = shared_plan.transaction_id
    WHERE shared_plan.customer <= :customer
      AND (shared_plan.customer < :customer OR "transaction".original_id < :original)
    ORDER BY customer DESC, original_id DESC LIMIT :limit
    """

  /// The subscription with this transaction as its latest.
  static let subscriptionOfPeriod = "SELECT * FROM subscription WHERE transaction_id = ?"

  /// The shared plan with this transaction as its latest.
  static let sharedPlanOfPeriod = "SELECT * FROM shared_plan WHERE transaction_id = ?"

  /// One transaction, with the name of its account.
  static let storedTransaction = """
    SELECT account.name AS account_name, "transaction".* FROM "transaction"
    JOIN customer ON customer.number = "transaction".customer
    JOIN account ON account.id = customer.account
    WHERE "transaction".id = ?
    """
}
