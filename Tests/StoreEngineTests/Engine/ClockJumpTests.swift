import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.hangLimit) struct ClockJumpTests {
  private let shop: RunningShop

  init() async throws { shop = try await RunningShop() }

  @Test(arguments: [1, 44, 46, 400, 30_000, -400])
  func `what is asked without a sign-in settles nothing, wherever the clock is`(
    days: Int
  ) async throws {
    shop.wall.advance(days: days)

    _ = try await shop.engine.time()
    _ = try await shop.engine.root()
    _ = try await shop.engine.signUp(Credentials(account: "stranger", password: "12345678"))
    let unknown = String(repeating: "A", count: 43)
    await #expect(throws: StoreError.unauthorized) {
      try await shop.engine.backend(for: unknown, instance: InstanceID(UUID()))
    }
    await #expect(throws: StoreError.unauthorized) {
      try await shop.engine.signOut(signIn: unknown)
    }

    #expect(try await shop.settlements() == 0)
  }

  @Test func `a removed device settles nothing`() async throws {
    _ = try await shop.fixture.engine.removeDevice("alpha", signIn: shop.fixture.signIn.token)
    shop.wall.advance(days: 40)

    await #expect(throws: StoreError.unauthorized) { try await shop.alpha.purchases() }

    #expect(try await shop.settlements() == 0)
  }

  @Test(arguments: [(1, 0), (44, 1)])
  func `up to 45 days after its last use the store follows the clock`(
    days: Int, renewals: Int
  ) async throws {
    shop.wall.advance(days: days)

    let time = try await shop.alpha.purchases().time

    #expect(time.now == shop.shown)
    #expect(time.jump == nil)
    #expect(try await shop.settlements() == renewals)
    try await shop.alpha.buy("nonconsumable.car")
  }

  @Test(arguments: [46, 400, 30_000])
  func `beyond 45 days the store answers at its last time and sells nothing`(
    days: Int
  ) async throws {
    shop.wall.advance(days: days)
    let validity = shop.engine.validity
    let isValid = validity.contains(shop.shown)
    let jump = ClockJump(
      to: shop.shown, days: days, certificatesEnd: isValid ? nil : validity.upperBound)

    let time = try await shop.alpha.purchases().time

    #expect(time.now == RunningShop.start)
    #expect(time.jump == jump)
    let refusal: StoreError =
      isValid
      ? .clockNotAccepted(last: RunningShop.start, jump)
      : .certificatesNotValid(
        date: shop.shown, first: validity.lowerBound, last: validity.upperBound)
    await #expect(throws: refusal) { try await shop.alpha.buy("nonconsumable.car") }
    await #expect(throws: refusal) {
      try await shop.alpha.perform(.disableAutoRenew(groupID: "group"))
    }
    #expect(try await shop.settlements() == 0)
    let again = try await shop.fixture.another { shop.wall.now }
    #expect(try await again.clock().jump == jump, "also for a store that is opened then")
  }

  @Test(arguments: [46, 400, 30_000])
  func `once the machine's clock is right, the store sells again`(days: Int) async throws {
    shop.wall.advance(days: days)
    #expect(try await shop.alpha.purchases().time.jump != nil)

    shop.wall.advance(days: -days)

    #expect(try await shop.alpha.buy("nonconsumable.car").time.jump == nil)
    #expect(try await shop.settlements() == 0)
  }

  @Test func `while the store waits, its operator can look at a subscription`() async throws {
    shop.wall.advance(days: 400)
    let plan = SubscriptionReference.product("subscription.pro", account: nil)

    let answer = try await shop.engine.perform(.subscription(subscription: plan)) { _ in }

    #expect(answer.time.jump != nil)
    await #expect { try await shop.engine.perform(.renew(subscription: plan)) { _ in } } throws: {
      ($0 as? StoreError)?.code == .clockNotAccepted
    }
    #expect(try await shop.settlements() == 0)
  }

  @Test func `a clock that runs on while a jump is accepted is not behind afterwards`()
    async throws
  {
    shop.wall.advance(days: 400)
    let target = shop.shown

    let answer = try await shop.engine.perform(.acceptClock) { [wall = shop.wall] _ in
      wall.advance(by: 180)
    }

    #expect(answer.time.now == target)
    #expect(try await shop.engine.clock().now == shop.shown)
  }

  @Test func `a stream of a customer without a plan reports a jump, and that it was set right`()
    async throws
  {
    let pauses = AsyncStream<Duration>.makeStream()
    let moves = Mutex(0)
    let store = try await shop.fixture.another(
      wallClock: { [wall = shop.wall] in wall.now },
      sleep: { [wall = shop.wall] duration in
        moves.withLock { moves in
          // The clock jumps while the stream waits, and then is set right. An alarm that was cancelled
          // before it began still pauses: only the first pause of each length moves the clock.
          guard moves < 2, (duration == .seconds(60)) == (moves == 1) else { return }
          moves += 1
          pauses.continuation.yield(duration)
          wall.advance(days: moves == 1 ? 400 : -400)
        }
      })
    let signIn = try await store.signUp(Credentials(account: "bob", password: "correct horse"))
    let token = try await store.registerDevice("beta", signIn: signIn.value.token).value.token
    let beta = try await store.backend(for: token, instance: InstanceID(UUID()))

    var jumps: [Bool] = []
    var updates = beta.updates(after: 0, known: nil).makeLimitedIterator()
    while jumps.count < 3, let update = try await updates.next() {
      jumps.append(update.time.jump != nil)
    }

    #expect(jumps == [false, true, false])
    var waits = pauses.stream.makeLimitedIterator()
    #expect(await waits.next() == .seconds(3_600))
    #expect(await waits.next() == .seconds(60))
  }

  @Test func `a full disk does not keep anybody from reading`() async throws {
    let engine = try await shop.fixture.another(
      wallClock: { [wall = shop.wall] in wall.now },
      over: { FullDisk(ledgers: $0) })
    let token = try await shop.fixture.device("beta").registration.token
    let beta = try await engine.backend(for: token, instance: InstanceID(UUID()))
    shop.wall.advance(days: 1)

    #expect(try await engine.clock().now == shop.shown)
    #expect(try await beta.purchases().value.latest.count == 1)
  }

  @Test func `while the store waits, a purchase of before can be finished`() async throws {
    let id = try await shop.alpha.buy("consumable.fuel.octane87").transaction().transactionId
    shop.wall.advance(days: 400)

    #expect(try await shop.alpha.finish([id]).time.jump != nil)

    #expect(try await shop.alpha.unfinished(after: nil, limit: 9).value.transactions.count == 1)
  }

  @Test func `the operator accepts a jump of 400 days, and everything due happens`() async throws {
    shop.wall.advance(days: 400)

    let answer = try await shop.engine.perform(.acceptClock) { _ in }

    #expect(
      answer.value.clockAdvance
        == ClockAdvance(from: RunningShop.start, to: shop.shown, events: 12))
    #expect(answer.time.jump == nil)
    try await shop.alpha.buy("nonconsumable.car")
  }

  @Test func `to accept without a jump changes nothing`() async throws {
    let answer = try await shop.engine.perform(.acceptClock) { _ in }

    let start = RunningShop.start
    #expect(answer.value == .advanced(from: start, to: start, events: 0))
  }

  @Test func `a jump beyond the certificates' last day cannot be accepted`() async throws {
    shop.wall.advance(days: 40_000)
    let last = shop.engine.validity.upperBound

    await #expect(throws: StoreError.clockBeyondCertificates(date: shop.shown, last: last)) {
      try await shop.engine.perform(.acceptClock) { _ in }
    }
    #expect(try await shop.settlements() == 0)
  }

  @Test func `a clock without a bound does not pass the certificates' last day`() async throws {
    let shop = try await RunningShop(clockBound: nil)
    shop.wall.advance(days: 40_000)

    #expect(try await shop.alpha.purchases().time.jump?.days == 40_000)
    #expect(try await shop.settlements() == 0)
  }

  @Test func `a store that is used every month does not wait`() async throws {
    for _ in 1...3 {
      shop.wall.advance(days: 30)
      #expect(try await shop.alpha.storefront().time.jump == nil)
    }
  }

  @Test func `a use is stored once an hour, so that reads write nothing`() async throws {
    shop.wall.advance(by: 3599)
    _ = try await shop.alpha.storefront()
    shop.wall.advance(by: -3599)
    #expect(try await shop.engine.time().now == RunningShop.start)

    shop.wall.advance(by: 3600)
    _ = try await shop.alpha.storefront()
    shop.wall.advance(by: -3600)
    #expect(try await shop.engine.time().now == RunningShop.start + 3600)
  }

  @Test func `a frozen clock does not jump`() async throws {
    _ = try await shop.engine.setClock(frozen: true)
    shop.wall.advance(days: 400)

    #expect(try await shop.alpha.purchases().time.jump == nil)
    try await shop.alpha.buy("nonconsumable.car")
  }

  @Test func `an advance has no bound, and the store is used then`() async throws {
    _ = try await shop.engine.advance(.by(try #require(CalendarDuration("P400D"))))

    #expect(try await shop.alpha.purchases().time.jump == nil)
  }

  @Test func `a clock that runs 400 days late stands still, and the store sells`() async throws {
    shop.wall.advance(days: -400)

    let time = try await shop.alpha.buy("nonconsumable.car").time

    #expect(time.now == RunningShop.start)
    #expect(time.jump == nil)
  }
}

/// The dates at which a store's certificates are valid.
@Suite(.hangLimit) struct CertificateDateTests {
  @Test(arguments: [-62_135_596_800 - 1e12, 0, 1.2e12, .infinity, .nan])
  func `no store begins at a date at which its certificates are not valid`(
    seconds: TimeInterval
  ) async throws {
    let now = MachineTime(Date(timeIntervalSince1970: seconds)).date
    #expect(now.timeIntervalSince1970.isFinite)

    await #expect {
      try await StoreFixture.make(now: now)
    } throws: { error in
      guard case StoreOpeningError.clockOutsideCertificates = error else { return false }
      return true
    }
  }

  @Test func `a jump past the certificates' end says so, because it cannot be accepted`() throws {
    let end = Date.fixture + 86_400
    let limits = ClockLimits(bound: 45 * 86_400, validity: .distantPast..<end)
    let settings = StoreSettings(
      bundleID: "com.example.app", rootHash: Data(), storefront: "USA", locale: "en_US",
      clock: .running(offset: 0), lastNow: .fixture)

    let within = settings.jump(wall: MachineTime(end + 86_400, limits))
    let beyond = settings.jump(wall: MachineTime(end + 46 * 86_400, limits))

    #expect(within == ClockJump(to: end + 86_400, days: 2, certificatesEnd: end))
    #expect(beyond?.certificatesEnd == end)
    #expect(
      settings.jump(wall: MachineTime(end - 1, .init(bound: 60, validity: .distantPast..<end)))?
        .certificatesEnd == nil)
    let error = StoreError.clockNotAccepted(last: .fixture, try #require(within))
    #expect(error.description.contains("root renew FILE"))
  }

  @Test func `before the certificates' first day nothing is charged`() async throws {
    let validity = Date.fixture..<Date.distantFuture
    let limits = ClockLimits(bound: nil, validity: validity)
    let day = Date.fixture - 86_400
    let settings = StoreSettings(
      bundleID: "com.example.app", rootHash: Data(), storefront: "USA", locale: "en_US",
      clock: .running(offset: 0), lastNow: day)

    #expect(
      throws: StoreError.certificatesNotValid(
        date: day, first: validity.lowerBound, last: validity.upperBound)
    ) {
      try settings.checkClock(wall: MachineTime(day, limits))
    }
    #expect(throws: Never.self) { try settings.checkClock(wall: MachineTime(.fixture, limits)) }
  }
}

