import AppStorePayloads
import StoreAPI

// What the queue receives from the store while it has an observer.
extension SKPaymentQueue {
  /// Follows the store until the task is cancelled.
  func synchronise() async {
    guard let session = await awaitedSession else { return }
    // These listen before the first transaction is read, so that no change is missed.
    let (finished, epochs) = (session.updates.finished.listen(), session.updates.epochs.listen())
    let storefronts = session.currentStorefront.updates.listen()
    let (orders, connections) = (session.orderChanges, session.connectionChanges)
    receive(.began(epoch: session.epoch))
    receive(.storeAnswersAgain)
    // Orders may have ended while nobody observed the queue.
    receive(.orders(session.ordersNow))
    await withDiscardingTaskGroup { group in
      group.addTask { for await ids in finished { self.receive(.finished(ids)) } }
      group.addTask { for await epoch in epochs { self.receive(.began(epoch: epoch)) } }
      group.addTask { for await _ in storefronts { self.receive(.storefrontChanged) } }
      group.addTask { for await _ in orders { self.receive(.orders(session.ordersNow)) } }
      group.addTask {
        for await connection in connections where connection == .online {
          self.receive(.storeAnswersAgain)
        }
      }
      group.addTask { await self.askForStorefront(session) }
      group.addTask { await self.followTransactions(of: session) }
      group.addTask { await self.followPriceIncreases(of: session) }
      group.addTask { await self.followStorePayments(of: session) }
    }
  }

  /// Asks for the storefront; if it has changed since the device last asked, the observers are
  /// notified.
  private func askForStorefront(_ session: StoreSession) async {
    // A change after the purchases were read arrives as an update.
    _ = await session.snapshot()
    _ = await session.storefront()
  }

  private func followTransactions(of session: StoreSession) async {
    var updates = UpdatesIterator(of: session, hearing: Announcements(of: session))
    var page: Int?
    while let update = await updates.nextUpdate(isolation: nil) {
      guard let bought = session.bought(update.signed) else { continue }
      let isUnfinished =
        if update.page != nil { true } else { await session.isStillUnfinished(bought.id) }
      let isDelivered = isUnfinished || bought.signed.payload.revocationDate != nil
      // A receipt has everything that was read before, so one is enough for a page.
      if isDelivered, update.page == nil || update.page != page { await session.updateReceipt() }
      page = update.page ?? page
      receive(.received(bought, isUnfinished: isUnfinished))
    }
  }
}

extension StoreSession {
  /// The store's epoch, according to its last answer.
  var epoch: Int { customer.withLock { $0.link.clock.answered.epoch } }

  /// The customer's orders that wait or were not approved, according to the store's last answer.
  var ordersNow: [CustomerOrder] { customer.withLock { $0.purchases.orders } }

  /// Returns the transaction; `nil`, with a diagnostic, if its signature cannot be trusted.
  ///
  /// Original StoreKit has no transactions that are not verified.
  func bought(_ signed: Signed<TransactionPayload>) -> BoughtTransaction? {
    if let error = signed.error {
      environment.diagnose(.unreadableSignedData(reason: error.description))
      return nil
    }
    return BoughtTransaction(signed: signed, epoch: epoch)
  }

  /// Whether a transaction is unfinished; waits until the store can be reached.
  ///
  /// If the store refuses, the transaction is not delivered now, but by the next launch.
  fileprivate func isStillUnfinished(_ id: TransactionID) async -> Bool {
    let connections = connectionChanges
    if let answer = await isUnfinishedIfReached(id) { return answer }
    for await connection in connections where connection == .online {
      if let answer = await isUnfinishedIfReached(id) { return answer }
    }
    return false
  }

  /// - Returns: `nil` if the store cannot be reached.
  private func isUnfinishedIfReached(_ id: TransactionID) async -> Bool? {
    do {
      return try await isUnfinished(id.rawValue)
    } catch StoreKitError.networkError {
      return nil
    } catch {
      environment.diagnose(
        .failed(doing: "asking for an unfinished transaction", reason: error.sentence))
      return false
    }
  }
}
