import CrashScript
import Foundation
import StoreAPI
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct CrashTests {
  @Test func `a car is charged once and owned, whenever the purchase is killed`() async throws {
    try await rehearse(.car, in: .make())
  }

  @Test func `fuel is charged once and credited once, whenever the purchase is killed`()
    async throws
  {
    try await rehearse(.fuel, in: owner(), keeping: ["nonconsumable.car"])
  }

  @Test func `a plan is charged once and serves, whenever the purchase is killed`() async throws {
    try await rehearse(.buy("subscription.pro", quantity: 1), in: .make())
  }

  @Test func `a plan renews once and serves on, whenever the renewal is killed`() async throws {
    let world = try await CrashFixture.make()
    try await world.live(.buy("subscription.standard", quantity: 1))
    let action = CrashScript.ScriptedAction.advance(to: .fixture + 32 * 86_400)
    try await rehearse(action, in: world, endingWith: action) { books in
      #expect(books.charges.map(\.reason) == [.purchase, .renewal])
    }
  }

  @Test func `fuel that was paid for is delivered, whenever its finish is killed`() async throws {
    let world = try await owner()
    try await world.crash(.before, "backend finish", in: .fuel)
    try await rehearse(.launch, in: world, keeping: ["nonconsumable.car"]) { books in
      #expect(books.fuel(of: 1) == ["consumable.fuel.octane87": 3])
    }
  }

  @Test func `an order whose answer was lost is delivered, whenever its recovery is killed`()
    async throws
  {
    let world = try await owner()
    try await world.crash(.after, "backend purchase", in: .fuel)
    try await rehearse(.launch, in: world, keeping: ["nonconsumable.car"]) { books in
      #expect(books.fuel(of: 1) == ["consumable.fuel.octane87": 3])
    }
  }

  @Test func `an order that never arrived is charged never, whenever its recovery is killed`()
    async throws
  {
    let world = try await owner()
    try await world.crash(.before, "backend purchase", in: .fuel)
    try await rehearse(.launch, in: world, keeping: ["nonconsumable.car"]) { books in
      #expect(books.fuel(of: 1) == [:])
      #expect(books.orders.values.contains(nil))
    }
  }

  @Test func `a late copy of an order is delivered or refused, whenever it arrives`() async throws {
    let world = try await owner()
    try await world.crash(.before, "backend purchase", in: .fuel)
    let calls = try await world.copy().live(.launch).calls
    _ = try await atOnce(1...calls) { call in
      let world = try world.copy()
      var script = world.script(.launch)
      script.lateCopiesAtCall = call
      let report = try await world.run(script).report()
      #expect(report.calls >= call)
      try await world.expectOrder(["alpha": world.lastLaunch()], after: "call \(call)")
    }
  }

  /// A customer who has bought a car.
  private func owner() async throws -> CrashFixture {
    let world = try await CrashFixture.make()
    try await world.live(.car)
    return world
  }

  /// Kills a run at every moment and looks at the world after one more launch.
  private func rehearse(
    _ action: CrashScript.ScriptedAction, in world: CrashFixture, keeping owned: Set<String> = [],
    endingWith last: CrashScript.ScriptedAction = .launch,
    expecting: @escaping @Sendable (StoredState) -> Void = { _ in }
  ) async throws {
    try await EffectTrace(world: world, action: action).crashEverywhere { world, end in
      try world.expectNothingTorn(after: "\(end)")
      try await world.expectDelivered(world.books(), after: "\(end)")
      let report = try await world.lastLaunch(last)
      #expect(owned.isSubset(of: report.offline), "\(end)")
      try await world.expectOrder(["alpha": report], after: "\(end)")
      expecting(try await world.books())
    }
  }
}

extension CrashScript.ScriptedAction {
  static let car = CrashScript.ScriptedAction.buy("nonconsumable.car", quantity: 1)
  static let fuel = CrashScript.ScriptedAction.buy("consumable.fuel.octane87", quantity: 3)
}
