import StoreAPI

extension StoreSession {
  /// Returns the customer's state, after the store has been asked if it must be.
  ///
  /// If the store cannot be reached, it is what the device kept. If the device was signed out, or the
  /// store refuses, it is without holdings.
  func customer() async -> CustomerState {
    do {
      return try await customerOrRefusal()
    } catch {
      environment.diagnose(.failed(doing: "asking for purchases", reason: "\(error)"))
      return withState { $0.customer.withoutHoldings }
    }
  }

  /// As ``customer()``; throws if the store answers and refuses.
  func customerOrRefusal() async throws(StoreFault) -> CustomerState {
    let reading = environment.monotonic()
    let customer = withState { $0.customer }
    guard customer.mustAsk(at: reading) else { return customer }
    do {
      _ = try await refreshedHoldings()
    } catch {
      guard case .unavailable = error else { throw error }
      await change { $0.showedKept() }
    }
    return withState { $0.customer }
  }

  /// Returns the customer's holdings as the store has them now, which the device then keeps.
  ///
  /// The same write removes `order`, which the holdings account for.
  func refreshedHoldings(
    ending order: OrderKey? = nil
  ) async throws(StoreFault) -> CustomerHoldings {
    let gaps = withState { $0.customer.known.gaps }
    let answer = try await ask { backend throws(StoreFault) in try await backend.holdings() }
    let read = await reader.holdings(answer.value)
    await change { $0.received(read, at: answer.time, asked: gaps, ending: order) }
    return withState { $0.customer.holdings }
  }

  /// Returns the unfinished transactions that this session did not buy itself.
  func unfinishedExternal() async -> [Signed<TransactionPayload>] {
    let customer = await customer()
    return customer.external(customer.holdings.unfinished)
  }

  /// Sends to the listeners the transactions that this session did not buy itself.
  func announceExternal(_ transactions: [Signed<TransactionPayload>]) {
    for signed in withState({ $0.customer.external(transactions) }) {
      transactionBroadcast.send(signed)
    }
  }
}
