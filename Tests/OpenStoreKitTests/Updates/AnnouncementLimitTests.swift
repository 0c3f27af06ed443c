import AppStorePayloads
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// What waits for an iterator that does not ask.
@Suite(.hangLimit) struct AnnouncementLimitTests {
  private static func renewal(
    _ id: UInt64, change: (inout TransactionPayload) -> Void = { _ in }
  ) -> Announcement {
    .transaction(
      .sample(id, of: "plan", .autoRenewable) {
        $0.transactionReason = .renewal
        change(&$0)
      })
  }

  @Test func `of renewals above the limit the pages wait, once`() {
    let limit = AnnouncementLimit(2)

    let admitted = (1...100).compactMap { limit.admit(Self.renewal($0)) }

    #expect(admitted.map(\.words) == ["1", "2", "all pages"])
  }

  @Test func `purchases, refunds and upgrades wait also above the limit`() {
    let limit = AnnouncementLimit(0)
    let announcements = [
      .transaction(.sample(1)), Self.renewal(2) { $0.revocationDate = .fixture },
      Self.renewal(3) { $0.isUpgraded = true }, .unreadUnfinished,
    ]

    #expect(
      announcements.compactMap { limit.admit($0) }.map(\.words) == ["1", "2", "3", "unread pages"])
  }

  @Test func `after the iterator has taken what waited, renewals wait again`() throws {
    let limit = AnnouncementLimit(1)
    let waiting = (1...3).compactMap { limit.admit(Self.renewal($0)) }
    for announcement in waiting { limit.took(announcement) }

    let later = (4...6).compactMap { limit.admit(Self.renewal($0)) }

    #expect(waiting.map(\.words) == ["1", "all pages"])
    #expect(later.map(\.words) == ["4", "all pages"])
  }

  @Test func `after a sync, and in a new epoch, all pages are read again`() async throws {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.product("nonconsumable.car")
    let broadcast = alice.session.updates.transactions
    var announcements = broadcast.listen().makeLimitedIterator()

    try await alice.session.sync()
    broadcast.send(.unreadUnfinished)
    #expect(await announcements.next()?.words == "all pages")
    #expect(await announcements.next()?.words == "unread pages")

    _ = try await alice.store.engine.reset()
    _ = try await alice.product("nonconsumable.car")
    broadcast.send(.unreadUnfinished)
    #expect(await announcements.next()?.words == "all pages")
  }

  @Test func `an app that asks for nothing during 1 200 renewals then receives each once`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(.setRenewalLimit(isOn: false))
    _ = try await alice.store.engine.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    try await alice.buy("subscription.standard").transaction().finish()
    let elsewhere = try await alice.otherDevice()
    var updates = alice.listen()
    try await elsewhere.buy("nonconsumable.racecar")
    #expect(await updates.nextProduct() == "nonconsumable.racecar")
    try await alice.until(.current)
    alice.line.countAnew()
    try await alice.store.advance("PT2400S")
    let last = try await elsewhere.session.refreshedPurchases().sequence
    try await wait { alice.session.customer.withLock { $0.known.reached ?? 0 } >= last }
    let car = try await elsewhere.buy("nonconsumable.car").transaction().id

    var seen: [UInt64] = []
    while seen.count < 1_201 {
      seen.append(try #require(await updates.next()).unsafePayloadValue.id)
    }

    #expect(Set(seen).count == 1_201)
    #expect(seen.contains(car))
    #expect(alice.line.questions.filter { $0 == "unfinished" }.count >= 12)
  }
}

extension Announcement {
  fileprivate var words: String {
    switch self {
    case .transaction(let signed): "\(signed.payload.transactionId.rawValue)"
    case .unreadUnfinished: "unread pages"
    case .allUnfinished: "all pages"
    }
  }
}
