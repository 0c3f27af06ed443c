import StoreAPI

extension StoreSession {
  /// Sends an order under a fresh key and deals with the answer.
  func order(_ request: PurchaseRequest, _ quote: Quote) async -> OrderEnd {
    let key = OrderKey(environment.makeUUID())
    do {
      try keepBeforeSending(key, request.product.id)
    } catch {
      return .failed(.systemError(error))
    }
    defer { withState { _ = $0.running.remove(key) } }
    do {
      return await received(try await send(request.order(key, quote: quote)), key, request, quote)
    } catch {
      // The key stays while it is not known whether the store has sold.
      if case .unavailable = error { return .refused(error) }
      attempt("forgetting an order") { () throws(DeviceStoreFault) in try device.remove(key) }
      return .refused(error)
    }
  }

  /// Finds out what became of orders of an earlier run whose answers were lost.
  ///
  /// What was sold comes through ``Transaction/updates`` and ``Transaction/unfinished``; what never
  /// arrived is given up for good. Orders that a running copy of the app is still sending are left
  /// alone. It stops where the store cannot be reached, and can be called again.
  package func recoverOrders() async {
    let orders = (try? device.read().orders) ?? []
    for order in orders where isAbandoned(order) {
      guard await settle(order) else { return }
      device.forget(order.instance)
    }
  }

  private func keepBeforeSending(_ key: OrderKey, _ productID: String) throws(DeviceStoreFault) {
    let isAnnounced = withState { $0.presence != nil }
    if !isAnnounced {
      let presence = try device.announce(instance)
      withState { $0.presence = presence }
    }
    withState { _ = $0.running.insert(key) }
    do {
      try device.keep(OpenOrder(key: key, productID: productID, instance: instance))
    } catch {
      withState { _ = $0.running.remove(key) }
      throw error
    }
  }

  /// Sends, and sends again under the same key where the answer is lost: the store sells once.
  private func send(_ order: Order) async throws(StoreFault) -> OrderResult {
    for pause in [Duration.milliseconds(500), .seconds(1), .seconds(2)] {
      do {
        return try await sendOnce(order)
      } catch {
        guard case .unavailable = error else { throw error }
        try? await environment.sleep(pause)
      }
    }
    return try await sendOnce(order)
  }

  private func sendOnce(_ order: Order) async throws(StoreFault) -> OrderResult {
    try await ask { backend throws(StoreFault) in try await backend.purchase(order) }
  }

  private func received(
    _ result: OrderResult, _ key: OrderKey, _ request: PurchaseRequest, _ quote: Quote
  ) async -> OrderEnd {
    switch result {
    case .pending:
      markPending(key, request.product.id)
      return .sold(PurchaseOutcome(result: .pending), .pending)
    case .purchased(let purchase):
      return await received(purchase, key, quote)
    }
  }

  private func received(_ purchase: Purchase, _ key: OrderKey, _ quote: Quote) async -> OrderEnd {
    let signed: SignedData<TransactionPayload>
    do {
      signed = try await verifier.verify(purchase.signedTransaction, as: TransactionPayload.self)
    } catch {
      return .failed(.systemError(Refusal(error.description)))
    }
    let own = Signed(jws: purchase.signedTransaction, signed)
    if !purchase.alreadyOwned && !purchase.scheduled {
      withState { _ = $0.ownPurchases.insert(own.payload.transactionId) }
    }
    await take(own)
    attempt("forgetting an order") { () throws(DeviceStoreFault) in try device.remove(key) }
    return OrderEnd(purchase, result(own), quote: quote)
  }

  /// Makes the purchase part of what the device holds, even if the store is gone by now.
  private func take(_ signed: Signed<TransactionPayload>) async {
    guard (try? await refreshedHoldings()) == nil else { return }
    withState { $0.holdings?.include(signed) }
    keep { $0.holdings?.include(signed) }
  }

  private func markPending(_ key: OrderKey, _ productID: String) {
    withState { $0.pending[key] = productID }
    attempt("keeping a pending order") { () throws(DeviceStoreFault) in
      try device.markPending(key)
    }
  }
}

// MARK: - Recovering

extension StoreSession {
  private func isAbandoned(_ order: OpenOrder) -> Bool {
    if order.instance == instance { return !withState { $0.running.contains(order.key) } }
    return !device.isRunning(order.instance)
  }

  /// Whether the store answered.
  private func settle(_ order: OpenOrder) async -> Bool {
    do {
      let result = try await ask { backend throws(StoreFault) in
        try await backend.settle(order.key)
      }
      await settled(order, as: result)
      return true
    } catch {
      guard case .unavailable = error else {
        environment.diagnose(.failed(doing: "settling order \(order.key)", reason: "\(error)"))
        return true
      }
      return false
    }
  }

  private func settled(_ order: OpenOrder, as result: OrderResult?) async {
    if case .pending = result { return markPending(order.key, order.productID) }
    if case .purchased(let purchase) = result { await deliver(purchase) }
    withState { $0.pending[order.key] = nil }
    attempt("forgetting an order") { () throws(DeviceStoreFault) in try device.remove(order.key) }
  }

  /// Hands a recovered purchase to those who listen, unless it has been finished elsewhere.
  private func deliver(_ purchase: Purchase) async {
    let signed = await verifier.read(
      purchase.signedTransaction, as: TransactionPayload.self, complain: complain)
    guard let signed, let holdings = try? await refreshedHoldings() else { return }
    let id = signed.payload.transactionId
    if holdings.unfinished.contains(where: { $0.payload.transactionId == id }) {
      transactionBroadcast.send(signed)
    }
  }
}
