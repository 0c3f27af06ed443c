import Foundation
import OpenStoreKit

extension StoreController: LaunchSource {
  /// Returns when the listeners are registered with StoreKit; the tasks that receive from them end
  /// with the controller.
  package func listen() {
    guard listeners.isEmpty else { return }
    // Declined refunds come first, because they cannot be read again: listening to transactions opens
    // the store's stream.
    listeners =
      [noteDeclinedRefunds()] + noteTransactions() + [
        note(.message(.messageCame), forEach: Message.messages),
        note(.historyMoved, forEach: session.connectionChanges),
        note(.historyMoved, forEach: session.timeChanges),
        note(.moved, forEach: session.orderChanges),
      ]
  }

  /// Listens to StoreKit 2, or observes the payment queue of original StoreKit.
  private func noteTransactions() -> [Task<Void, Never>] {
    if let paymentObserver { return observePayments(paymentObserver) }
    return deliverUpdates() + [note(.moved, forEach: Product.SubscriptionInfo.Status.updates)]
  }

  /// One task reads transactions while another delivers those that have arrived.
  private func deliverUpdates() -> [Task<Void, Never>] {
    let (delivery, note) = (delivery, noteChange)
    let buffer = BatchBuffer<VerificationResult<Transaction>>(limit: Delivery.batchLimit)
    var transactions = Transaction.updates.makeAsyncIterator()
    return [
      Task { [weak self] in
        while let result = await transactions.next() {
          await self?.noteReceived([result])
          await buffer.add(result)
        }
        await buffer.end()
      },
      Task {
        await delivery.finishCredited()
        while let batch = await buffer.next() {
          for change in Change.changes(await delivery.deliver(batch)) { note.yield(change) }
        }
      },
    ]
  }

  private func noteDeclinedRefunds() -> Task<Void, Never> {
    let (declined, session, reader) = (session.declinedRefunds, session, reader)
    let note = noteChange
    return Task {
      for await id in declined {
        let result = await session.transaction(id)
        let purchase = result.flatMap { reader.entries(of: [$0]).first }
        note.yield(.message(.refundDeclined(purchase)))
      }
    }
  }

  /// Receives the purchases that the customer begins in the App Store.
  ///
  /// Only an app that is open and has taken the three steps can complete them.
  func listenForPurchaseIntents() {
    let note = noteChange
    listeners.append(
      Task {
        for await intent in PurchaseIntent.intents {
          note.yield(.message(.intended(intent.product.id)))
        }
      })
  }

  private func note<Elements: AsyncSequence & Sendable>(
    _ change: Change, forEach elements: Elements
  ) -> Task<Void, Never> where Elements.Failure == Never {
    var iterator = elements.makeAsyncIterator()
    let note = noteChange
    return Task { while await iterator.next(isolation: nil) != nil { note.yield(change) } }
  }

  /// First settles the orders of an earlier run; the listener receives their transactions.
  package func entitle(report: @Sendable (Int, Int) async -> Void) async -> StoreFacts {
    let total = 3
    await session.recoverOrders()
    await report(1, total)
    let facts = await readFacts { await report(2, total) }
    await report(total, total)
    return facts
  }

  nonisolated var delivery: Delivery {
    Delivery(session: session, tank: tank, reader: reader)
  }

  /// Reads everything from StoreKit, and keeps the products that can be bought.
  ///
  /// - Parameters:
  ///   - asksForProducts: Whether the store is asked for the products even if it sells the same.
  ///   - haveProducts: Called when the products are known, before the purchases are.
  /// - Returns: The facts.
  func readFacts(
    asksForProducts: Bool = true, haveProducts: @Sendable () async -> Void = {}
  ) async -> StoreFacts {
    let answer = await reader.read(asksForProducts: asksForProducts, haveProducts: haveProducts)
    products = Dictionary(answer.products.map { ($0.id, $0) }) { first, _ in first }
    productError = answer.productError
    setAlarm(for: Store(answer.facts))
    return answer.facts
  }

  /// Reads again when the next plan or pass ends; a frozen clock never reaches that date.
  private func setAlarm(for store: Store) {
    alarm?.cancel()
    alarm = nil
    guard let date = store.nextChange else { return }
    let wait = Duration.seconds(max(1, date.timeIntervalSince(session.now)))
    let (session, note, pause) = (session, noteChange, pause)
    alarm = Task {
      guard (try? await pause(wait)) != nil, session.now >= date else { return }
      note.yield(.moved)
    }
  }
}

extension StoreController.Change {
  /// The changes of a batch; the same failure is reported once.
  fileprivate static func changes(_ results: [Delivery.Result]) -> [StoreController.Change] {
    var delivered: [ExternalTransaction] = []
    var notices: [Notice] = []
    for result in results {
      if case .delivered(let transaction) = result { delivered.append(transaction) }
      if let notice = Notice(result), !notices.contains(notice) { notices.append(notice) }
    }
    return [delivered.isEmpty ? .moved : .arrived(delivered)]
      + notices.map { .message(.failed($0)) }
  }
}

extension Notice {
  /// The reason why a transaction was not delivered; `nil` if it was.
  fileprivate init?(_ result: Delivery.Result) {
    switch result {
    case .delivered, .repeated: return nil
    case .notVerified:
      self.init(.bad, "A transaction could not be verified by the App Store. Nothing is unlocked.")
    case .failed(let reason):
      self.init(.bad, "A transaction could not be delivered: \(reason).")
    }
  }
}
