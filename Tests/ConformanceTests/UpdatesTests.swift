import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct UpdatesTests {
  @Test(arguments: Site.allCases)
  func `a purchase is sent to the other device and not to its own instance`(site: Site) async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    var updates = beta.events(after: registration.sequence).makeLimitedIterator()
    var own = alpha.events(after: registration.sequence).makeLimitedIterator()

    let bought = try await alpha.buy("nonconsumable.car").transaction()
    let back = try await beta.buy("nonconsumable.racecar").transaction()

    #expect(try await updates.next()?.transaction().transactionId == bought.transactionId)
    #expect(try await own.next()?.transaction().transactionId == back.transactionId)
  }

  @Test(arguments: Site.allCases)
  func `a purchase is sent to another instance on the same device`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let secondInstance = try await store.backend(of: registration)
    var updates = secondInstance.events(after: registration.sequence).makeLimitedIterator()

    try await alpha.buy("consumable.fuel.octane87")

    #expect(
      try await updates.next()?.transaction().productId == "consumable.fuel.octane87")
  }

  @Test(arguments: Site.allCases)
  func `fuel is not sent to a device that did not order it`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    var updates = beta.events(after: registration.sequence).makeLimitedIterator()

    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await alpha.finish(fuel)

    #expect(try await updates.next()?.value.change == .finished(fuel))
  }

  @Test(arguments: Site.allCases)
  func `a renewal is sent with its subscription, which is sent again by itself`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.pro")
    var updates = try await alpha.newEvents()

    try await store.advance("P2M")

    let update = try #require(try await updates.next())
    let renewal = try update.transaction()
    #expect(renewal.transactionReason == .renewal)
    #expect(try update.value.subscription?.transaction() == renewal)
    #expect(try await updates.nextSubscription() == update.value.subscription)
  }

  @Test(arguments: Site.allCases)
  func `the first transaction of a subscription and the current one come with it as it is now`(
    site: Site
  ) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    try await beta.buy("subscription.standard")
    try await store.advance("P1M")
    let pro = try await beta.buy("subscription.pro").transaction()
    try await beta.buy("nonconsumable.car")
    _ = try await store.operator.refund(pro.transactionId)

    var count = 0
    var hasSubscription = false
    var updates = alpha.updates(after: registration.sequence).makeLimitedIterator()
    while let update = try await updates.next(), update.value.isEvent {
      guard case .transaction = update.value.change else { continue }
      let transaction = try update.transaction()
      let isOfPlan = transaction.type == .autoRenewable
      let isNeeded = !hasSubscription || transaction.transactionId == pro.transactionId
      let current = try update.value.subscription?.transaction()
      #expect(current?.transactionId == (isOfPlan && isNeeded ? pro.transactionId : nil))
      #expect((current?.revocationDate != nil) == (isOfPlan && isNeeded))
      hasSubscription = hasSubscription || current != nil
      count += 1
    }
    #expect(count == 6)
  }

  @Test(arguments: Site.allCases)
  func `a stream that broke resumes after its last update`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    try await alpha.buy("nonconsumable.car")
    try await alpha.buy("subscription.pro")

    var seen: [Int64] = []
    var cursor = registration.sequence
    for _ in 0..<3 {
      var updates = beta.events(after: cursor).makeLimitedIterator()
      cursor = try #require(try await updates.next()).value.sequence
      seen.append(cursor)
    }

    #expect(Set(seen).count == 3)
    #expect(seen == seen.sorted())
  }

  @Test(arguments: Site.allCases)
  func `a stream sends the store's time at once, and again after the events of an advance`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await alpha.buy("subscription.standard")
    let head = try await alpha.purchases().value.sequence
    var updates = alpha.updates(after: head).makeLimitedIterator()
    let first = try #require(try await updates.next())
    #expect(first.value == StoreUpdate(sequence: head, change: .time))
    #expect(first.time.now == .fixture)

    try await store.advance("P1M")
    let now = try #require(CalendarDuration("P1M")?.added(to: .fixture))

    let renewal = try #require(try await updates.next())
    #expect(try renewal.transaction().transactionReason == .renewal)
    let period = try #require(try await updates.next())
    guard case .subscription = period.value.change else { throw FixtureError(text: "\(period)") }
    var moved = try #require(try await updates.next())
    // The clock moves to each renewal, and then to the end of the advance.
    while moved.time.now < now { moved = try #require(try await updates.next()) }
    #expect(moved.value == StoreUpdate(sequence: period.value.sequence, change: .time))
  }

  @Test(arguments: Site.allCases)
  func `a stream reports that the time was set back, by a new generation`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    try await store.advance("P2D")
    var updates = alpha.updates(after: try await alpha.purchases().value.sequence)
      .makeLimitedIterator()
    #expect(try await updates.next()?.time.generation == 0)

    let date = Date.fixture + 86_400
    _ = try await store.operator.perform(.setClockBack(date: date))

    let update = try #require(try await updates.next())
    #expect(update.value.change == .time)
    #expect(update.time.now == date)
    #expect(update.time.generation == 1)
  }

  @Test(arguments: Site.allCases)
  func `a stream resumes after its last event, also after it has sent the time`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    try await alpha.buy("nonconsumable.car")
    var sequences: [Int64] = []
    var updates = beta.updates(after: registration.sequence).makeLimitedIterator()
    while let update = try await updates.next() {
      sequences.append(update.value.sequence)
      if update.value.change == .time { break }
    }
    try #require(sequences.count == 2)

    try await alpha.buy("nonconsumable.racecar")
    var resumed = beta.updates(after: sequences[1]).makeLimitedIterator()

    #expect(try await resumed.next()?.transaction().productId == "nonconsumable.racecar")
  }

  @Test(arguments: Site.allCases)
  func `a reset ends the streams of the old epoch`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    var updates = alpha.updates(after: registration.sequence).makeLimitedIterator()
    try await beta.buy("nonconsumable.car")
    let epoch = try #require(try await updates.next()).time.epoch

    _ = try await store.operator.reset()

    await #expect(throws: StoreError.unavailable(reason: "the store was reset: connect again")) {
      while let update = try await updates.next(), update.time.epoch == epoch {}
    }
  }

  @Test(arguments: Site.allCases)
  func `a stream ends when its task is cancelled while it waits`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    let (stream, didReceive) = AsyncStream<Void>.makeStream()
    var received = stream.makeLimitedIterator()
    let listening = Task {
      for try await _ in alpha.events(after: registration.sequence) { didReceive.yield() }
    }
    try await beta.buy("nonconsumable.car")
    #expect(await received.next() != nil)

    listening.cancel()

    try await limited("the end of the stream") { try await listening.value }
  }

  @Test(arguments: Site.allCases)
  func `removing a device ends its stream and no other`(site: Site) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let (beta, new) = try await store.device("beta")
    let (stream, didReceive) = AsyncStream<Void>.makeStream()
    var received = stream.makeLimitedIterator()
    let listening = Task {
      for try await _ in alpha.events(after: registration.sequence) { didReceive.yield() }
    }
    var updates = beta.events(after: new.sequence).makeLimitedIterator()
    let car = try await beta.buy("nonconsumable.car").transaction().transactionId
    #expect(await received.next() != nil)

    _ = try await store.operator.perform(.removeDevice(device: "alpha", account: "alice"))

    await #expect(throws: StoreError.unauthorized) {
      try await limited("the end of the removed device's stream") { try await listening.value }
    }
    _ = try await store.backend(of: new).finish(car)
    #expect(try await updates.next()?.value.change == .finished(car))
  }

  @Test(arguments: Site.allCases)
  func `signing out does not end the streams of devices`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    var updates = beta.events(after: registration.sequence).makeLimitedIterator()
    try await alpha.buy("nonconsumable.car")
    _ = try await updates.next()

    _ = try await store.accounts.signOut(signIn: store.signIn.token)
    _ = try await store.operator.perform(.signOut(account: "alice"))

    let racecar = try await alpha.buy("nonconsumable.racecar").transaction()
    #expect(try await updates.next()?.transaction().transactionId == racecar.transactionId)
  }

  @Test(arguments: Site.allCases)
  func `a refund is sent to the customer's devices and to no other customer's`(site: Site)
    async throws
  {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let bob = try await store.signUp("bob")
    let phone = try await store.accounts.registerDevice("phone", signIn: bob.token).value
    let bobs = try await store.backend(of: phone)
    var updates = alpha.events(after: registration.sequence).makeLimitedIterator()
    var others = bobs.events(after: phone.sequence).makeLimitedIterator()
    let car = try await alpha.buy("nonconsumable.car").transaction()

    _ = try await store.operator.refund(car.transactionId)
    let racecar = try await store.backend(of: phone).buy("nonconsumable.racecar").transaction()

    #expect(try await updates.next()?.transaction().revocationDate == .fixture)
    #expect(try await others.next()?.transaction().transactionId == racecar.transactionId)
  }
}
