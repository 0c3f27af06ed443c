extension DatabaseSchema {
  /// Finds the refund requests that wait, by the date on which the developer's server was last asked about
  /// them.
  static let consumptionRequests = """
    CREATE INDEX refund_request_pending ON "transaction" (
      coalesce(json_extract(refund_request, '$.consumptionRequestDate'),
        json_extract(refund_request, '$.date')), id)
      WHERE json_extract(refund_request, '$.state') = 'PENDING'
        AND type IN ('Consumable', 'Auto-Renewable Subscription');
    """
}
