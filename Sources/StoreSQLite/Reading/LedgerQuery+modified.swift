// The pages of a history in the order of the last modifications, and of refunds. Each query begins after
// a place, found by index, and is read only as far as its page goes.
extension LedgerQuery {
  /// All columns of a customer's transactions between two places, by the index `transaction_modified`.
  static func allModified(isAscending: Bool) -> String {
    transactions("*", by: "transaction_modified") + order(isAscending: isAscending)
      + "\nLIMIT :limit"
  }

  /// The transactions of a customer between two places, by the index `transaction_modified`.
  static func modified(isAscending: Bool) -> String {
    candidates(by: "transaction_modified") + order(isAscending: isAscending)
  }

  /// The transactions of a customer between two places that were bought between two dates, by the index
  /// `transaction_bought`.
  ///
  /// SQLite sorts them, so there must be few; see ``countBought``.
  static func modified(boughtInOrder isAscending: Bool) -> String {
    candidates(
      by: "transaction_bought", where: "AND purchase_date >= :start AND purchase_date < :end")
      + order(isAscending: isAscending)
  }

  /// The number of transactions that a customer bought between two dates, counted up to a limit.
  static let countBought = """
    SELECT count(*) FROM (
      SELECT 1 FROM "transaction" INDEXED BY transaction_bought
      WHERE customer = :customer AND modified_sequence > -1
        AND purchase_date >= :start AND purchase_date < :end
      LIMIT :limit)
    """

  /// The transactions of a customer between two places, of `count` products in one state each.
  ///
  /// Each product is a part of the query, by the index `transaction_modified_in_state`. SQLite
  /// merges the parts while it reads them.
  static func modified(inStates count: Int, isAscending: Bool) -> String {
    (0..<count)
      .map { index in
        candidates(
          by: "transaction_modified_in_state",
          where:
            "AND product_id = :product\(index) AND \(TransactionState.expression) = :state\(index)")
      }
      .joined(separator: "\nUNION ALL\n") + order(isAscending: isAscending)
  }

  /// The values by which a transaction is selected.
  private static func candidates(by index: String, where condition: String = "") -> String {
    transactions(
      """
      modified_sequence, id, product_id, type, group_id, purchase_date,
        \(TransactionState.expression) AS state
      """, by: index, where: condition)
  }

  /// The condition of the index is last, because SQLite begins to read at the first lower bound.
  private static func transactions(
    _ columns: String, by index: String, where condition: String = ""
  ) -> String {
    """
    SELECT \(columns) FROM "transaction" INDEXED BY \(index)
    WHERE customer = :customer \(condition)
      AND (modified_sequence, id) > (:afterSequence, :afterID)
      AND (modified_sequence, id) < (:beforeSequence, :beforeID) AND modified_sequence > -1
    """
  }

  private static func order(isAscending: Bool) -> String {
    isAscending
      ? "\nORDER BY modified_sequence, id" : "\nORDER BY modified_sequence DESC, id DESC"
  }

  /// The products that a customer has bought, each found by the index `transaction_of_product`.
  ///
  /// A product keeps its type and its group.
  static let products = """
    WITH RECURSIVE product (id) AS (
      SELECT min(product_id) FROM "transaction" WHERE customer = :customer
      UNION ALL
      SELECT (
        SELECT min(product_id) FROM "transaction"
        WHERE customer = :customer AND product_id > product.id)
      FROM product WHERE product.id IS NOT NULL)
    SELECT latest.product_id, latest.type, latest.group_id
    FROM product JOIN "transaction" AS latest ON latest.id = (
      SELECT max(id) FROM "transaction" WHERE customer = :customer AND product_id = product.id)
    """

  /// The refunds of a customer by date, by the index `transaction_refunded`.
  static let refunded = """
    SELECT * FROM "transaction"
    WHERE customer = :customer AND revocation_date IS NOT NULL AND purchaser IS NULL
      AND (revocation_date, modified_sequence, id) > (:date, :sequence, :id)
    ORDER BY revocation_date, modified_sequence, id LIMIT :limit
    """
}
