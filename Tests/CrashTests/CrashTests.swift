import AppStorePayloads
import CrashScript
import Foundation
import StoreAPI
import StoreOperatorAPI
import TaskScheduling
import TestSupport
import Testing

@Suite(.serialized, .hangLimit) struct CrashTests {
  @Test func `a car is charged once and owned, whenever the purchase is killed`() async throws {
    try await expectRecovery(of: .car, in: .make())
  }

  @Test func `fuel is charged once and credited once, whenever the purchase is killed`()
    async throws
  {
    try await expectRecovery(of: .fuel, in: carOwner(), keeping: ["nonconsumable.car"])
  }

  @Test func `a plan is charged once and active, whenever the purchase is killed`() async throws {
    try await expectRecovery(
      of: .buy("subscription.pro", quantity: 1), in: .make(), afterLaunch: true)
  }

  @Test(arguments: ["nonconsumable.car", "consumable.fuel.octane87"])
  func `a code is used if its product was given, and only once, whenever its redemption is killed`(
    product: String
  ) async throws {
    let fixture = try await CrashFixture.make { store in
      _ = try await store.engine.perform(
        .createOfferCodes(request: OfferCodeRequest(reference: product, custom: "FREE")))
    }
    try await expectRecovery(of: .redeem("free"), in: fixture, afterLaunch: true) { state in
      #expect(state.redemptions == state.redeemingOrders)
      #expect(state.redemptions == ["FREE": state.charges.count])
    } atCrash: { state in
      #expect(state.redemptions == state.redeemingOrders)
      #expect(state.redemptions == ["FREE": state.charges.count])
    }
  }

  @Test func `a subscriber's code is used if its offer waits, whenever its redemption is killed`()
    async throws
  {
    let fixture = try await CrashFixture.make { store in
      _ = try await store.engine.perform(
        .createOfferCodes(request: OfferCodeRequest(reference: "pro.free.month", custom: "FREE")))
    }
    try await fixture.runToEnd(.buy("subscription.pro", quantity: 1))
    try await expectRecovery(of: .redeem("free"), in: fixture) { state in
      #expect(state.redemptions == state.redeemingOrders)
      #expect(state.charges.count == 1)
    } atCrash: { state in
      #expect(state.redemptions == state.redeemingOrders)
    }
  }

