import OpenStoreKit

// Purchases, deliveries and Restore Purchases in original StoreKit.
extension StoreController {
  /// Returns when the observer is added to the queue; the tasks end with the controller.
  func observePayments(_ observer: PaymentObserver) -> [Task<Void, Never>] {
    observer.observe(.default())
    let (events, delivery) = (observer.events, delivery)
    return [
      Task { [weak self] in
        await delivery.finishCredited()
        for await event in events { await self?.receive(event) }
      }
    ]
  }

  private func receive(_ event: PaymentObserver.Event) async {
    switch event {
    case .updated(let payments):
      await deliver(payments)
      guard payments.contains(where: \.isEnded) else { return }
    case .removed(let ids):
      // If it fails, the transactions are settled at the next launch.
      try? await tank.settle(ids)
      return
    case .restoreEnded(let error):
      let waiting = restorations
      restorations = []
      for restoration in waiting { restoration.resume(returning: error) }
    case .changed: break
    }
    markHistoriesOutdated()
    noteChange.yield(.moved)
  }

  /// Delivers purchased transactions, finishes them and those that failed or were restored, and
  /// ends the customer's payments.
  private func deliver(_ events: [PaymentEvent]) async {
    var delivered: Set<UInt64> = []
    var endings: [(productID: String, ending: PaymentEvent.Ending)] = []
    for event in events {
      switch event.state {
      case .purchasing, .restored: break
      case .deferred: endings.append((event.productID, .deferred))
      case .failed(let error): endings.append((event.productID, .failed(error)))
      case .purchased:
        if let reason = await deliver(event) {
          endings.append((event.productID, .undelivered(reason)))
        } else {
          endings.append((event.productID, .purchased))
          if let id = event.transactionID { delivered.insert(id) }
        }
      }
    }
    finish(delivered)
    for (productID, ending) in endings {
      payments.removeValue(forKey: productID)?.resume(returning: ending)
    }
  }

  /// Returns the reason why a purchase was not delivered, as the end of a sentence; `nil` if it was.
  ///
  /// A purchase that was not delivered stays unfinished, and the queue delivers it again.
  private func deliver(_ event: PaymentEvent) async -> String? {
    guard let id = event.transactionID, let date = event.date, let kind = await self.kind(of: event)
    else { return "the store cannot be reached" }
    guard kind == .consumable else { return nil }
    do {
      try await credit(
        FuelTank.Credit(
          productID: event.productID, quantity: event.quantity, transactionID: id,
          purchaseDate: date))
      return nil
    } catch {
      return Notice.reason(error)
    }
  }

  /// Fills the tank, unless the transaction is already finished at the store.
  private func credit(_ credit: FuelTank.Credit) async throws {
    for id in tank.doubtful([credit]) {
      guard try await session.isUnfinished(id) else { return }
    }
    _ = try await tank.credit([credit])
  }

  /// The type of a product, which original StoreKit does not know; `nil` if StoreKit 2 does not
  /// know it either.
  private func kind(of event: PaymentEvent) async -> Product.ProductType? {
    if let product = session.lastKnownProducts(for: [event.productID]).first {
      return product.type
    }
    guard let id = event.transactionID else { return nil }
    return await session.transaction(id)?.unsafePayloadValue.productType
  }

  private func finish(_ delivered: Set<UInt64>) {
    let queue = SKPaymentQueue.default()
    for transaction in queue.transactions {
      switch PaymentEvent(transaction).state {
      case .purchasing, .deferred: break
      case .failed, .restored: queue.finishTransaction(transaction)
      case .purchased:
        let id = transaction.transactionIdentifier.flatMap { UInt64($0) }
        if let id, delivered.contains(id) { queue.finishTransaction(transaction) }
      }
    }
  }
}

extension StoreController {
  /// Whether a purchase uses a win-back offer, which only StoreKit 2 can buy.
  func isWinBack(_ buy: Buy) -> Bool {
    products[buy.product.id].map { !winBackOptions(of: $0, buy.offer).isEmpty } ?? false
  }

  /// Adds a payment to the queue, and waits until it has ended.
  func pay(for buy: Buy, quantity: Int) async -> PurchaseEnding {
    do {
      let signature = try await promotionalSignature(for: buy)
      let ending = await self.ending(of: buy, quantity, signature)
      return await purchaseEnding(ending, of: buy)
    } catch {
      return .failed(Notice.reason(error))
    }
  }

  private func ending(
    of buy: Buy, _ quantity: Int, _ signature: Product.SubscriptionOffer.Signature?
  ) async -> PaymentEvent.Ending {
    await withCheckedContinuation { continuation in
      let payment = SKMutablePayment()
      payment.productIdentifier = buy.product.id
      payment.quantity = quantity
      if let signature, let id = buy.offer?.id {
        payment.paymentDiscount = SKPaymentDiscount(id, signature)
      }
      payments.updateValue(continuation, forKey: buy.product.id)?
        .resume(returning: .failed(SKError(.unknown)))
      SKPaymentQueue.default().add(payment)
    }
  }

  private func purchaseEnding(
    _ ending: PaymentEvent.Ending, of buy: Buy
  ) async -> PurchaseEnding {
    switch ending {
    case .purchased:
      if case .atRenewal(let date, keeping: _)? = buy.change { return .scheduled(date) }
      return .purchased
    case .undelivered(let reason): return .failed(reason)
    case .deferred:
      return .pending(await session.snapshot().waitingOrders[buy.product.id]?.need)
    case .failed(let error) where error.code == .paymentCancelled: return .cancelled
    case .failed(let error) where error.code == .cloudServiceNetworkConnectionFailed:
      return .notKnown
    case .failed(let error): return .failed(Notice.reason(error))
    }
  }

  /// The signature of the app's server for a promotional offer; `nil` for a purchase without one.
  private func promotionalSignature(
    for buy: Buy
  ) async throws -> Product.SubscriptionOffer.Signature? {
    let offers = products[buy.product.id]?.subscription?.promotionalOffers ?? []
    guard let offerSigner, let id = buy.offer?.id, offers.contains(where: { $0.id == id }) else {
      return nil
    }
    return try await offerSigner.signature(for: id, of: buy.product.id)
  }

  /// Asks the customer to authenticate, and restores their purchases, which writes a new receipt.
  ///
  /// - Throws: `SKError` if the customer declines, or the store cannot be reached.
  func restorePayments() async throws {
    let error: SKError? = await withCheckedContinuation { continuation in
      restorations.append(continuation)
      SKPaymentQueue.default().restoreCompletedTransactions()
    }
    if let error { throw error }
  }
}

extension SKPaymentDiscount {
  fileprivate convenience init(
    _ offerID: String, _ signature: Product.SubscriptionOffer.Signature
  ) {
    self.init(
      identifier: offerID, keyIdentifier: signature.keyID, nonce: signature.nonce,
      signature: signature.signature.base64EncodedString(),
      timestamp: NSNumber(value: signature.timestamp))
  }
}
