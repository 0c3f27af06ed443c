import StoreAPI

extension StoreSession {
  /// Finds out what became of orders whose answers were lost.
  ///
  /// What was sold comes through ``Transaction/updates`` and ``Transaction/unfinished``; what never
  /// arrived is given up for good. Orders that a running copy of the app is still sending are left
  /// alone. It stops where the store cannot be reached, and can be called again.
  package func recoverOrders() async {
    for order in openOrders() where !device.isSending(order.key) {
      guard await settle(order) else { return }
    }
    device.removeStaleLocks()
  }

  /// Recovers orders beside whatever goes on.
  func startRecovery() {
    Task.detached { [weak self] in await self?.recoverOrders() }
  }

  func markPending(_ key: OrderKey, _ productID: String) {
    withState { $0.pending[key] = productID }
    attempt("keeping a pending order") { () throws(DeviceStoreFault) in
      try device.markPending(key)
    }
  }

  func forget(_ key: OrderKey) {
    withState { $0.pending[key] = nil }
    attempt("forgetting an order") { () throws(DeviceStoreFault) in try device.remove(key) }
  }

  /// Orders that waited for something wait no more when a transaction of their product comes.
  func settlePending(of products: Set<String>) {
    let settled = withState { $0.pending(of: products) }
    guard !settled.isEmpty else { return }
    keep { $0.orders.removeAll { settled.contains($0.key) } }
    withState { state in
      for key in settled { state.pending[key] = nil }
    }
  }

  private func openOrders() -> [OpenOrder] {
    var orders: [OpenOrder] = []
    attempt("reading open orders") { () throws(DeviceStoreFault) in
      orders = try device.read().orders
    }
    return orders
  }

  /// Whether the store answered, and what it said is dealt with.
  private func settle(_ order: OpenOrder) async -> Bool {
    do {
      let result = try await ask { backend throws(StoreFault) in
        try await backend.settle(order.key)
      }
      return await settled(order, as: result)
    } catch {
      guard case .unavailable = error else {
        environment.diagnose(.failed(doing: "settling order \(order.key)", reason: "\(error)"))
        return true
      }
      return false
    }
  }

  private func settled(_ order: OpenOrder, as result: OrderResult?) async -> Bool {
    switch result {
    case .pending:
      markPending(order.key, order.productID)
      return true
    case .purchased(let purchase):
      guard await deliver(purchase) else { return false }
    case nil: break
    }
    forget(order.key)
    return true
  }

  /// Hands a recovered purchase to those who listen, unless it has been finished already or its
  /// own purchase has been answered after all.
  ///
  /// - Returns: Whether it is known what to do; the order stays open where the store went away again.
  private func deliver(_ purchase: Purchase) async -> Bool {
    let signed = await verifier.read(
      purchase.signedTransaction, as: TransactionPayload.self, report: report)
    guard let signed else { return true }
    guard let holdings = try? await refreshedHoldings() else { return false }
    if holdings.isWaiting(signed.payload.transactionId) {
      for signed in elsewhere([signed]) { transactionBroadcast.send(signed) }
    }
    return true
  }
}
