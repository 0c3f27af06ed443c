import CrashScript
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct TwoProcessesTests {
  private let seeds: Range<UInt64> = 1..<33

  @Test func `two copies of the app on one device buy and deliver once`() async throws {
    let world = try await CrashFixture.make()
    _ = try await atOnce(seeds) { seed in
      let encounter = ProcessInterleaving(seed: seed, devices: ["alpha", "alpha"])
      try await encounter.happen(in: world.copy(), devices: ["alpha": 1])
    }
  }

  @Test func `two devices of one customer buy once, and deliver each its own`() async throws {
    let world = try await CrashFixture.make(devices: ["alpha", "beta"])
    _ = try await atOnce(seeds) { seed in
      let encounter = ProcessInterleaving(seed: seed, devices: ["alpha", "beta"])
      try await encounter.happen(in: world.copy(), devices: ["alpha": 1, "beta": 2])
    }
  }

  @Test func `an open app hears of a purchase whose process was killed before it could tell`()
    async throws
  {
    let world = try await CrashFixture.make(devices: ["alpha", "beta"])
    var script = world.script(.hear, on: "beta")
    script.isAlone = false
    let listener = try Probe(script)
    await listener.pause()

    try await world.crash(.before, "file touch store.sqlite.changed", in: .car)

    #expect(try await listener.end().report().entitlements == ["nonconsumable.car"])
  }
}

/// Two runs at once: the first stops at a call, the second runs to its end or is killed, and then
/// the first goes on, to its end or until it is killed.
private struct ProcessInterleaving: Sendable {
  private let devices: [String]
  private let actions: [CrashScript.ScriptedAction]
  private let pause: Int
  private let deaths: [CrashMoment?]

  init(seed: UInt64, devices: [String]) {
    var generator = SeededGenerator(seed: seed)
    self.devices = devices
    actions = (0..<2).map { _ in
      [
        .buy("consumable.fuel.octane87", quantity: Int.random(in: 1...3, using: &generator)),
        .car, .buy("subscription.pro", quantity: 1),
      ][Int.random(in: 0..<3, using: &generator)]
    }
    pause = Int.random(in: 1...20, using: &generator)
    deaths = (0..<2).map { _ in
      guard Bool.random(using: &generator) else { return nil }
      let effects = [
        "storage transact", "backend purchase", "backend finish", "file replace device.json",
        "file replace fuel.json", "backend holdings", "file remove of an order",
      ]
      return CrashMoment(
        Bool.random(using: &generator) ? .before : .after,
        effects[Int.random(in: 0..<effects.count, using: &generator)],
        occurrence: Int.random(in: 1...3, using: &generator))
    }
  }

  func happen(in world: CrashFixture, devices numbers: [String: Int64]) async throws {
    let first = try Probe(script(0, in: world))
    await first.pause()
    let second = try await world.run(script(1, in: world))
    try first.resume()
    let end = try await first.end()
    for device in numbers.keys { try world.expectNothingTorn(device, after: "\(end)") }
    try await world.expectDelivered(world.books(), on: numbers, after: "\(end)")
    // A copy of what one device has not given up yet is no late one on the other.
    if numbers.count > 1 {
      for device in numbers.keys { _ = try await world.live(.launch, on: device) }
    }
    var reports: [String: CrashReport] = [:]
    for device in numbers.keys.sorted() {
      reports[device] = try await world.lastLaunch(on: device)
    }
    try await world.expectOrder(on: numbers, reports, after: "\(self): \(end), \(second)")
  }

  private func script(_ number: Int, in world: CrashFixture) -> CrashScript {
    var script = world.script(actions[number], on: devices[number])
    script.isAlone = false
    script.death = deaths[number]
    script.pausesAtCall = number == 0 ? pause : nil
    return script
  }
}
