import StoreAPI

/// Reads the unfinished transactions of the store, or offline those that the device keeps.
struct UnfinishedReader: Sendable {
  private let session: StoreSession
  private var pages: UnfinishedPages
  /// What the device keeps, once the store could not be reached.
  private var kept: ArraySlice<Signed<TransactionPayload>>?

  init(of session: StoreSession) {
    self.session = session
    pages = UnfinishedPages(of: session)
  }

  /// Returns the next transaction, or `nil` at the end.
  mutating func next() async -> Signed<TransactionPayload>? {
    if kept != nil { return kept?.popFirst() }
    do {
      return try await pages.next()
    } catch {
      kept = await session.keptUnfinished(after: error)[...]
      return kept?.popFirst()
    }
  }
}

extension StoreSession {
  /// Returns what the device keeps if the store cannot be reached.
  func keptUnfinished(after fault: StoreFault) async -> [Signed<TransactionPayload>] {
    if case .unavailable = fault { return await keptUnfinished() }
    environment.diagnose(.failed(doing: "asking what is unfinished", reason: "\(fault)"))
    return []
  }
}
