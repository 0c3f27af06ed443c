import AppStorePayloads
import StoreAPI

/// Reads the unfinished transactions of the store, or offline those that the device keeps.
struct UnfinishedReader: Sendable {
  private let session: StoreSession
  private var pages: UnfinishedPages
  /// The last transaction of the pages that was returned.
  private var last: TransactionID?
  /// The transactions that the device keeps after ``last``, once the store could not be reached.
  private var kept: ArraySlice<Signed<TransactionPayload>>?

  init(of session: StoreSession) {
    self.session = session
    pages = UnfinishedPages(of: session)
  }

  /// Returns the next transaction, or `nil` at the end or if the task is cancelled.
  mutating func next() async -> Signed<TransactionPayload>? {
    if kept != nil { return kept?.popFirst() }
    do {
      let signed = try await pages.next()
      last = signed?.payload.transactionId ?? last
      return signed
    } catch {
      // A question that was cancelled says nothing about the store.
      guard !Task.isCancelled else { return nil }
      kept = await keptAfterLast(error)[...]
      return kept?.popFirst()
    }
  }

  /// The pages are in the order of the IDs, so they included the device's transactions up to the
  /// last one.
  private func keptAfterLast(_ error: StoreError) async -> [Signed<TransactionPayload>] {
    let kept = await session.keptUnfinished(after: error)
    guard let last else { return kept }
    return kept.filter { $0.payload.transactionId > last }
  }
}

extension StoreSession {
  /// Returns the transactions that the device keeps if the store cannot be reached.
  func keptUnfinished(after error: StoreError) async -> [Signed<TransactionPayload>] {
    if case .unavailable = error { return await keptUnfinished() }
    environment.diagnose(.failed(doing: "asking for unfinished transactions", reason: "\(error)"))
    return []
  }
}
