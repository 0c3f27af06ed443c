import AppStorePayloads
package import StoreAPI

/// Reads the customer's transactions page by page, newest first.
///
/// It has at most one page in memory, which is verified before its first transaction is returned.
package struct HistoryReader: Sendable {
  private enum Position {
    case page(revision: String?)
    case end
  }

  private let session: StoreSession
  private let productID: String?
  private let includesFinishedConsumables: Bool
  private let limit: Int
  private var position = Position.page(revision: nil)
  /// The last transaction of the pages so far.
  private var last: TransactionID?
  /// The rest of the page of ``next()``.
  private var rest: ArraySlice<VerificationResult<Transaction>> = []
  /// The number of consecutive pages without a transaction that could be decoded.
  private var unreadablePages = 0
  /// The reader stops after this number of such pages, because it cannot know that they would end.
  private static let unreadableLimit = 16
  /// The reason why transactions are missing; `nil` if none is missing so far.
  package private(set) var incompleteness: HistoryIncompleteness?

  /// The requests for refunds of the last page's transactions, by their IDs.
  package private(set) var refundRequests: [UInt64: RefundRequestState] = [:]

  /// ``refundRequests`` by the names of the states, such as `PENDING`.
  package var refundRequestNames: [UInt64: String] { refundRequests.mapValues(\.rawValue) }

  /// Creates a reader, which sends no request yet.
  ///
  /// - Parameters:
  ///   - session: The session whose customer's transactions are read.
  ///   - productID: Only this product's; `nil` for those of all products.
  ///   - limit: The maximum number of transactions on a page.
  package init(
    of session: StoreSession, productID: String? = nil, limit: Int = HistoryPage.limit
  ) {
    self.session = session
    self.productID = productID
    includesFinishedConsumables = session.includesFinishedConsumables
    self.limit = limit
  }

  /// Whether there may be another page.
  package var hasMore: Bool {
    if case .page = position { true } else { false }
  }

  /// Returns the next page, or `nil` at the end; then ``incompleteness`` says what is missing.
  ///
  /// If the store cannot be reached, the only page has the transactions that the device keeps.
  package mutating func nextPage() async -> [VerificationResult<Transaction>]? {
    guard case .page(let revision) = position else { return nil }
    do throws(StoreError) {
      let page = try await session.historyPage(
        of: productID, includingFinishedConsumables: includesFinishedConsumables, limit: limit,
        at: revision)
      return await take(page)
    } catch {
      position = .end
      return await pageAfter(error, isFirst: revision == nil)
    }
  }

  /// Returns the next transaction, or `nil` at the end.
  mutating func next() async -> VerificationResult<Transaction>? {
    while rest.isEmpty {
      guard let page = await nextPage() else { return nil }
      rest = page[...]
    }
    return rest.popFirst()
  }

  private mutating func take(_ page: HistoryPage) async -> [VerificationResult<Transaction>]? {
    let signed: [Signed<TransactionPayload>] = await session.reader.read(page.signedTransactions)
    let unreadable = page.signedTransactions.count - signed.count
    unreadablePages = signed.isEmpty ? unreadablePages + 1 : 0
    guard page.follows(last, signed.map(\.payload.transactionId)),
      unreadablePages <= Self.unreadableLimit
    else {
      position = .end
      incompleteness = .misplaced
      return nil
    }
    if unreadable > 0 {
      incompleteness = .unreadable(unreadable + (incompleteness?.unreadable ?? 0))
    }
    refundRequests = page.requestStates
    last = signed.last?.payload.transactionId ?? last
    position = page.revision.map { .page(revision: $0) } ?? .end
    return signed.map(session.result)
  }

  /// Returns the transactions that the device keeps if the first page could not be requested.
  private mutating func pageAfter(
    _ error: StoreError, isFirst: Bool
  ) async -> [VerificationResult<Transaction>]? {
    incompleteness = HistoryIncompleteness(error, isFirst: isFirst)
    refundRequests = [:]
    guard incompleteness?.isOffline == true else { return nil }
    return await session.keptTransactions(of: productID).map(session.result)
  }
}

extension HistoryPage {
  /// The first state of each transaction, because a store could send several.
  fileprivate var requestStates: [UInt64: RefundRequestState] {
    Dictionary(refundRequests.map { ($0.transactionID.rawValue, $0.state) }) { first, _ in first }
  }

  /// Whether the IDs continue to decrease after the last one of the previous page.
  ///
  /// Otherwise a store could send a history without an end.
  fileprivate func follows(_ last: TransactionID?, _ ids: [TransactionID]) -> Bool {
    let all = (last.map { [$0] } ?? []) + ids
    return zip(all, all.dropFirst()).allSatisfy { $0 > $1 }
      && !(hasMore && signedTransactions.isEmpty)
  }
}

/// The reason why a history is incomplete; ``description`` is the end of a sentence for people.
package enum HistoryIncompleteness: Hashable, Sendable {
  /// The store does not answer, for this reason: only the transactions that the device keeps were
  /// returned.
  case offline(reason: String)
  /// The store stopped answering, for this reason: older transactions are missing.
  case interrupted(reason: String)
  /// The store was reset between two pages: the earlier pages are from before the reset.
  case reset
  /// The store refused, for this reason.
  case refused(reason: String)
  /// This number of transactions cannot be decoded.
  case unreadable(Int)
  /// The store's pages do not follow each other: older transactions are missing.
  case misplaced
  /// The task was cancelled: older transactions are missing.
  case cancelled
}

extension HistoryIncompleteness {
  fileprivate init(_ error: StoreError, isFirst: Bool) {
    switch error {
    case _ where Task.isCancelled: self = .cancelled
    case .unavailable(let reason):
      self = isFirst ? .offline(reason: reason) : .interrupted(reason: reason)
    case .invalidRequestRevision: self = .reset
    default: self = .refused(reason: "\(error)")
    }
  }

  /// Whether only the transactions that the device keeps were returned.
  package var isOffline: Bool {
    if case .offline = self { true } else { false }
  }

  /// Whether the store could not be reached, at the beginning or later.
  package var isUnreachable: Bool {
    switch self {
    case .offline, .interrupted: true
    case .reset, .refused, .unreadable, .misplaced, .cancelled: false
    }
  }

  /// A word for programs.
  package var code: String {
    switch self {
    case .offline: "offline"
    case .interrupted: "interrupted"
    case .reset: "reset"
    case .refused: "refused"
    case .unreadable: "unreadable"
    case .misplaced: "misplaced"
    case .cancelled: "cancelled"
    }
  }

  fileprivate var unreadable: Int {
    if case .unreadable(let count) = self { count } else { 0 }
  }
}

extension HistoryIncompleteness: CustomStringConvertible {
  package var description: String {
    switch self {
    case .offline(let reason):
      "the store does not answer (\(reason)), and this device keeps only the latest transaction of "
        + "each product and its own unfinished purchases"
    case .interrupted(let reason):
      "the store stopped answering (\(reason)), and older transactions are missing"
    case .reset: "the store was reset in the meantime; read the history again"
    case .refused(let reason): "the store refused: \(reason)"
    case .unreadable(let count):
      "\(count) \(count == 1 ? "transaction" : "transactions") of the store's answers cannot be read"
    case .misplaced:
      "the store's pages do not follow each other, and older transactions are missing"
    case .cancelled: "reading was cancelled, and older transactions are missing"
    }
  }
}
