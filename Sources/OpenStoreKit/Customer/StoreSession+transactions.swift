import AppStorePayloads
import StoreAPI

// The answers of StoreKit's static members and properties, computed from the session's state.
extension StoreSession {
  func result(_ signed: Signed<TransactionPayload>) -> VerificationResult<Transaction> {
    result(signed) { Transaction(signed: $0, session: self) }
  }

  /// Asks for a page of the customer's transactions.
  func historyPage(
    of productID: String?, includingFinishedConsumables: Bool, limit: Int, at revision: String?
  ) async throws(StoreError) -> HistoryPage {
    let request = TransactionsRequest(
      productID: productID, includingFinishedConsumables: includingFinishedConsumables,
      limit: limit, revision: revision)
    return try await ask { backend throws(StoreError) in try await backend.transactions(request) }
      .value
  }

  func latestTransaction(of productID: String) async -> VerificationResult<Transaction>? {
    let held = await snapshot().latestTransaction(of: productID)
    if let held, held.unsafePayloadValue.productType != .consumable { return held }
    let type = productCache.known.first { $0.id == productID }?.type
    // The purchases include the latest transaction of every product that was ever bought, except
    // consumables.
    guard type == nil || type == .consumable else { return nil }
    var history = HistoryReader(of: self, productID: productID, limit: 1)
    let latest = await history.next()
    if latest == nil { diagnose(history.incompleteness) }
    return latest
  }

  /// Returns a transaction of the customer, even of a finished consumable; `nil` if the ID is not
  /// one of theirs, or if the store cannot be reached and the device does not keep it.
  ///
  /// Asks the store if the device does not keep it.
  package func transaction(_ id: UInt64) async -> VerificationResult<Transaction>? {
    let kept = await keptTransactions(of: nil)
    let asked = kept.contains { $0.payload.transactionId.rawValue == id } ? [] : await ask(for: id)
    return (kept + asked).first { $0.payload.transactionId.rawValue == id }.map(result)
  }

  private func ask(for id: UInt64) async -> [Signed<TransactionPayload>] {
    let answer = try? await ask { backend throws(StoreError) in
      try await backend.transaction(TransactionID(rawValue: id))
    }
    return await reader.read((answer?.value).map { [$0] } ?? [])
  }

  /// Logs for the app's developer why a list of transactions is incomplete, if it is.
  func diagnose(_ incompleteness: HistoryIncompleteness?) {
    guard let incompleteness, incompleteness != .cancelled else { return }
    environment.diagnose(.incompleteHistory(reason: "\(incompleteness)"))
  }

  /// The customer's transactions that the device keeps, of all products or of one, newest first.
  func keptTransactions(of productID: String?) async -> [Signed<TransactionPayload>] {
    let held = customer.withLock { $0.purchases.transactions }
    let ids = Set(held.map(\.payload.transactionId))
    let others = await keptUnfinished().filter { !ids.contains($0.payload.transactionId) }
    return (held + others).filter { productID == nil || $0.payload.productId == productID }
      .sorted { $0.payload.transactionId > $1.payload.transactionId }
  }

  /// Returns the unfinished transactions that the device keeps, oldest first.
  func keptUnfinished() async -> [Signed<TransactionPayload>] {
    let record = persistence.record("reading unfinished transactions")
    return await reader.read(record?.unfinished?.map(\.jws) ?? [])
  }

  /// Asks the customer to authenticate, then the store for everything, and announces what is
  /// unfinished.
  func sync() async throws {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    do {
      _ = try await refreshedPurchases()
    } catch {
      throw error.storeKitError
    }
    try throwSimulatedError(of: .appStoreSync)
    updates.transactions.send(.allUnfinished)
  }
}
