import AppStorePayloads
import StoreAPI

extension StoreSession {
  /// Settles the orders whose answers were lost.
  ///
  /// If the store sold, the transaction comes through ``Transaction/updates`` and
  /// ``Transaction/unfinished``; otherwise the order's key is closed. Orders that a running copy of the
  /// app is still sending are skipped. It stops if the store cannot be reached, and can be called
  /// again.
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

  /// Adds a purchase to the purchases, even if the store has gone away meanwhile, and removes its order
  /// in the same write.
  ///
  /// The store is asked for the purchases only if its answer did not say enough.
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

  /// Announces a recovered purchase, unless it was finished already or its own purchase was answered
  /// after all; the device keeps it until it is finished.
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
      let isUnfinished = try? await isUnfinished(signed.payload.transactionId)
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
