package import Foundation
package import OpenStoreKit

/// Performs the demo's effects through StoreKit.
///
/// The storefront and the commands `status`, `buy` and `restore` use the same controller: the
/// storefront sends it effects, the commands await its results. It decides
/// nothing: the rules are in ``Store``, ``Launch`` and ``Demo``.
package actor StoreController {
  /// A change that no effect of the demo caused.
  package enum Change: Sendable {
    case arrived([ExternalTransaction])
    /// A status or an order that waits has changed, or a plan or pass has ended.
    case moved
    /// The connection, the time, or something in the history that no transaction shows has changed.
    case historyMoved
    /// Something that only the demo handles.
    case message(Demo.Message)
  }

  nonisolated let session: StoreSession
  package nonisolated let tank: FuelTank
  package nonisolated let changes: AsyncStream<Change>
  nonisolated let pause: @Sendable (Duration) async throws -> Void
  nonisolated let noteChange: AsyncStream<Change>.Continuation
  nonisolated let reader: StoreReader
  nonisolated let lastSeen: LastSeen
  /// Receives the changes of the payment queue, in original StoreKit; `nil` for StoreKit 2.
  nonisolated let paymentObserver: PaymentObserver?
  /// The app's server, if it can be asked for signatures.
  nonisolated let offerSigner: (any OfferSigner)?
  private nonisolated let now: @Sendable () -> ContinuousClock.Instant
  /// The payments of original StoreKit that have not ended, by product ID.
  var payments: [String: CheckedContinuation<PaymentEvent.Ending, Never>] = [:]
  /// The callers that wait until the purchases are restored in original StoreKit.
  var restorations: [CheckedContinuation<SKError?, Never>] = []
  var products: [String: Product] = [:]
  /// Why the products could not be loaded when they were last asked for; `nil` when they were.
  package internal(set) var productError: (any Error)?
  var listeners: [Task<Void, Never>] = []
  var alarm: Task<Void, Never>?
  var storeReadings = LatestReading()
  /// Changes that the next reload will show.
  var waitingChanges: [Change] = []
  /// The number of purchases that have succeeded in this run.
  var purchases = 0
  var isReadingHistory = false
  var isReadingPlans = false
  /// Whether the plans must be read after the present reading.
  var arePlansWanted = false
  /// The part of the history to read after the present reading.
  var historyRequest: HistoryRequest?
  /// The part of the history that was read.
  var historyReading: HistoryReading?
  /// The periods that were read for the timelines.
  var planHistory: PlanHistory?
  /// The changes since each was read; `nil` if it was not.
  var historyChanges: HistoryChanges?
  var planChanges: HistoryChanges?

  /// - Parameters:
  ///   - session: The connection to the store; StoreKit's statics must ask the same one.
  ///   - presentation: The products to ask for, and the durations of passes.
  ///   - folder: The device's folder, for the fuel and the state last shown.
  ///   - timeZone: The customer's time zone.
  ///   - offerSigner: The app's server, which signs promotional offers; `nil` without one.
  ///   - generation: The StoreKit API that the app uses.
  ///   - receiptServer: The app's server, which verifies receipts; `nil` if the app has no server.
  ///   - now: The time, to measure the steps of the launch.
  ///   - pause: Waits.
  package init(
    session: StoreSession, presentation: Presentation, folder: URL, timeZone: TimeZone = .gmt,
    offerSigner: (any OfferSigner)? = nil, generation: StoreKitGeneration = .two,
    receiptServer: (any ReceiptServer)? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.session = session
    self.now = now
    self.pause = pause
    self.offerSigner = offerSigner
    let isOriginal = generation == .original
    paymentObserver = isOriginal ? PaymentObserver() : nil
    reader = StoreReader(
      session: session, presentation: presentation, timeZone: timeZone,
      hasOfferSigner: offerSigner != nil,
      receiptReader: isOriginal
        ? ReceiptReader(
          session: session, appVersion: ReceiptReader.appVersion, server: receiptServer) : nil)
    tank = FuelTank(folder: folder, account: session.account)
    lastSeen = LastSeen(folder: folder, account: session.account, timeZone: timeZone)
    (changes, noteChange) = AsyncStream.makeStream()
  }

  deinit {
    for listener in listeners { listener.cancel() }
    alarm?.cancel()
  }
}

extension StoreController {
  /// Runs the three steps; afterwards, the listener continues as long as the controller lives.
  ///
  /// - Parameter emit: Called for each step when it begins and when it has ended.
  /// - Returns: The store as this customer sees it, and the right to sell.
  package func launch(
    emit: @Sendable (LaunchProgress) async -> Void = { _ in }
  ) async -> LaunchResult {
    await Launch(source: self, now: now).run(emit: emit)
  }

