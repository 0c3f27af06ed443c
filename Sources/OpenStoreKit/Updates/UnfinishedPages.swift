import AppStorePayloads
import StoreAPI

/// Reads the unfinished transactions page by page, as the consumer asks.
///
/// It has at most one page in memory, which is verified before its first transaction is returned.
/// If the store begins another epoch, the reader starts again with the first page.
struct UnfinishedPages: Sendable {
  private enum Position {
    case page(after: TransactionID?)
    case end
  }

  private let session: StoreSession
  private var position = Position.page(after: nil)
  private var verified: ArraySlice<Signed<TransactionPayload>> = []
  /// The epoch of the pages so far; if it changes, the pages returned before are invalid.
  private(set) var epoch: Int?
  /// The number of pages that were read.
  private(set) var count = 0

  init(of session: StoreSession) { self.session = session }

  /// Returns the next transaction, or `nil` at the end.
  ///
  /// - Throws: The error of a request for a page; call it again to continue with that page.
  mutating func next() async throws(StoreError) -> Signed<TransactionPayload>? {
    while true {
      if let signed = verified.popFirst() { return signed }
      guard case .page(let id) = position else { return nil }
      let answer = try await session.unfinishedPage(after: id)
      count += 1
      defer { epoch = answer.time.epoch }
      guard id == nil || answer.time.epoch == epoch else {
        position = .page(after: nil)
        continue
      }
      let read: [Signed<TransactionPayload>] = await session.reader.read(answer.value.transactions)
      await session.change { $0.received(read) }
      verified = read[...]
      position = answer.value.next.map { .page(after: $0) } ?? .end
    }
  }
}

extension StoreSession {
  func unfinishedPage(
    after id: TransactionID?, limit: Int = UnfinishedPage.limit
  ) async throws(StoreError) -> Answer<UnfinishedPage> {
    let kept = keptIDs()
    let answer = try await ask { backend throws(StoreError) in
      try await backend.unfinished(after: id, limit: limit)
    }
    let missing = answer.value.missing(kept.ids, after: id)
    guard !missing.isEmpty, answer.time.epoch == kept.epoch else { return answer }
    let finished = await withoutReusedIDs(missing)
    if !finished.isEmpty {
      await change { $0.finished(finished) }
    }
    return answer
  }

  /// The session's own purchases in the device's file, and their epoch.
  ///
  /// The store has recorded them; later purchases are not included.
  private func keptIDs() -> (ids: [TransactionID], epoch: Int?) {
    let record = persistence.record("reading unfinished transactions")
    return (record?.unfinished?.map(\.id) ?? [], record?.time.epoch)
  }

  /// Returns the IDs that mean the same transactions to the store as to the device.
  ///
  /// An unconfirmed ID is left out if the store does not answer.
  private func withoutReusedIDs(_ ids: [TransactionID]) async -> [TransactionID] {
    var same: [TransactionID] = []
    for id in ids {
      let unconfirmed = customer.withLock { state in
        state.kept.first { $0.id == id && state.isUnconfirmed($0) }
      }
      guard let unconfirmed else {
        same.append(id)
        continue
      }
      if await isSame(unconfirmed) ?? false { same.append(id) }
    }
    return same
  }

  /// Asks the store whether its transaction with this ID is the same one; true if it has none.
  ///
  /// - Returns: `nil` if the store does not answer.
  func isSame(_ identity: TransactionIdentity) async -> Bool? {
    do {
      let answer = try await ask { backend throws(StoreError) in
        try await backend.transaction(identity.id)
      }
      guard let jws = answer.value, let signed: Signed<TransactionPayload> = await reader.read(jws)
      else { return true }
      await change { $0.received([signed]) }
      return signed.payload.identity == identity
    } catch .unavailable {
      return nil
    } catch {
      return true
    }
  }

  /// Returns the unfinished transactions of the store up to an ID, oldest first.
  ///
  /// - Throws: StoreKit's errors if the store does not answer.
  package func unfinishedInStore(
    through last: Transaction.ID
  ) async throws -> [VerificationResult<Transaction>] {
    var pages = UnfinishedPages(of: self)
    var results: [VerificationResult<Transaction>] = []
    var epoch: Int?
    do throws(StoreError) {
      while let signed = try await pages.next(), signed.payload.transactionId.rawValue <= last {
        if pages.epoch != epoch { results = [] }
        epoch = pages.epoch
        results.append(result(signed))
      }
    } catch {
      throw error.storeKitError
    }
    // The last page may have been the first of another epoch.
    return pages.epoch == epoch ? results : []
  }

  /// Whether a transaction is unfinished and may be delivered on this device.
  ///
  /// - Throws: StoreKit's errors if the store does not answer.
  package func isUnfinished(_ id: Transaction.ID) async throws -> Bool {
    do throws(StoreError) {
      let page = try await unfinishedPage(after: TransactionID(rawValue: id - min(1, id)), limit: 1)
      guard let token = page.value.transactions.first,
        let signed: Signed<TransactionPayload> = await reader.read(token)
      else { return false }
      return signed.payload.transactionId.rawValue == id
    } catch {
      throw error.storeKitError
    }
  }

  /// Sends a transaction to the listeners, unless this session bought it itself.
  func announceExternal(_ signed: Signed<TransactionPayload>) {
    if admit(signed) { updates.transactions.send(.transaction(signed)) }
  }

  /// Takes a transaction from the store's answer.
  ///
  /// If it may be the result of an order in flight, it is announced after that order, unless it was
  /// the result.
  ///
  /// - Returns: Whether it is announced now.
  func admit(_ signed: Signed<TransactionPayload>) -> Bool {
    customer.withLock { state in
      state.hold(signed)
      return state.isExternal(signed.payload)
    }
  }
}

extension UnfinishedPage {
  /// The given IDs that would be on this page if their transactions were unfinished, but are not.
  ///
  /// The page begins after the ID `first`.
  fileprivate func missing(_ ids: [TransactionID], after first: TransactionID?) -> [TransactionID] {
    let expected = ids.filter { id in
      first.map { $0 < id } ?? true && next.map { id <= $0 } ?? true
    }
    guard !expected.isEmpty else { return [] }
    let present = Set(
      transactions.compactMap { jws in
        (try? JWS(jws).payload(as: TransactionPayload.self))?.transactionId
      })
    return expected.filter { !present.contains($0) }
  }
}
