import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The questions to the store, and the answers without a question.
@Suite(.hangLimit) struct QuestionTests {
  @Test(arguments: ["nonconsumable.car", "subscription.pro", "consumable.fuel.octane87"])
  func `from purchase to the end of finish the store is asked three times`(id: String)
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let product = try await alice.product(id)
    let updates = try await alice.listenToOpenStream()

    let outcome = try await alice.session.purchase(product)
    let snapshot = await alice.session.snapshot()
    await (try outcome.transaction()).finish()

    #expect(alice.line.questions == ["quote", "purchase", "finish"])
    let kept = snapshot.latestTransaction(of: id)?.unsafePayloadValue.productID
    #expect(kept == (id.hasPrefix("consumable") ? nil : id))
    #expect(try alice.record().purchases == alice.session.purchasesAsSigned)
    withExtendedLifetime(updates) {}
  }

  @Test func `an order that is sent again is answered with the purchases too`() async throws {
    let alice = try await Customer.onNewDevice()
    let product = try await alice.product("nonconsumable.car")
    alice.line.countAnew()
    alice.line.condition = .answersVanish(1)

    _ = try await alice.session.purchase(product)

    // The store was away for a moment, so the device also checks that it has not gone back.
    let questions = alice.line.questions.filter { $0 != "rollback" }
    #expect(questions == ["quote", "purchase", "purchase"])
    #expect(try alice.record().purchases?.latest.count == 1)
    #expect(try alice.openOrders().isEmpty)
  }

  @Test func `after an order was put off, the store is asked what waits`() async throws {
    let alice = try await Customer.onNewDevice()
    let product = try await alice.product("nonconsumable.car")
    let updates = try await alice.listenToOpenStream()
    _ = try await alice.store.engine.perform(.setAskToBuy(isOn: true))
    alice.line.countAnew()

    _ = try await alice.session.purchase(product)

    #expect(alice.line.questions == ["quote", "purchase", "purchases"])
    #expect(await alice.session.snapshot().waitingOrders.keys.sorted() == ["nonconsumable.car"])
    withExtendedLifetime(updates) {}
  }

  @Test func `with an open stream the store is asked nothing`() async throws {
    let alice = try await Customer.onNewDevice()
    var updates = try await alice.listenToOpenStream()
    let elsewhere = try await alice.store.device("beta").backend
    try await elsewhere.buy("nonconsumable.car")
    try await elsewhere.buy("subscription.standard")
    for _ in 1...2 { _ = await updates.next() }

    #expect(await alice.owned() == ["nonconsumable.car", "subscription.standard"])
    #expect(try await alice.session.statuses(in: "3F19ED53").map(\.state) == [.subscribed])
    #expect(await alice.session.latestTransaction(of: "nonconsumable.car") != nil)
    #expect(await alice.session.snapshot().entitlements.count == 2)
    // A page may have brought them before the stream did.
    #expect(Set(alice.line.questions).subtracting(["unfinished", "purchases"]) == [])
  }

  @Test func `a renewal and a refund are known without a question`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.store.device("beta").backend.buy("nonconsumable.car").transaction()
    let plan = try await alice.buy("subscription.standard").transaction()
    var updates = try await alice.listenToOpenStream()

    try await alice.store.advance("P1M")
    let renewal = await updates.next { $0.reason == .renewal }
    _ = try await alice.store.engine.refund(car.transactionId)
    let revoked = await updates.next { $0.revocationDate != nil }

    #expect(renewal?.purchaseDate == plan.expirationDate)
    #expect(revoked?.productID == "nonconsumable.car")
    let asked = alice.line.questions
    // A page may have brought the renewal before the stream did.
    #expect(Set(asked).subtracting(["unfinished", "purchases"]) == [])
    #expect(await alice.owned() == ["subscription.standard"])
    #expect(alice.line.questions == asked)
  }

  @Test func `without a listener every question asks`() async throws {
    let alice = try await Customer.onNewDevice()
    for _ in 1...3 { _ = await alice.owned() }
    #expect(alice.line.questions == ["purchases", "purchases", "purchases"])
  }

  @Test func `a new device asks for purchases before it listens`() async throws {
    let alice = try await Customer.onNewDevice()
    let updates = alice.listen()
    try await alice.until(.current)
    let first = alice.line.questions.first
    #expect(first == "purchases")
    #expect(alice.line.questions.last == "updates")
    withExtendedLifetime(updates) {}
  }

  @Test func `an introductory offer used on another device makes the device ask once`() async throws
  {
    let alice = try await Customer.onNewDevice()
    var updates = try await alice.listenToOpenStream()
    #expect(await alice.session.snapshot().isEligibleForIntroOffer(in: "3F19ED53"))

    try await alice.store.device("beta").backend.buy("subscription.pro")
    // The device has it, and has asked, before the listener reads what is unfinished.
    try await wait {
      alice.session.customer.withLock { customer in
        customer.purchases.transactions.first?.payload.productId == "subscription.pro"
          && customer.known.state == .current
      }
    }
    #expect(await updates.nextProduct() == "subscription.pro")

    #expect(await !alice.session.snapshot().isEligibleForIntroOffer(in: "3F19ED53"))
    #expect(alice.line.questions == ["purchases", "unfinished"])
  }

  @Test func `the pass behind a revoked one makes the device ask once`() async throws {
    let alice = try await Customer.onNewDevice()
    let first = try await alice.buy("nonRenewing.standard").transaction()
    let second = try await alice.buy("nonRenewing.standard").transaction()
    var updates = try await alice.listenToOpenStream()

    _ = try await alice.store.engine.refund(second.transactionID)
    _ = await updates.next { $0.revocationDate != nil }

    #expect(await alice.session.snapshot().entitlements.map(\.unsafePayloadValue.id) == [first.id])
    #expect(alice.line.questions == ["unfinished", "purchases"])
  }

  @Test func `an own finish is known at once, also offline`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.buy("nonconsumable.car").transaction()
    let updates = try await alice.listenToOpenStream()
    #expect(await alice.unfinished() == ["nonconsumable.car"])

    await car.finish()

    #expect(await alice.unfinished().isEmpty)
    #expect(alice.line.questions == ["unfinished", "finish", "unfinished"])
    alice.line.condition = .cut
    #expect(await alice.unfinished().isEmpty)
    withExtendedLifetime(updates) {}
  }

  @Test func `a launch shows what the store says, and not what the device kept`() async throws {
    let alice = try await Customer.onNewDevice()
    let car = try await alice.buy("nonconsumable.car").transaction()
    let kept = try alice.record().purchases
    _ = try await alice.store.engine.refund(car.transactionID)

    let next = try await alice.again()

    #expect(kept?.latest.count == 1)
    #expect(await next.owned().isEmpty)
  }

  @Test func `at its expiration date a plan is asked for before it is said to have expired`()
    async throws
  {
    let store = try await StoreFixture.make()
    _ = try await store.engine.setClock(frozen: false)
    let alice = try await Customer.onNewDevice(of: store)
    try await alice.buy("subscription.standard")
    let updates = try await alice.listenToOpenStream()
    #expect(await alice.owned() == ["subscription.standard"])
    #expect(alice.line.questions == [])

    // The device's clock has run ahead of the store's, whose wall clock stands still.
    alice.recorder.pass(.seconds(40 * 86_400))

    #expect(await alice.owned() == ["subscription.standard"])
    #expect(alice.line.questions == ["purchases"])
    withExtendedLifetime(updates) {}
  }

  @Test func `the stream says when the store's clock is moved`() async throws {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()
    var times = alice.session.timeChanges.makeLimitedIterator()

    try await alice.store.advance("P3D")
    _ = await times.next()

    #expect(alice.session.now == Date.fixture + 3 * 86_400)
    #expect(try alice.record().time.now == alice.session.now)
    #expect(alice.line.questions == [])
    withExtendedLifetime(updates) {}
  }

  @Test func `a silent stream means that the store is away, before anything is asked`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()
    var changes = alice.session.connectionChanges.makeLimitedIterator()

    alice.line.breakStreams(with: HeartbeatTimeout("it has said nothing for 45 s"))

    #expect(await changes.next() == .offline(since: .fixture))
    #expect(await changes.next() == .online)
    withExtendedLifetime(updates) {}
  }

  @Test func `after a failed question a session whose stream is quiet is online again`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let updates = try await alice.listenToOpenStream()
    var changes = alice.session.connectionChanges.makeLimitedIterator()

    alice.line.condition = .cut
    #expect(await !alice.session.reconnect())
    #expect(await changes.next() == .offline(since: .fixture))
    alice.line.condition = .good

    #expect(await changes.next() == .online)
    withExtendedLifetime(updates) {}
  }

  @Test func `removing a device ends its stream`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    let updates = try await alice.listenToOpenStream()
    var changes = alice.session.connectionChanges.makeLimitedIterator()

    _ = try await alice.store.engine.removeDevice("alpha", signIn: alice.store.signIn.token)

    #expect(await changes.next() == .signedOut)
    #expect(alice.line.questions == [])
    #expect(await alice.owned().isEmpty)
    alice.line.condition = .cut
    #expect(await alice.owned().isEmpty, "the store cannot be reached either")
    #expect(await alice.session.transactions(of: nil).isEmpty)
    #expect(await alice.session.snapshot().isSignedOut)
    withExtendedLifetime(updates) {}
  }

  @Test func `what is answered without a question has not expired in the answer`() async throws {
    let store = try await StoreFixture.make()
    _ = try await store.engine.setClock(frozen: false)
    let alice = try await Customer.onNewDevice(of: store)
    try await alice.buy("subscription.standard")
    let updates = try await alice.listenToOpenStream()

    alice.recorder.passAtEachReading(.seconds(40 * 86_400))

    #expect(await alice.owned() == ["subscription.standard"])
    withExtendedLifetime(updates) {}
  }

  @Test func `a question that was cancelled does not show the kept copy`() async throws {
    let sample = try SampleDevice()
    try sample.hold(latest: [])
    let session = try await sample.session()
    func firstSequence() -> Int64? { session.customer.withLock { $0.known.firstSequence } }

    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await session.snapshot()
    }.value
    #expect(firstSequence() == nil)
    _ = await session.snapshot()
    #expect(firstSequence() == 1)
  }
}

extension StoreSession {
  fileprivate var purchasesAsSigned: CustomerPurchases? {
    customer.withLock { $0.known.purchases?.signed }
  }
}
