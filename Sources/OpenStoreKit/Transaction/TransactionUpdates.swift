import StoreAPI

/// An iterator of ``Transaction/updates``: yields unfinished transactions, then changes, and each
/// state of a transaction once.
struct TransactionUpdates {
  private let session: StoreSession
  private var stream: AsyncStream<Signed<TransactionPayload>>.Iterator
  /// The unfinished transactions; `nil` until they are read.
  private var backlog: ArraySlice<Signed<TransactionPayload>>?
  /// The last yielded state of each transaction.
  ///
  /// Only the last one counts, because a refund that is reversed leads to an earlier state again.
  private var last: [TransactionID: TransactionPayload] = [:]

  init(session: StoreSession, stream: AsyncStream<Signed<TransactionPayload>>) {
    self.session = session
    self.stream = stream.makeAsyncIterator()
  }

  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async -> VerificationResult<Transaction>? {
    while let signed = await nextSigned(isolation: actor) {
      let state = signed.payload.unsigned
      let previous = last.updateValue(state, forKey: signed.payload.transactionId)
      if previous != state { return session.result(signed) }
    }
    return nil
  }

  private mutating func nextSigned(
    isolation actor: isolated (any Actor)?
  ) async -> Signed<TransactionPayload>? {
    if backlog == nil {
      backlog = await session.unfinishedElsewhere()[...]
    }
    guard !Task.isCancelled else { return nil }
    if let signed = backlog?.popFirst() { return signed }
    return await stream.next(isolation: actor)
  }
}
