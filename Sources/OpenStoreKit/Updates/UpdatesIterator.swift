import AppStorePayloads
import StoreAPI

// The elements of an iterator of `Transaction.updates`, and their order.
//
//               1 all read                 3 transaction
//   reading ─────────────────► following ──────────────────► following
//      │  ▲                       │  ▲
//      │  └─5 store answers again─┤  └──────────────┐
//      │  └─6 read all again──────┘                 │
//      └──2 no answer──► interrupted ──4 kept read──┘ goes on with 5
//
// 7. The first purchases are known before the first page is read: the stream does not announce what
//    they include and is unfinished.

/// Reads what is unfinished page by page, and then the announcements of the session.
struct UpdatesIterator {
  private let session: StoreSession
  private var announcements: Announcements.Iterator
  private var pages: UpdatePages
  private var yielded = YieldedTransactions()

  /// Creates an iterator that begins with the pages and then yields the session's `announcements`.
  init(of session: StoreSession, hearing announcements: Announcements) {
    self.session = session
    self.announcements = announcements.makeIterator()
    pages = UpdatePages(of: session)
  }

  /// Returns the next transaction in a state that was not just yielded, or `nil` if the task is
  /// cancelled.
  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async -> Signed<TransactionPayload>? {
    await nextUpdate(isolation: actor)?.signed
  }

  /// As ``next(isolation:)``, with the source of the transaction.
  mutating func nextUpdate(isolation actor: isolated (any Actor)?) async -> Update? {
    while !Task.isCancelled {
      if let signed = await pages.next() {
        if session.admit(signed), yielded.insert(signed.payload) {
          return Update(signed: signed, page: pages.count)
        }
        continue
      }
      guard let announcement = await announcements.next(isolation: actor) else { return nil }
      if let signed = pages.take(announcement), yielded.insert(signed.payload) {
        return Update(signed: signed, page: nil)
      }
    }
    return nil
  }

  struct Update: Sendable {
    let signed: Signed<TransactionPayload>
    /// The number of its page of unfinished transactions; `nil` for an announced transaction, which
    /// may be finished.
    let page: Int?
  }
}

/// The pages of unfinished transactions, and whether they must be read.
private struct UpdatePages: Sendable {
  private let session: StoreSession
  private var pages: UnfinishedPages
  private var isReading = true
  private var isInterrupted = false
  /// The number of pages that were read before those of ``pages``.
  private var earlierCount = 0
  /// The transactions that the device keeps, if the store could not be reached.
  private var kept: ArraySlice<Signed<TransactionPayload>> = []

  init(of session: StoreSession) {
    self.session = session
    pages = UnfinishedPages(of: session)
  }

  /// The number of pages that were read.
  var count: Int { earlierCount + pages.count }

  /// Returns the announced transaction; `nil` if the announcement is about pages.
  mutating func take(_ announcement: Announcement) -> Signed<TransactionPayload>? {
    switch announcement {
    case .transaction(let signed): return signed
    case .unreadUnfinished: isReading = isReading || isInterrupted
    case .allUnfinished:
      earlierCount = count
      pages = UnfinishedPages(of: session)
      isReading = true
    }
    return nil
  }

  /// Returns the next unfinished transaction, or `nil` if there are none or the store does not answer.
  mutating func next() async -> Signed<TransactionPayload>? {
    if let signed = kept.popFirst() { return signed }
    guard isReading else { return nil }
    do {
      try await session.readFirstPurchases()
      if let signed = try await pages.next() {
        await session.readPurchases(including: signed.payload)
        return signed
      }
      (isReading, isInterrupted) = (false, false)
      return nil
    } catch {
      if !isInterrupted { kept = await session.keptUnfinished(after: error)[...] }
      (isReading, isInterrupted) = (false, true)
      return kept.popFirst()
    }
  }
}

extension StoreSession {
  /// Asks for purchases unless the app could read some already.
  ///
  /// - Throws: The error of the request.
  fileprivate func readFirstPurchases() async throws(StoreError) {
    guard customer.withLock({ $0.known.firstSequence }) == nil else { return }
    do {
      _ = try await refreshedPurchases()
    } catch {
      if case .unavailable = error, !Task.isCancelled { await change { $0.showedKept() } }
      throw error
    }
  }

  /// Asks for the purchases if a transaction is later than all of theirs: the app may read a
  /// yielded transaction before the stream has delivered it too.
  fileprivate func readPurchases(including payload: TransactionPayload) async {
    guard payload.type != .consumable else { return }
    let last = customer.withLock { $0.purchases.transactions.first?.payload.transactionId }
    guard last.map({ $0 < payload.transactionId }) ?? true else { return }
    _ = try? await refreshedPurchases()
  }
}
