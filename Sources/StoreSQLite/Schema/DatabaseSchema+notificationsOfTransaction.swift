extension DatabaseSchema {
  /// Finds the notifications about a transaction, which the operator sees with it.
  static let notificationsOfTransaction = """
    CREATE INDEX notification_of_transaction ON notification (transaction_id, number)
      WHERE transaction_id IS NOT NULL;
    """
}
