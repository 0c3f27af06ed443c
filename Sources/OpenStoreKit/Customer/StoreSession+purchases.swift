import StoreAPI

extension StoreSession {
  /// Returns the known state of the customer, after asking the store if necessary.
  ///
  /// If the store cannot be reached, returns the state that the device keeps. If the device was signed
  /// out, or the store refuses, the state has no purchases.
  package func snapshot() async -> CustomerSnapshot {
    do {
      return try await snapshotOrRefusal()
    } catch {
      environment.diagnose(.failed(doing: "asking for purchases", reason: error.sentence))
      let reading = environment.monotonic()
      return CustomerSnapshot(customer.state.withoutPurchases, at: reading, of: self)
    }
  }

  /// As ``snapshot()``; throws if the store answers and refuses.
  func snapshotOrRefusal() async throws(StoreError) -> CustomerSnapshot {
    // The clock is read once: purchases for which no request was needed must not have expired in the
    // snapshot.
    let reading = environment.monotonic()
    let state = customer.state
    guard state.mustAsk(at: reading) else {
      return CustomerSnapshot(state, at: reading, of: self)
    }
    do {
      _ = try await refreshedPurchases()
    } catch {
      guard case .unavailable = error else { throw error }
      if !Task.isCancelled { await change { $0.showedKept() } }
    }
    return CustomerSnapshot(customer.state, at: reading, of: self)
  }

  /// Returns the customer's present purchases from the store, and keeps them on the device.
  ///
  /// The same write removes the order of `purchase`, which the purchases include.
  func refreshedPurchases(
    after purchase: OwnPurchase? = nil
  ) async throws(StoreError) -> VerifiedPurchases {
    let baseline = customer.withLock { $0.known.baseline }
    let answer = try await ask { backend throws(StoreError) in try await backend.purchases() }
    let read = await reader.purchases(answer.value)
    await change { $0.received(read, at: answer.time, asked: baseline, after: purchase) }
    startWritingMissingReceipt()
    return customer.withLock { $0.purchases }
  }
}
