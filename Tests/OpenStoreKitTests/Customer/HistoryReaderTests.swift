import PrivateFiles
import StoreAPI
import Synchronization
import TestSupport
import Testing

@testable import OpenStoreKit

/// A history is read in pages, and one that is not complete says why.
@Suite(.hangLimit) struct HistoryReaderTests {
  @Test func `a page is asked for when it is needed, and a list of any size is complete`()
    async throws
  {
    let alice = try await Customer.withFuel(250)
    var all = alice.history().makeLimitedIterator()
    #expect(alice.line.questions == [])

    var ids: [UInt64] = []
    for _ in 1...100 { ids.append(try #require(await all.next()).unsafePayloadValue.id) }
    #expect(alice.line.questions == ["transactions"])
    while let next = await all.next() { ids.append(next.unsafePayloadValue.id) }

    #expect(alice.line.questions == ["transactions", "transactions", "transactions"])
    #expect(Set(ids).count == 250 && ids == ids.sorted(by: >))
    #expect(alice.recorder.diagnostics == [])
    #expect(await all.next() == nil)
    #expect(alice.line.questions.count == 3, "the end is not asked for again")
  }

  @Test func `offline a device yields what it keeps, and says that this is not the history`()
    async throws
  {
    let alice = try await Customer.withFuel(3)
    try await alice.buy("nonconsumable.car")
    alice.line.condition = .cut

    let all = await Array(alice.history())
    let cans = await Array(alice.history(of: RecordedHistory.fuel))

    #expect(all.map(\.unsafePayloadValue.productID) == ["nonconsumable.car"])
    #expect(cans.isEmpty)
    let reason =
      "the store does not answer (the line is cut), and this device keeps only the latest "
      + "transaction of each product and its own unfinished purchases"
    let diagnostic = Diagnostic.incompleteHistory(reason: reason)
    #expect(alice.recorder.diagnostics.count { $0 == diagnostic } == 2)
    #expect(
      diagnostic.description == "the transactions are not complete: \(reason)")
  }

  @Test func `a store that stops answering between two pages ends the history, which says so`()
    async throws
  {
    let alice = try await Customer.withFuel(101)
    var history = HistoryReader(of: alice.session)

    #expect(await history.nextPage()?.count == 100)
    #expect(history.hasMore && history.incompleteness == nil)
    alice.line.condition = .cut
    #expect(await history.nextPage() == nil)

    #expect(history.incompleteness == .interrupted(reason: "the line is cut"))
    #expect(!history.hasMore)
    alice.line.condition = .good
    #expect(await history.nextPage() == nil)
  }

  @Test func `a reset between two pages ends the history, which says so`() async throws {
    let alice = try await Customer.withFuel(101)
    var history = HistoryReader(of: alice.session)

    #expect(await history.nextPage()?.count == 100)
    _ = try await alice.store.engine.reset()

    #expect(await history.nextPage() == nil)
    #expect(history.incompleteness == .reset)
  }

  @Test(arguments: PageForgery.allCases)
  func `a store whose pages do not follow each other makes no endless history`(
    forgery: PageForgery
  ) async throws {
    let alice = try await Customer.withFuel(101)
    let session = try await alice.session(over: RepeatingStore(store: alice.line, forgery: forgery))

    var history = HistoryReader(of: session)
    var pages = 0
    while await history.nextPage() != nil { pages += 1 }

    #expect(history.incompleteness == .misplaced)
    #expect(pages <= 1)
  }

  @Test func `transactions that cannot be decoded are counted`() async throws {
    let alice = try await Customer.withFuel(102)
    let count = Mutex(0)
    alice.tampering.forgeTransactions { token in
      let number = count.withLock { number in
        number += 1
        return number
      }
      return number.isMultiple(of: 2) ? token : "no.token.here"
    }

    var history = HistoryReader(of: alice.session)
    while await history.nextPage() != nil {}

    #expect(history.incompleteness == .unreadable(51))
    #expect("\(HistoryIncompleteness.unreadable(1))".hasPrefix("1 transaction of"))
  }

  @Test func `the latest can of fuel is found without reading the history`() async throws {
    let alice = try await Customer.withFuel(150)
    alice.line.countAnew()

    let latest = await alice.session.latestTransaction(of: RecordedHistory.fuel)

    #expect(latest != nil)
    #expect(alice.line.questions.count { $0 == "transactions" } == 1)
    #expect(alice.line.bytes < 100_000)
  }
}

extension Customer {
  /// A customer who has bought fuel, with a session that includes finished consumables.
  fileprivate static func withFuel(_ count: Int) async throws -> Customer {
    let alice = try await Customer.onNewDevice()
    try await alice.store.recordFuel(count, of: alice.registration)
    return try await alice.including()
  }

  private func including() async throws -> Customer {
    Customer(
      store: store, folder: folder, registration: registration, line: line, tampering: tampering,
      sheets: sheets, recorder: recorder, session: try await session(over: line))
  }

  /// Another session of the device, which includes finished consumables.
  fileprivate func session(over backend: any StoreBackend) async throws -> StoreSession {
    try await StoreSession(
      backend, sheets: sheets, device: try DeviceStore.open(folder.url),
      includesFinishedConsumables: true, environment: recorder.environment)
  }

  fileprivate func history(of productID: String? = nil) -> Transaction.Transactions {
    .history(of: session, productID: productID)
  }
}

/// How a store forges its pages.
enum PageForgery: CaseIterable, Sendable {
  /// The first page comes again and again.
  case repeated
  /// A page has nothing, and another follows.
  case empty
  /// A page is in rising order.
  case reversed
}

/// A store whose history has no end.
private struct RepeatingStore: ForwardingBackend {
  let store: any StoreBackend
  let forgery: PageForgery

  func transactions(
    _ request: TransactionsRequest
  ) async throws(StoreError) -> Answer<HistoryPage> {
    var first = request
    first.revision = nil
    var answer = try await store.transactions(first)
    answer.value.revision = "again"
    switch forgery {
    case .repeated: break
    case .empty: answer.value.signedTransactions = []
    case .reversed: answer.value.signedTransactions.reverse()
    }
    return answer
  }
}
