import StoreAPI

extension StoreSession {
  /// The customer's state, after the store has been asked if it must be.
  ///
  /// If the store cannot be reached, it is what the device kept. A device that has been signed out, or
  /// that the store refuses, holds nothing.
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
      await receive(.shownKept)
    }
    return withState { $0.customer }
  }

  func holdings() async -> CustomerHoldings { await customer().holdings }

  /// The customer's holdings as the store has them now, which the device then keeps; it forgets
  /// `order`, which is dealt with by that, in the same write.
  func refreshedHoldings(
    ending order: OrderKey? = nil
  ) async throws(StoreFault) -> CustomerHoldings {
    let gaps = withState { $0.customer.known.gaps }
    let answer = try await answer { backend throws(StoreFault) in try await backend.holdings() }
    let read = await reader.holdings(answer.value)
    await receive(.told(read, answer.time, asked: gaps, ending: order))
    return withState { $0.customer.holdings }
  }

  /// What waits to be delivered and was not bought by this session.
  func unfinishedElsewhere() async -> [Signed<TransactionPayload>] {
    let customer = await customer()
    return customer.elsewhere(customer.holdings.unfinished)
  }

  /// Hands to those who listen what this session did not buy itself.
  func announceElsewhere(_ transactions: [Signed<TransactionPayload>]) {
    for signed in withState({ $0.customer.elsewhere(transactions) }) {
      transactionBroadcast.send(signed)
    }
  }
}
