import OpenStoreKit

/// The customer's history as far as its pages were read.
struct HistoryReading: Sendable {
  private let reader: StoreReader
  private var pages: HistoryReader
  private var purchases: [HistoryEntry] = []
  private var unverified = 0

  /// Asks nothing yet.
  init(_ reader: StoreReader, productID: String? = nil) {
    self.reader = reader
    pages = HistoryReader(of: reader.session, productID: productID)
  }

  /// The part that was read so far.
  var history: History {
    History(purchases, hasMore: pages.hasMore, incompleteness: incompleteness)
  }

  /// The transactions that were read so far and can be verified.
  var entries: [HistoryEntry] { purchases }

  /// Reads the next page, if there is one.
  mutating func readPage() async {
    guard let page = await pages.nextPage() else { return }
    let requests = pages.refundRequestNames.compactMapValues(RefundRequest.init)
    let entries = reader.entries(of: page).map { entry in
      var entry = entry
      entry.refundRequest = requests[entry.owned.transactionID]
      return entry
    }
    purchases += entries
    unverified += page.count - entries.count
  }

  /// Reads pages until one has this transaction or older ones; `nil` reads one page.
  mutating func read(through id: UInt64?) async {
    await readPage()
    while !reaches(id) { await readPage() }
  }

  /// Whether the pages that were read have this transaction, or all older ones.
  func reaches(_ id: UInt64?) -> Bool {
    guard let id, pages.hasMore else { return true }
    return purchases.last.map { $0.owned.transactionID <= id } ?? false
  }

  /// Adds transactions that have arrived since the pages were read.
  ///
  /// - Returns: Whether the pages need not be read again.
  mutating func grow(by received: [HistoryEntry]) -> Bool {
    guard incompleteness == nil, let grown = purchases.grown(by: received) else { return false }
    purchases = grown
    return true
  }

  private var incompleteness: History.Incompleteness? {
    switch pages.incompleteness {
    case .offline: .offline
    case .interrupted: .stoppedAnswering
    case let other?: .other("\(other)")
    case nil: unverified == 0 ? nil : .notVerified(unverified)
    }
  }
}

/// The next part of the history to read; several requests are merged into one.
enum HistoryRequest: Equatable, Sendable {
  /// From the newest page until the page with this transaction; `nil` for one page.
  case anew(through: UInt64?)
  /// The next page.
  case more

  /// This request and a later one.
  func merged(with later: HistoryRequest?) -> HistoryRequest {
    switch (self, later) {
    case (_, .anew(let id)): .anew(through: id)
    case (let request, .more), (let request, nil): request
    }
  }
}