  @Test func `a purchase waits for the disk where nothing may be lost, and nowhere else`()
    async throws
  {
    let effects = try await CrashFixture.make().runToEnd(.car).effects

    // With its space, a step is not "backend purchases", the question for what is owned already.
    let steps = ["file synchronize ", "file replace ", "backend purchase "]
    #expect(
      effects.filter { effect in steps.contains { (effect + " ").hasPrefix($0) } } == [
        // The launch.
        "file synchronize device.json.draft", "file replace device.json",
        "file synchronize device.json.draft", "file replace device.json",
        // The order's key: its file and the file's name in the folder.
        "file synchronize device.json.draft", "file replace device.json",
        "file synchronize alpha", "backend purchase",
        // What was bought, and that it was delivered.
        "file synchronize device.json.draft", "file replace device.json",
        "file synchronize device.json.draft", "file replace device.json",
      ])
  }

  @Test func `a plan renews three times and stays active, whenever the renewals are killed`()
    async throws
  {
    let fixture = try await CrashFixture.make()
    try await fixture.runToEnd(.buy("subscription.standard", quantity: 1))
    let action = CrashScript.ScriptedAction.command(
      .advance(move: .to(.fixture + 91 * 86_400)))
    try await expectRecovery(of: action, in: fixture, endingWith: action) { state in
      #expect(state.charges.map(\.reason) == [.purchase, .renewal, .renewal, .renewal])
    } atCrash: { state in
      let renewals = state.charges.count { $0.reason == .renewal }
      #expect([0, 2, 3].contains(renewals), "one transaction has the first two")
    }
  }

  @Test func `a price change is for every subscriber or for none, whenever it is killed`()
    async throws
  {
    let fixture = try await CrashFixture.make(subscribers: ["bob", "carol"])
    try await fixture.runToEnd(.buy(CrashFixture.plan, quantity: 1))
    let action = CrashScript.ScriptedAction.command(
      .setPrice(productID: CrashFixture.plan, price: 5, policy: .askConsent))
    let effects = try await fixture.copy().runToEnd(action).effects
    #expect(effects.filter { $0 == "storage subscriber" }.count == 3)

    let trace = EffectTrace(fixture: fixture, action: action, afterLaunch: true)
    try await trace.crashEverywhere { fixture, end in
      let published = try await fixture.publishedPrice()
      #expect(
        published == .init(version: 1, asked: 0) || published == .init(version: 2, asked: 3),
        "\(end)")
      let report = try await fixture.lastLaunch(action)
      try await fixture.expectConsistency(["alpha": report], after: "\(end)")
      #expect(try await fixture.publishedPrice() == .init(version: 2, asked: 3), "\(end)")
    }
  }

  @Test func `a mass extension extends each subscriber once, whenever it is killed`() async throws {
    let fixture = try await CrashFixture.make(subscribers: ["bob", "carol"])
    try await fixture.runToEnd(.buy(CrashFixture.plan, quantity: 1))
    let action = CrashScript.ScriptedAction.extendAll(productID: CrashFixture.plan)
    let effects = try await fixture.copy().runToEnd(action).effects
    #expect(effects.filter { $0 == "storage subscriber" }.count == 3)

    let trace = EffectTrace(fixture: fixture, action: action, afterLaunch: true)
    try await trace.crashEverywhere { fixture, end in
      let left = try await fixture.extensions()
      #expect(left.counts.count == 3 && left.counts.allSatisfy { $0 <= 1 }, "\(end)")
      #expect(left.counted == left.counts.reduce(0, +), "\(end)")
      // The launch alone continues a request that was stored.
      let report = try await fixture.lastLaunch(left.isStored ? .launch : action)
      try await fixture.expectConsistency(["alpha": report], after: "\(end)")
      let last = try await fixture.extensions()
      #expect(last == .init(isStored: true, counted: 3, counts: [1, 1, 1]), "\(end)")
    }
  }

  @Test func `fuel that was paid for is delivered, whenever its delivery is killed`() async throws {
    let fixture = try await carOwner()
    try await fixture.crash(.before, "backend finish", in: .fuel)
    try await expectRecovery(of: .launch, in: fixture, keeping: ["nonconsumable.car"]) { state in
      #expect(state.fuel(of: 1) == ["consumable.fuel.octane87": 3])
    }
  }

  @Test func `an order whose answer was lost is delivered, whenever its recovery is killed`()
    async throws
  {
    let fixture = try await carOwner()
    try await fixture.crash(.after, "backend purchase", in: .fuel)
    try await expectRecovery(of: .launch, in: fixture, keeping: ["nonconsumable.car"]) { state in
      #expect(state.fuel(of: 1) == ["consumable.fuel.octane87": 3])
    }
  }

  @Test func `an order that never arrived is never charged, whenever its recovery is killed`()
    async throws
  {
    let fixture = try await carOwner()
    try await fixture.crash(.before, "backend purchase", in: .fuel)
    try await expectRecovery(of: .launch, in: fixture, keeping: ["nonconsumable.car"]) { state in
      #expect(state.fuel(of: 1) == [:])
      #expect(state.orders.values.contains(nil))
    }
  }

  @Test func `a late copy of an order is delivered or refused, whenever it arrives`() async throws {
    let fixture = try await carOwner()
    try await fixture.crash(.before, "backend purchase", in: .fuel)
    let calls = try await fixture.copy().runToEnd(.launch).calls
    _ = try await concurrentMap(1...calls) { call in
      let fixture = try fixture.copy()
      var script = fixture.script(.launch)
      script.lateCopiesAtCall = call
      let report = try await fixture.run(script).report()
      #expect(report.calls >= call)
      try await fixture.expectConsistency(["alpha": fixture.lastLaunch()], after: "call \(call)")
    }
  }

  @Test func `the record of a run contains a command's name, and not its password`() async throws {
    let bob = Credentials(account: "bob", password: "battery staple")
    let fixture = try await CrashFixture.make()

    let report = try await fixture.runToEnd(.command(.addAccount(credentials: bob)))

    #expect(report.effects.contains("operator addAccount"))
    #expect(try JSONEncoder().encode(report).firstRange(of: Data("battery".utf8)) == nil)
  }

  /// A fixture whose customer has bought a car.
  private func carOwner() async throws -> CrashFixture {
    let fixture = try await CrashFixture.make()
    try await fixture.runToEnd(.car)
    return fixture
  }

  /// Kills a run at every moment and checks the state after one more launch.
  private func expectRecovery(
    of action: CrashScript.ScriptedAction, in fixture: CrashFixture,
    keeping owned: Set<String> = [],
    endingWith last: CrashScript.ScriptedAction = .launch, afterLaunch: Bool = false,
    expecting: @escaping @Sendable (StoredState) -> Void = { _ in },
    atCrash: @escaping @Sendable (StoredState) -> Void = { _ in }
  ) async throws {
    let trace = EffectTrace(fixture: fixture, action: action, afterLaunch: afterLaunch)
    try await trace.crashEverywhere { fixture, end in
      try fixture.expectNoTornFile(after: "\(end)")
      let state = try await fixture.storedState()
      fixture.expectDelivered(state, after: "\(end)")
      atCrash(state)
      let report = try await fixture.lastLaunch(last)
      #expect(owned.isSubset(of: report.offline), "\(end)")
      try await fixture.expectConsistency(["alpha": report], after: "\(end)")
      expecting(try await fixture.storedState())
    }
  }
}

extension CrashScript.ScriptedAction {
  static let car = CrashScript.ScriptedAction.buy("nonconsumable.car", quantity: 1)
  static let fuel = CrashScript.ScriptedAction.buy("consumable.fuel.octane87", quantity: 3)
}