  /// Asks the store for everything again.
  package func reload() async -> Store { Store(await readFacts()) }

  /// Returns the newest page of the customer's purchases.
  package nonisolated func history() async -> History {
    var reading = HistoryReading(reader)
    await reading.readPage()
    return reading.history
  }

  /// Asks the customer, buys, delivers and finishes.
  package func purchase(_ buy: Buy, quantity: Int = 1) async -> PurchaseEnding {
    if paymentObserver != nil, !isWinBack(buy) { return await pay(for: buy, quantity: quantity) }
    do {
      let ending = try await purchase(buy.product.id, quantity: quantity, offer: buy.offer).ending
      // The queue writes the receipt only for its own payments.
      if paymentObserver != nil { await session.updateReceipt() }
      return ending
    } catch StoreKitError.networkError {
      return .notKnown
    } catch {
      return .failed(Notice.reason(error))
    }
  }

  /// Buys a product by its ID, even if the customer owns it: then the store says so and charges
  /// nothing.
  ///
  /// `offer` need not be an introductory offer, which the App Store applies automatically.
  ///
  /// - Returns: StoreKit's answer, and the outcome for the customer.
  /// - Throws: `Product.PurchaseError.productUnavailable` for a product that is not sold here, and
  ///   what `Product.purchase` throws.
  package func purchase(
    _ productID: String, quantity: Int, offer: ProductRow.Offer? = nil
  ) async throws -> (outcome: PurchaseOutcome, ending: PurchaseEnding) {
    guard let product = products[productID] else {
      throw Product.PurchaseError.productUnavailable
    }
    var options: Set<Product.PurchaseOption> = quantity == 1 ? [] : [.quantity(quantity)]
    options.formUnion(winBackOptions(of: product, offer))
    options.formUnion(try await promotionalOptions(of: product, offer))
    let outcome = try await session.purchase(product, options: options)
    return (outcome, await ending(of: outcome, productID))
  }

  /// Redeems an offer code, after the App Store has shown its product and terms and the customer
  /// has confirmed.
  ///
  /// - Returns: The product, StoreKit's answer, and the outcome for the customer.
  /// - Throws: What `Product.purchase` throws; `StoreKitError.systemError` with the reason if the
  ///   code cannot be redeemed; ``RedundantOrder`` if the product would add nothing, in which case
  ///   the code is not used up.
  package func redeem(
    _ code: String
  ) async throws -> (product: Product, outcome: PurchaseOutcome, ending: PurchaseEnding) {
    let (product, outcome) = try await session.redeem(code, check: checkAddsSomething)
    return (product, outcome, await ending(of: outcome, product.id))
  }

  /// Checks that the product of a code adds something to what the customer has now.
  func checkAddsSomething(_ product: Product) async throws {
    try await reload().checkAddsSomething(product.id)
  }

  private func ending(
    of outcome: PurchaseOutcome, _ productID: String
  ) async -> PurchaseEnding {
    switch outcome.result {
    case .userCancelled: return .cancelled
    case .pending: return .pending(await session.snapshot().waitingOrders[productID]?.need)
    case .success(let result):
      noteReceived([result])
      switch await delivery.deliver(result) {
      case .notVerified: return .notVerified
      case .failed(let reason): return .failed(reason)
      case .delivered, .repeated: break
      }
      if let date = outcome.scheduledDate { return .scheduled(date) }
      return outcome.alreadyOwned ? .alreadyOwned : .purchased
    }
  }

  /// Asks for the account's authentication and then for everything again.
  ///
  /// - Parameter store: The store before; products that it lacked count as found.
  /// - Returns: The products that were found, or the reason why none were.
  package func restore(before store: Store) async -> RestoreOutcome {
    do {
      if paymentObserver == nil { try await AppStore.sync() } else { try await restorePayments() }
    } catch StoreKitError.userCancelled, SKError.paymentCancelled {
      return .cancelled
    } catch {
      return .failed(Notice.reason(error))
    }
    let after = await reload()
    let known = Set(store.ownedNames)
    let names = after.ownedNames
    return .done(
      found: names.filter { !known.contains($0) }, present: names.filter { known.contains($0) })
  }
}

extension Store {
  /// The names of everything that the customer may use.
  var ownedNames: [String] {
    [.nonConsumable, .nonRenewable, .autoRenewable].flatMap { owned($0) }.map {
      name(of: $0.productID)
    }
  }
}
