import StoreAPI

extension StoreSession {
  /// The customer's holdings: the store's, or the device's copy where the store cannot be reached.
  ///
  /// A device that has been signed out holds nothing.
  func holdings() async -> CustomerHoldings {
    do {
      return try await holdingsOrRefusal()
    } catch {
      environment.diagnose(.failed(doing: "asking for purchases", reason: "\(error)"))
      return CustomerHoldings()
    }
  }

  /// As ``holdings()``; throws where the store answers and refuses.
  func holdingsOrRefusal() async throws(StoreFault) -> CustomerHoldings {
    do {
      return try await holdingsOfMoment()
    } catch {
      guard case .unavailable = error else { throw error }
      return withState { $0.holdings } ?? CustomerHoldings()
    }
  }

  /// The customer's holdings as the store has them now, which the device then keeps; it forgets
  /// `order`, which is dealt with by that, in the same write.
  func refreshedHoldings(
    ending order: OrderKey? = nil
  ) async throws(StoreFault) -> CustomerHoldings {
    let answer = try await ask { backend throws(StoreFault) in
      let answer = try await backend.holdings()
      return Answer(answer, at: answer.time)
    }
    let read = await CustomerHoldings(answer.value, verifier: verifier, report: report)
    return adopt(read, of: answer, ending: order)
  }

  /// Reads what the device kept of an earlier run.
  func readHoldings(of record: DeviceRecord) async {
    guard let kept = record.holdings else { return }
    let read = await CustomerHoldings(kept, verifier: verifier, report: report)
    withState { state in
      state.holdings = read
      state.knownAtStart = read.sequence
    }
  }

  func report(_ fault: SignatureFault) {
    environment.diagnose(.unreadableSignedData(reason: "\(fault)"))
  }

  /// Takes the answer unless a later one has been taken: answers may overtake each other.
  ///
  /// The device keeps it first, so that whoever sees the holdings finds the same in its file.
  private func adopt(
    _ read: CustomerHoldings, of answer: Answer<Holdings>, ending order: OrderKey?
  ) -> CustomerHoldings {
    let (held, arrived) = withState { state in
      (state.holdings, state.pending(of: read.products(arrivedSince: state.holdings)))
    }
    guard isLatest(read, of: answer) else {
      if let order { forget(order) }
      return held ?? CustomerHoldings()
    }
    let date = environment.wallClock()
    keep { record in
      record.take(answer, heardAt: date)
      record.orders.removeAll { arrived.contains($0.key) }
      if let order { record.forget(order) }
    }
    return exchange(read, of: answer, arrived)
  }

  private func isLatest(_ read: CustomerHoldings, of answer: Answer<Holdings>) -> Bool {
    withState { $0.isLatest(read, of: answer) }
  }

  /// Shows what the device has kept, and tells what has changed by it.
  private func exchange(
    _ read: CustomerHoldings, of answer: Answer<Holdings>, _ arrived: [OrderKey]
  ) -> CustomerHoldings {
    let held = withState { state in
      for key in arrived { state.pending[key] = nil }
      defer { if state.isLatest(read, of: answer) { state.holdings = read } }
      return state.isLatest(read, of: answer) ? state.holdings : read
    }
    for changed in held.map(read.subscriptions(changedSince:)) ?? [] {
      statusBroadcast.send(changed)
    }
    return read
  }
}

extension StoreSession.State {
  fileprivate func isLatest(_ read: CustomerHoldings, of answer: Answer<Holdings>) -> Bool {
    clock.answered.epoch == answer.time.epoch
      && (holdings.map { $0.sequence <= read.sequence } ?? true)
  }

  /// The keys of orders that wait for one of these products.
  func pending(of products: Set<String>) -> [OrderKey] {
    pending.filter { products.contains($0.value) }.map(\.key)
  }
}
