import StoreAPI

extension StoreSession {
  /// Runs `body`, in which everything that is asked about the customer is answered from one answer
  /// of the store: so the answers agree with each other, and the store is asked once.
  ///
  /// It is for reading: what `body` buys or finishes is not seen until it has ended.
  package func atOneMoment<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$moment.withValue(Moment(), operation: body)
  }

  /// The holdings for this task: those of its moment, else the store's now.
  func holdingsOfMoment() async throws(StoreFault) -> CustomerHoldings {
    guard let moment = Self.moment else { return try await refreshedHoldings() }
    return try await moment.holdings(of: self)
  }

  @TaskLocal private static var moment: Moment?
}

/// One answer, asked for when it is first needed.
private actor Moment {
  private var answer: Result<CustomerHoldings, StoreFault>?

  func holdings(of session: StoreSession) async throws(StoreFault) -> CustomerHoldings {
    if let answer { return try answer.get() }
    do {
      let holdings = try await session.refreshedHoldings()
      answer = .success(holdings)
      return holdings
    } catch {
      answer = .failure(error)
      throw error
    }
  }
}