/// A store whose clock runs with one that a test moves, and a subscriber, who pays again in 39 days.
struct RunningShop {
  /// When the clock begins to run.
  static let start = Date.fixture + 20 * 86_400

  let fixture: StoreFixture
  let wall = ManualClock(.fixture)
  let engine: StoreEngine
  let alpha: any StoreBackend
  private let before: Int

  init(clockBound: TimeInterval? = 45 * 86_400) async throws {
    fixture = try await StoreFixture.make()
    engine = try await fixture.another(wallClock: { [wall] in wall.now }, clockBound: clockBound)
    let registration = try await fixture.device("alpha").registration
    alpha = try await engine.backend(for: registration.token, instance: InstanceID(UUID()))
    try await alpha.buy("subscription.pro")
    try await fixture.advance("P20D")
    _ = try await engine.setClock(frozen: false)
    before = try await fixture.transactionCount
  }

  /// The time that the store shows if it follows the machine's clock.
  var shown: Date { wall.now + 20 * 86_400 }

  /// How many transactions the store has made by itself.
  func settlements() async throws -> Int { try await fixture.transactionCount - before }
}

extension StoreFixture {
  /// How many transactions are stored; it settles nothing.
  fileprivate var transactionCount: Int {
    get async throws {
      try await SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
        .allTransactions(account: nil, before: nil, limit: 10_000)
        .filter { $0.transaction.productID == "subscription.pro" }.count
    }
  }
}

extension ManualClock {
  func advance(days: Int) { advance(by: TimeInterval(days * 86_400)) }
}

/// Ledgers on a disk that takes no write.
private struct FullDisk: ForwardingLedgerStore {
  let ledgers: SQLiteLedgerStore

  func recordUse(wall: MachineTime) async throws(StoreError) {
    throw .unavailable(reason: "the disk is full")
  }
}
