import StoreAPI

// The answers of StoreKit's statics and properties, computed from what the session holds.
extension StoreSession {
  func result(_ signed: Signed<TransactionPayload>) -> VerificationResult<Transaction> {
    signed.result { Transaction(signed: $0, session: self) }
  }

  /// Returns the customer's transactions, newest first; offline, those that the device keeps.
  func transactions(of productID: String?) async -> [VerificationResult<Transaction>] {
    do {
      let tokens = try await ask { backend throws(StoreFault) in
        try await backend.transactions(
          of: productID, includingFinishedConsumables: includesFinishedConsumables)
      }
      return await reader.read(tokens.value).map(result)
    } catch .unavailable {
      let known = await keptTransactions()
      return known.filter { productID == nil || $0.payload.productId == productID }.map(result)
    } catch {
      environment.diagnose(.failed(doing: "asking for transactions", reason: "\(error)"))
      return []
    }
  }

  func latestTransaction(of productID: String) async -> VerificationResult<Transaction>? {
    let held = await snapshot().latestTransaction(of: productID)
    if let held, held.unsafePayloadValue.productType != .consumable { return held }
    let type = withState { $0.products.first { $0.id == productID }?.type }
    // The holdings have the latest of every product that was ever bought, but for consumables.
    guard type == nil || type == .consumable else { return nil }
    return await transactions(of: productID).first
  }

  /// What the device keeps of the customer's transactions, newest first.
  private func keptTransactions() async -> [Signed<TransactionPayload>] {
    let held = withState { $0.customer.holdings.transactions }
    let ids = Set(held.map(\.payload.transactionId))
    let others = await keptUnfinished().filter { !ids.contains($0.payload.transactionId) }
    return (held + others).sorted { $0.payload.transactionId > $1.payload.transactionId }
  }

  /// Asks the customer to authenticate, then the store for everything, and announces what is
  /// unfinished.
  func sync() async throws {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    do {
      _ = try await refreshedHoldings()
      transactionBroadcast.send(.allUnfinished)
    } catch {
      throw error.storeKitError
    }
  }
}
