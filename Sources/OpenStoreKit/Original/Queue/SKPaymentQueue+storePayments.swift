import StoreAPI
import Synchronization

// The purchases that begin in the App Store. Observers are asked before a purchase is taken, so
// that a purchase without an answer stays for `PurchaseIntent.intents`.
extension SKPaymentQueue {
  /// Asks the observers about each purchase that begins in the App Store, until the task is cancelled.
  func followStorePayments(of session: StoreSession) async {
    let changes = session.pendingIntents.changes()
    let (connections, added) = (session.connectionChanges, addedObservers.listen())
    await takeStorePayments(of: session)
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in changes { await self.takeStorePayments(of: session) } }
      group.addTask { for await _ in connections { await self.takeStorePayments(of: session) } }
      group.addTask { for await _ in added { await self.takeStorePayments(of: session) } }
    }
  }

  private func takeStorePayments(of session: StoreSession) async {
    do {
      for intent in try session.pendingIntents.all() { try await take(intent, of: session) }
    } catch StoreKitError.networkError {
      // The next connection asks again.
    } catch {
      session.environment.diagnose(
        .failed(doing: "taking up a purchase of the App Store", reason: error.sentence))
    }
  }

  private func take(_ intent: PendingIntent, of session: StoreSession) async throws {
    guard state.withLock({ $0.leftIntents.insert(intent).inserted }) else { return }
    do {
      let product = try await session.products([intent.productID]).first
      // A product that is no longer sold is dropped.
      let answer: Bool? = if let product { await askObservers(about: product) } else { false }
      guard let answer else { return }
      let isTaken = try await session.pendingIntents.take(intent)
      state.withLock { _ = $0.leftIntents.remove(intent) }
      if let product, isTaken, answer { receive(.paid(PaymentDetails(product))) }
    } catch {
      state.withLock { _ = $0.leftIntents.remove(intent) }
      throw error
    }
  }

  /// - Returns: Whether the queue buys the product now; `nil` if no observer has a method for it.
  private func askObservers(about product: Product) async -> Bool? {
    await MainActor.run {
      self.inContext { () -> Bool? in
        let payment = SKPayment(PaymentDetails(product))
        let answers = self.observers(self.observerIDs).compactMap {
          self.ask($0, about: payment, product)
        }
        return answers.isEmpty ? nil : answers.contains(true)
      }.flatMap { $0 }
    }
  }

  private func ask(
    _ observer: any SKPaymentTransactionObserver, about payment: SKPayment, _ product: Product
  ) -> Bool? {
    let before = state.withLock { $0.missingMethods }
    let answer = observer.paymentQueue(
      self, shouldAddStorePayment: payment, for: SKProduct(product))
    return state.withLock { $0.missingMethods } == before ? answer : nil
  }

  /// Counts a call of an observer without a method of its own for the purchases of the App Store.
  func noteMissingMethod() { state.withLock { $0.missingMethods += 1 } }
}

extension PaymentDetails {
  fileprivate init(_ product: Product) {
    self.init(productIdentifier: product.id, product: product)
  }
}
