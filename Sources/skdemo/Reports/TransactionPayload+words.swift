import AppStorePayloads

// The words for transactions in lists.
extension TransactionPayload {
  /// The reason why the customer has it: a purchase, a renewal, or a family member.
  var cause: String { isShared ? "shared" : transactionReason.rawValue.lowercased() }

  /// The kind of its revocation.
  var end: String { isShared ? "not shared" : "refunded" }

  private var isShared: Bool { inAppOwnershipType == .familyShared }
}
