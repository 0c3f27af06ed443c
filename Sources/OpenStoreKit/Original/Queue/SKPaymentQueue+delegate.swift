import Synchronization

// The questions that the queue asks its delegate, on the main queue.
extension SKPaymentQueue {
  /// Returns whether a purchase continues in another storefront; `true` without a delegate.
  func continues(_ transaction: QueuedTransaction, in storefront: Storefront) async -> Bool {
    await askDelegate { delegate in
      delegate.paymentQueue(
        self, shouldContinue: SKPaymentTransaction(transaction), in: SKStorefront(storefront))
    } ?? true
  }

  /// Asks the delegate once about each price increase that waits for the customer's consent, until
  /// the task is cancelled.
  func followPriceIncreases(of session: StoreSession) async {
    let (statuses, times) = (session.statusUpdates(), session.timeChanges)
    await showPriceIncreases(of: session)
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in statuses { await self.showPriceIncreases(of: session) } }
      group.addTask { for await _ in times { await self.showPriceIncreases(of: session) } }
    }
  }

  private func showPriceIncreases(of session: StoreSession) async {
    guard delegate != nil else { return }
    let new = await session.duePriceConsents().filter { message in
      state.withLock { $0.askedConsents.insert(message).inserted }
    }
    for message in new {
      let isShown = await askDelegate { $0.paymentQueueShouldShowPriceConsent(self) }
      if isShown == true { await session.tryToShow(message) }
    }
  }

  /// - Returns: The delegate's answer; `nil` if there is no delegate.
  private func askDelegate(
    _ question: @escaping @MainActor @Sendable (any SKPaymentQueueDelegate) -> Bool
  ) async -> Bool? {
    await MainActor.run {
      guard let delegate = self.delegate else { return nil }
      return self.inContext { question(delegate) }
    }
  }
}

extension StoreSession {
  /// The price increases that wait for the customer's consent.
  func duePriceConsents() async -> [Message] {
    let snapshot = await snapshot()
    return snapshot.customer.purchases.ownSubscriptions.filter(\.isVerified)
      .flatMap { Message.due(for: $0, at: snapshot.now) }
      .filter { $0.reason == .priceIncreaseConsent }
  }
}
