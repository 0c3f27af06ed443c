import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Asks the customer to authenticate, writes the receipt, and reads what original StoreKit restores,
  /// oldest first.
  ///
  /// Costs one request for each page of the history and of what is unfinished.
  ///
  /// - Throws: ``StoreKitError``: `userCancelled` if the customer declined, `networkError` if the store
  ///   cannot be reached.
  func restoredTransactions() async throws -> [BoughtTransaction] {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    _ = try await asStoreKit { () async throws(StoreError) in try await refreshedPurchases() }
    try throwSimulatedError(of: .appStoreSync)
    let unfinished = try await asStoreKit { () async throws(StoreError) in
      try await unfinishedIDs()
    }
    await updateReceipt()
    return try await history().filter {
      $0.payload.isRestorable && !unfinished.contains($0.payload.transactionId)
    }.reversed().compactMap(bought)
  }

  /// The customer's transactions, newest first.
  private func history() async throws -> [Signed<TransactionPayload>] {
    var reader = HistoryReader(of: self)
    var transactions: [Signed<TransactionPayload>] = []
    while let page = await reader.nextPage() {
      transactions += page.map(\.unsafePayloadValue.signed)
    }
    if let incompleteness = reader.incompleteness {
      guard !incompleteness.isUnreachable else {
        throw StoreError.unavailable(reason: "\(incompleteness)").storeKitError
      }
      environment.diagnose(.incompleteHistory(reason: "\(incompleteness)"))
    }
    return transactions
  }

  private func unfinishedIDs() async throws(StoreError) -> Set<TransactionID> {
    var pages = UnfinishedPages(of: self)
    var ids: Set<TransactionID> = []
    while let signed = try await pages.next() { ids.insert(signed.payload.transactionId) }
    return ids
  }

  private func asStoreKit<Value>(
    _ question: () async throws(StoreError) -> Value
  ) async throws -> Value {
    do {
      return try await question()
    } catch {
      throw error.storeKitError
    }
  }
}
