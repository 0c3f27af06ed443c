import StoreAPI

// What StoreKit's statics and properties answer, made of what the session holds.
extension StoreSession {
  func result(_ signed: Signed<TransactionPayload>) -> VerificationResult<Transaction> {
    signed.result { Transaction(signed: $0, session: self) }
  }

  func currentEntitlements() async -> [VerificationResult<Transaction>] {
    await snapshot().entitlements
  }

  func unfinished() async -> [VerificationResult<Transaction>] {
    await snapshot().unfinished
  }

  /// The customer's transactions, newest first; offline, those that the device keeps.
  func transactions(of productID: String?) async -> [VerificationResult<Transaction>] {
    do {
      let tokens = try await ask { backend throws(StoreFault) in
        try await backend.transactions(
          of: productID, includingFinishedConsumables: includesFinishedConsumables)
      }
      return await reader.read(tokens).map(result)
    } catch {
      let known = await heldAfter(error).transactions
      return known.filter { productID == nil || $0.payload.productId == productID }.map(result)
    }
  }

  func latestTransaction(of productID: String) async -> VerificationResult<Transaction>? {
    let held = await holdings().transactions.first { $0.payload.productId == productID }
    if let held, held.payload.type != .consumable { return result(held) }
    let type = withState { $0.products.first { $0.id == productID }?.type }
    // The holdings have the latest of every product that was ever bought, but for consumables.
    guard type == nil || type == .consumable else { return nil }
    return await transactions(of: productID).first
  }

  /// Tells the store that a transaction is delivered; if it cannot be told, it is not finished.
  func finish(_ id: TransactionID) async {
    do {
      _ = try await ask { backend throws(StoreFault) in try await backend.finish(id) }
      await receive(.finished(id))
    } catch {
      environment.diagnose(.failed(doing: "finishing transaction \(id)", reason: "\(error)"))
    }
  }

  /// Restores: authentication, then everything is asked again and offered to those who listen.
  func sync() async throws {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    do {
      announceElsewhere(try await refreshedHoldings().unfinished)
    } catch {
      throw error.storeKitError
    }
  }

  /// What the device knows when the store cannot be reached; nothing when the store refused.
  private func heldAfter(_ fault: StoreFault) async -> CustomerHoldings {
    if case .unavailable = fault { return withState { $0.customer.holdings } }
    environment.diagnose(.failed(doing: "asking for transactions", reason: "\(fault)"))
    return CustomerHoldings()
  }
}
