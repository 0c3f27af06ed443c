import PrivateFiles
import StoreAPI

extension StoreSession {
  /// Sends an order under a fresh key and deals with the answer.
  func order(_ request: PurchaseRequest, _ quote: Quote) async -> OrderEnd {
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
    case .unknown: return .refused(fault)
    case .over:
      forget(key)
      return .refused(fault)
    case .refused:
      return await closed(key, request, quote) ?? .refused(fault)
    }
  }

  /// Closes the key of an order that was refused; what was sold under it, where something was.
  ///
  /// Where the store cannot be reached any more, the key stays open until it answers again.
  private func closed(
    _ key: OrderKey, _ request: PurchaseRequest, _ quote: Quote
  ) async -> OrderEnd? {
    do {
      let result = try await ask { backend throws(StoreFault) in try await backend.settle(key) }
      if let result { return await received(result, key, request, quote) }
      forget(key)
    } catch {}
    return nil
  }

  /// Sends, and sends again under the same key where the answer is lost: the store sells once.
  private func send(_ order: Order) async throws(StoreFault) -> OrderResult {
    for pause in [Duration.milliseconds(500), .seconds(1), .seconds(2)] {
      do {
        return try await sendOnce(order)
      } catch {
        guard case .unavailable = error else { throw error }
        try? await environment.sleep(pause)
      }
    }
    return try await sendOnce(order)
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
      return .failed(.systemError(Refusal(error.description)))
    }
    let own = Signed(jws: purchase.signedTransaction, signed)
    if !purchase.alreadyOwned && !purchase.scheduled {
      withState { _ = $0.ownPurchases.insert(own.payload.transactionId) }
    }
    await take(own, ending: key)
    return OrderEnd(purchase, result(own), quote: quote)
  }

  /// Makes the purchase part of what the device holds, even if the store is gone by now, and
  /// forgets its order, which is dealt with by that.
  private func take(_ signed: Signed<TransactionPayload>, ending key: OrderKey) async {
    guard (try? await refreshedHoldings(ending: key)) == nil else { return }
    withState { $0.holdings = ($0.holdings ?? CustomerHoldings()).including(signed) }
    keep { record in
      record.holdings = (record.holdings ?? .none).including(signed)
      record.forget(key)
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
    case .unavailable: .unknown
    case .unauthorized, .orderKeyReused, .orderKeyClosed: .over
    case .signInRefused, .tooManyAttempts, .accountExists, .invalidPassword, .unknownProduct,
      .invalidQuantity, .quoteChanged, .unknownTransaction, .alreadyRefunded, .nothingToRefund,
      .notSubscribed, .severalSubscribers, .unknownAccount, .unknownDevice, .deviceExists,
      .tooManyDevices, .invalidName, .clockMovedBackwards, .clockBeyondCertificates:
      .refused
    }
  }
}
