import AppStorePayloads

/// What a customer has, in a notification of version 1.
///
/// Source: "unified_receipt" in the documentation of App Store Server Notifications.
struct UnifiedReceipt: Encodable {
  let environment: StoreEnvironment
  let latest: LatestReceipt

  /// The maximum number of transactions; older ones are left out.
  static let transactionLimit = 100

  init(_ latest: LatestReceipt, in environment: StoreEnvironment) {
    self.environment = environment
    self.latest = LatestReceipt(
      receipt: latest.receipt,
      transactions: Array(latest.transactions.prefix(Self.transactionLimit)),
      renewals: latest.renewals)
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ReceiptKey.self)
    try fields.encode(ReceiptStatus.valid.rawValue, forKey: "status")
    try fields.encode(environment.rawValue, forKey: "environment")
    try latest.encode(into: &fields)
  }
}
