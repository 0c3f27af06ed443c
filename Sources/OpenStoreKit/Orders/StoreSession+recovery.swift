import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Settles the orders whose answers were lost.
  ///
  /// If the store sold the product, the transaction arrives through ``Transaction/updates`` and
  /// ``Transaction/unfinished``; otherwise the store closes the order's key. Orders that a running copy
  /// of the app is still sending are skipped. If the store cannot be reached, the method stops and can
  /// be called again.
  package func recoverOrders() async {
    let orders = persistence.record("reading open orders")?.orders ?? []
    for order in orders where !device.isSending(order.key) {
      guard await settle(order) else { return }
    }
    device.removeStaleLocks()
  }

  /// Recovers orders in a task of its own.
  func startRecovery() {
    Task.detached { [weak self] in await self?.recoverOrders() }
  }

  /// Adds a purchase to the known purchases, even if the store can no longer be reached, and removes its
  /// order in the same write.
  ///
  /// Asks the store for the purchases only if they cannot be taken from `answered`.
  func take(_ purchase: OwnPurchase, with answered: AnsweredPurchases?) async {
    var isTaken = false
    await change { customer in
      let actions = customer.sold(purchase, with: answered)
      isTaken = actions != nil
      return actions ?? []
    }
    guard !isTaken, (try? await refreshedPurchases(after: purchase)) == nil else { return }
    await change { $0.soldWithoutPurchases(purchase) }
  }

  /// - Returns: Whether the store answered; if not, the order stays open.
  private func settle(_ order: OpenOrder) async -> Bool {
    do {
      let answer = try await ask { backend throws(StoreError) in
        try await backend.settle(order.key)
      }
      return await settled(order, as: answer.value)
    } catch .unavailable {
      return false
    } catch {
      environment.diagnose(.failed(doing: "settling order \(order.key)", reason: error.sentence))
      return true
    }
  }

  private func settled(_ order: OpenOrder, as result: OrderResult?) async -> Bool {
    switch result {
    case .pending: await change { $0.waits(order.key, product: order.productID) }
    case .purchased(let purchase): return await deliver(purchase, of: order.key)
    case nil: await change { $0.settled(order.key) }
    }
    return true
  }

  /// Announces a recovered purchase that is not finished; the device keeps it until it is finished.
  ///
  /// - Returns: Whether the store answered; if not, the order stays open.
  private func deliver(_ purchase: Purchase, of key: OrderKey) async -> Bool {
    guard let signed: Signed<TransactionPayload> = await reader.read(purchase.signedTransaction)
    else {
      await change { $0.settled(key) }
      return true
    }
    await change { $0.foundSold() }
    guard (try? await refreshedPurchases()) != nil,
      let isUnfinished = try? await isUnfinished(signed.payload.transactionId.rawValue)
    else { return false }
    guard isUnfinished else {
      await change { $0.settled(key) }
      return true
    }
    await change { $0.recovered(OwnPurchase(signed: signed, isNew: true, key: key)) }
    announceExternal(signed)
    return true
  }
}
