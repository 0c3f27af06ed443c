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
    let read = await CustomerHoldings(answer.value, verifier: verifier, complain: complain)
    return adopt(read, of: answer, ending: order)
  }

  /// Reads what the device kept of an earlier run.
  func readHoldings(of record: DeviceRecord) async {
    guard let kept = record.holdings else { return }
    let read = await CustomerHoldings(kept, verifier: verifier, complain: complain)
    withState { state in
      state.holdings = read
      state.knownAtStart = read.sequence
    }
  }

  func complain(of fault: SignatureFault) {
    environment.diagnose(.unreadableSignedData(reason: "\(fault)"))
  }

  /// Takes the answer unless a later one has been taken: answers may overtake each other.
  private func adopt(
    _ read: CustomerHoldings, of answer: Answer<Holdings>, ending order: OrderKey?
  ) -> CustomerHoldings {
    let (held, wasTaken) = withState { state in
      guard state.clock.answered.epoch == answer.time.epoch else { return (state.holdings, false) }
      if let held = state.holdings, held.sequence > read.sequence { return (held, false) }
      defer { state.holdings = read }
      return (state.holdings, true)
    }
    guard wasTaken else {
      if let order { forget(order) }
      return held ?? CustomerHoldings()
    }
    let date = environment.wallClock()
    keep { record in
      record.take(answer, heardAt: date)
      if let order { record.forget(order) }
    }
    settlePending(of: read.products(arrivedSince: held))
    for changed in held.map(read.subscriptions(changedSince:)) ?? [] {
      statusBroadcast.send(changed)
    }
    return read
  }
}
