import StoreAPI

extension StoreSession {
  /// Finds out what became of orders whose answers were lost.
  ///
  /// What was sold comes through ``Transaction/updates`` and ``Transaction/unfinished``; what never
  /// arrived is given up for good. Orders that a running copy of the app is still sending are left
  /// alone. It stops if the store cannot be reached, and can be called again.
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

  /// Makes a purchase part of what the device holds, even if the store is gone by now, and forgets
  /// its order, which is dealt with by that.
  func take(
    _ signed: Signed<TransactionPayload>, isNew: Bool, ending key: OrderKey
  ) async {
    await receive(.sold(signed.payload.transactionId, isNew: isNew))
    guard (try? await refreshedHoldings(ending: key)) == nil else { return }
    await receive(.soldWithoutHoldings(signed, isNew: isNew, key))
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
      await receive(.waits(order.key, product: order.productID))
      return true
    case .purchased(let purchase):
      guard await deliver(purchase) else { return false }
    case nil: break
    }
    await receive(.settled(order.key))
    return true
  }

  /// Hands a recovered purchase to those who listen, unless it has been finished already or its
  /// own purchase has been answered after all.
  ///
  /// - Returns: Whether it is known what to do; the order stays open if the store went away again.
  private func deliver(_ purchase: Purchase) async -> Bool {
    guard let signed: Signed<TransactionPayload> = await reader.read(purchase.signedTransaction)
    else { return true }
    await receive(.sold(signed.payload.transactionId, isNew: false))
    guard let holdings = try? await refreshedHoldings() else { return false }
    if holdings.isWaiting(signed.payload.transactionId) { announceElsewhere([signed]) }
    return true
  }
}
