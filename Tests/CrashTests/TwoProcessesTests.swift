import CrashScript
import TaskScheduling
import TestSupport
import Testing

@Suite(.serialized, .hangLimit) struct TwoProcessesTests {
  private let seeds: Range<UInt64> = 1..<33

  @Test func `two copies of the app on one device buy and deliver once`() async throws {
    let fixture = try await CrashFixture.make()
    _ = try await concurrentMap(seeds) { seed in
      let interleaving = ProcessInterleaving(seed: seed, devices: ["alpha", "alpha"])
      try await interleaving.run(in: fixture.copy(), devices: ["alpha": 1])
    }
  }

  @Test func `two devices of one customer buy once, and deliver what each has bought`() async throws
  {
    let fixture = try await CrashFixture.make(devices: ["alpha", "beta"])
    _ = try await concurrentMap(seeds) { seed in
      let interleaving = ProcessInterleaving(seed: seed, devices: ["alpha", "beta"])
      try await interleaving.run(in: fixture.copy(), devices: ["alpha": 1, "beta": 2])
    }
  }

  @Test
  func `an open app is updated by a purchase whose process was killed before it could notify`()
    async throws
  {
    let fixture = try await CrashFixture.make(devices: ["alpha", "beta"])
    var script = fixture.script(.waitForUpdate, on: "beta")
    script.isAlone = false
    let listener = try await ProbeProcess(script)
    try await listener.waitForPause()

    try await fixture.crash(.before, "file touch store.sqlite.changed", in: .car)

    #expect(try await listener.end().report().entitlements == ["nonconsumable.car"])
  }
}

/// Two runs at once: the first pauses at a call, the second runs until it ends or is killed, and
/// then the first continues until it ends or is killed.
private struct ProcessInterleaving: Sendable {
  private let devices: [String]
  private let actions: [CrashScript.ScriptedAction]
  private let pause: Int
  private let killMoments: [CrashMoment?]

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
    killMoments = (0..<2).map { _ in
      guard Bool.random(using: &generator) else { return nil }
      let effects = [
        "storage transact", "backend purchase", "backend finish", "file replace device.json",
        "file replace fuel.json", "backend purchases", "file remove of an order",
      ]
      return CrashMoment(
        Bool.random(using: &generator) ? .before : .after,
        effects[Int.random(in: 0..<effects.count, using: &generator)],
        occurrence: Int.random(in: 1...3, using: &generator))
    }
  }

  func run(in fixture: CrashFixture, devices numbers: [String: Int64]) async throws {
    let first = try await ProbeProcess(script(0, in: fixture))
    try await first.waitForPause()
    let second = try await fixture.run(script(1, in: fixture))
    first.resume()
    let end = try await first.end()
    for device in numbers.keys { try fixture.expectNoTornFile(device, after: "\(end)") }
    try await fixture.expectDelivered(fixture.storedState(), on: numbers, after: "\(end)")
    // Both devices settle their own orders first: a copy sent while its order is still open is not
    // late.
    if numbers.count > 1 {
      for device in numbers.keys { _ = try await fixture.runToEnd(.launch, on: device) }
    }
    var reports: [String: CrashReport] = [:]
    for device in numbers.keys.sorted() {
      reports[device] = try await fixture.lastLaunch(on: device)
    }
    try await fixture.expectConsistency(on: numbers, reports, after: "\(self): \(end), \(second)")
  }

  private func script(_ number: Int, in fixture: CrashFixture) -> CrashScript {
    var script = fixture.script(actions[number], on: devices[number])
    script.isAlone = false
    script.killMoment = killMoments[number]
    script.pausesAtCall = number == 0 ? pause : nil
    return script
  }
}
