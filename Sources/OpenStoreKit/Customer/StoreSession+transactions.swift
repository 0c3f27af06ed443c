import StoreAPI

// What StoreKit's statics and properties answer, made of what the session holds.
extension StoreSession {
  func result(_ signed: Signed<TransactionPayload>) -> VerificationResult<Transaction> {
    signed.result { Transaction(signed: $0, session: self) }
  }

  func currentEntitlements() async -> [VerificationResult<Transaction>] {
    await holdings().entitlements(at: now).map(result)
  }

  func unfinished() async -> [VerificationResult<Transaction>] {
    await holdings().unfinished.map(result)
  }

  /// The customer's transactions, newest first; offline, those that the device keeps.
  func transactions(of productID: String?) async -> [VerificationResult<Transaction>] {
    do {
      return try await read(
        ask { backend throws(StoreFault) in
          try await backend.transactions(
            of: productID, includingFinishedConsumables: includesFinishedConsumables)
        })
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

  func isEligibleForIntroOffer(in group: String) async -> Bool {
    await holdings().isEligibleForIntroductoryOffer(in: group, at: now)
  }

  func statuses(in group: String) async throws -> [Product.SubscriptionInfo.Status] {
    try await subscriptions().filter { $0.groupID == group }.map(status)
  }

  func status(of transactionID: UInt64) async throws -> Product.SubscriptionInfo.Status? {
    let subscriptions = try await subscriptions()
    func latest(of original: UInt64) -> Product.SubscriptionInfo.Status? {
      subscriptions.first { $0.transaction.payload.originalTransactionId.rawValue == original }
        .map(status)
    }
    if let status = latest(of: transactionID) { return status }
    return latest(of: await originalID(of: transactionID))
  }

  func statusesByGroup() async -> [(groupID: String, statuses: [Product.SubscriptionInfo.Status])] {
    let groups = Dictionary(grouping: await holdings().subscriptions, by: \.groupID)
    return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(status)) }
  }

  func status(
    _ subscription: CustomerHoldings.Subscription
  ) -> Product.SubscriptionInfo.Status {
    let code = SubscriptionStatusCode(
      transaction: subscription.transaction.payload,
      renewalInfo: subscription.renewalInfo.payload, at: now)
    return Product.SubscriptionInfo.Status(
      state: Product.SubscriptionInfo.RenewalState(code),
      transaction: result(subscription.transaction),
      renewalInfo: subscription.renewalInfo.result(Product.SubscriptionInfo.RenewalInfo.init))
  }

  /// Tells the store that a transaction is delivered; where it cannot be told, it is not finished.
  func finish(_ id: TransactionID) async {
    do {
      _ = try await ask { backend throws(StoreFault) in try await backend.finish(id) }
      withState { $0.holdings?.unfinished.removeAll { $0.payload.transactionId == id } }
      keep { $0.holdings = $0.holdings?.finishing(id) }
    } catch {
      environment.diagnose(.failed(doing: "finishing transaction \(id)", reason: "\(error)"))
    }
  }

  private func subscriptions() async throws -> [CustomerHoldings.Subscription] {
    do {
      return try await holdingsOrRefusal().subscriptions
    } catch {
      throw error.storeKitError
    }
  }

  private func originalID(of transactionID: UInt64) async -> UInt64 {
    let transactions = await transactions(of: nil).map(\.unsafePayloadValue)
    return transactions.first { $0.id == transactionID }?.originalID ?? transactionID
  }

  private func read(_ transactions: [String]) async -> [VerificationResult<Transaction>] {
    var results: [VerificationResult<Transaction>] = []
    for jws in transactions {
      let signed = await verifier.read(jws, as: TransactionPayload.self, report: report)
      if let signed { results.append(result(signed)) }
    }
    return results
  }

  /// What the device knows when the store cannot be reached; nothing when the store refused.
  private func heldAfter(_ fault: StoreFault) async -> CustomerHoldings {
    if case .unavailable = fault { return withState { $0.holdings } ?? CustomerHoldings() }
    environment.diagnose(.failed(doing: "asking for transactions", reason: "\(fault)"))
    return CustomerHoldings()
  }
}
