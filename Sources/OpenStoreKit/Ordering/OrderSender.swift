import PrivateFiles
import StoreAPI

extension StoreSession {
  /// Sends an order under a fresh key and deals with the answer.
  ///
  /// The store may have answered something else after the order was given up and before its lock
  /// was released: what was recovered then left this order alone.
  func order(_ request: PurchaseRequest, _ quote: Quote) async -> OrderEnd {
    let end = await locked(request, quote)
    if case .unknown = end, offlineSince == nil { startRecovery() }
    return end
  }

  private func locked(_ request: PurchaseRequest, _ quote: Quote) async -> OrderEnd {
    let key = OrderKey(environment.makeUUID())
    do {
      let sending = try device.keep(OpenOrder(key: key, productID: request.product.id))
      defer {
        sending.remove()
        sending.release()
      }
      return await end(of: request, key, quote)
    } catch {
      return .failed(.systemError(error))
    }
  }

  private func end(
    of request: PurchaseRequest, _ key: OrderKey, _ quote: Quote
  ) async -> OrderEnd {
    do {
      return await received(try await send(request.order(key, quote: quote)), key, request, quote)
    } catch {
      return await refused(error, key, request, quote)
    }
  }

  /// The store said no to one copy of the order; another may still be on its way.
  ///
  /// So the key is closed before the customer hears of it, and a copy that came first has been sold.
  private func refused(
    _ fault: StoreFault, _ key: OrderKey, _ request: PurchaseRequest, _ quote: Quote
  ) async -> OrderEnd {
    switch fault.meaningForOrder {
    case .unknown: return .unknown(fault)
    case .over:
      forget(key)
      return .refused(fault)
    case .refused:
      return await closed(key, request, quote, after: fault)
    }
  }

  /// Closes the key of an order that was refused; what was sold under it, where something was.
  ///
  /// Where the store does not say, the key stays open until it answers again: nobody is asked for
  /// another order while this one may have been sold.
  private func closed(
    _ key: OrderKey, _ request: PurchaseRequest, _ quote: Quote, after refusal: StoreFault
  ) async -> OrderEnd {
    do {
      let result = try await ask { backend throws(StoreFault) in try await backend.settle(key) }
      if let result { return await received(result, key, request, quote) }
      forget(key)
      return .refused(refusal)
    } catch {
      return .unknown(error)
    }
  }

  /// Sends, and sends again under the same key where the answer is lost: the store sells once.
  private func send(_ order: Order) async throws(StoreFault) -> OrderResult {
    var backoff = Backoff(first: .milliseconds(500), longest: .seconds(2), tries: 4)
    while true {
      do {
        return try await sendOnce(order)
      } catch {
        guard case .unavailable = error,
          let pause = backoff.next(elapsed: .zero, chance: environment.chance())
        else { throw error }
        try? await environment.sleep(pause)
      }
    }
  }

  private func sendOnce(_ order: Order) async throws(StoreFault) -> OrderResult {
    try await ask { backend throws(StoreFault) in try await backend.purchase(order) }
  }

  private func received(
    _ result: OrderResult, _ key: OrderKey, _ request: PurchaseRequest, _ quote: Quote
  ) async -> OrderEnd {
    switch result {
    case .pending:
      markPending(key, request.product.id)
      return .sold(PurchaseOutcome(result: .pending), .pending)
    case .purchased(let purchase):
      return await received(purchase, key, quote)
    }
  }

  private func received(_ purchase: Purchase, _ key: OrderKey, _ quote: Quote) async -> OrderEnd {
    let signed: SignedData<TransactionPayload>
    do {
      signed = try await verifier.verify(purchase.signedTransaction, as: TransactionPayload.self)
    } catch {
      return .failed(.systemError(SystemErrorReason(error.description)))
    }
    let own = Signed(jws: purchase.signedTransaction, signed)
    let isNew = !purchase.alreadyOwned && !purchase.scheduled
    if isNew { withState { _ = $0.ownPurchases.insert(own.payload.transactionId) } }
    await take(own, isNew: isNew, ending: key)
    return OrderEnd(purchase, result(own), quote: quote)
  }

  /// Makes the purchase part of what the device holds, even if the store is gone by now, and
  /// forgets its order, which is dealt with by that.
  private func take(
    _ signed: Signed<TransactionPayload>, isNew: Bool, ending key: OrderKey
  ) async {
    guard (try? await refreshedHoldings(ending: key)) == nil else { return }
    keep { record in
      record.holdings = (record.holdings ?? Holdings.none).including(signed, isNew: isNew)
      record.forget(key)
    }
    withState { state in
      state.holdings = (state.holdings ?? CustomerHoldings()).including(signed, isNew: isNew)
    }
  }
}

/// What a fault of the store says of the order that was sent.
private enum MeaningForOrder {
  /// Whether it was sold is not known.
  case unknown
  /// This copy was not sold.
  case refused
  /// No copy will be sold to this device: it is signed out, or the key was closed or is another's.
  case over
}

extension StoreFault {
  fileprivate var meaningForOrder: MeaningForOrder {
    switch self {
    case .unavailable, .unknown: .unknown
    case .unauthorized, .orderKeyReused, .orderKeyClosed: .over
    case .signInRefused, .tooManyAttempts, .accountExists, .invalidPassword, .unknownProduct,
      .invalidQuantity, .quoteChanged, .unknownTransaction, .alreadyRefunded, .nothingToRefund,
      .notSubscribed, .severalSubscribers, .unknownAccount, .unknownDevice, .deviceExists,
      .tooManyDevices, .invalidName, .clockMovedBackwards, .clockBeyondCertificates:
      .refused
    }
  }
}
