import Foundation
import StoreAPI
import TestSupport
import Testing

/// A store of this machine whose clock jumps while it is closed.
@Suite(.hangLimit) struct ClockJumpJourneyTests {
  @Test(arguments: [46, 400])
  func `a store that was closed too long answers, sells nothing, and says what to do`(
    days: Int
  ) async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: days)

    let status = try await shop.skdemo("status")
    let report = try await shop.skdemo("status", "--json")
    let buy = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes", "--json")
    let clock = try await shop.skdemo("store", "clock")

    #expect(status.status == 0)
    #expect(status.output.contains("The store's clock jumped \(days) days ahead."))
    #expect(status.errors.contains("jumped \(days) days ahead"))
    #expect(try report.json()["clockJumpedTo"] is String)
    #expect(try report.json()["customer"] as? String == "active")
    #expect(report.errors.isEmpty)
    #expect(buy.status == 1)
    #expect(try buy.errorCode() == "clockNotAccepted")
    #expect(buy.errors.contains("skdemo store clock accept"))
    let lines = clock.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasSuffix("waiting, realTime") == true)
    #expect(lines.last?.contains("jumped \(days) days ahead") == true)
  }

  @Test(arguments: [1, 44, -400])
  func `a store whose clock is not far ahead goes on by itself`(days: Int) async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: days)

    let status = try await shop.skdemo("status", "--json")
    let buy = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes", "--json")

    #expect(status.status == 0 && status.errors.isEmpty)
    #expect(try status.json()["clockJumpedTo"] == nil)
    #expect(buy.status == 0)
  }

  @Test func `when the machine's clock is right again, the store sells again`() async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: 400)
    #expect(try await shop.skdemo("buy", "nonconsumable.racecar", "--yes").status == 1)
    try await shop.jump(days: 0)

    #expect(try await shop.skdemo("buy", "nonconsumable.racecar", "--yes").status == 0)
  }

  @Test func `a longer bound lets the time pass, and a bound of no days is refused`() async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: 67)

    let bought = try await shop.skdemo(
      "buy", "nonconsumable.racecar", "--yes", "--clock-bound", "90")
    let refused = try await shop.skdemo("status", "--clock-bound", "0")

    #expect(bought.status == 0)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--clock-bound must be 1 to 36500 days, not 0"))
  }

  @Test(arguments: ["y", "n"])
  func `on a terminal the owner is asked once whether the days have passed`(
    answer: String
  ) async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: 67)

    let status = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: ["status"],
      environment: ["SKDEMO_DATA": shop.data.path])
    try await status.waitFor("67 days have passed. Is that right? [y/N] ")
    status.send(answer + "\n")

    #expect(try await status.waitForEnd() == .exited(0))
    let buy = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes")
    #expect(buy.status == (answer == "y" ? 0 : 1))
  }

  @Test func `the storefront asks the same on a sheet, even if the store's file is new`()
    async throws
  {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: 67)
    // As a store that was restored from a backup, or copied.
    try FileManager.default.setAttributes(
      [.modificationDate: Date()],
      ofItemAtPath: shop.data.appending(path: "store.sqlite").path)

    try await shop.storefront { storefront in
      try await storefront.waitFor("67 days have passed")
      try await storefront.sendKeys("l")
      try await storefront.waitFor("the garage") {
        $0.showsGarage && !$0.contains("days have passed")
      }
      try await storefront.sendKeys("q")
      #expect(try await storefront.waitForEnd() == 0)
    }

    #expect(try await shop.skdemo("store", "clock", "--json").json()["jump"] == nil)
  }

  @Test(arguments: [30_000, 40_000])
  func `past the certificates' last day there is nothing to agree to`(days: Int) async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: days)

    let buy = try await shop.skdemo("buy", "nonconsumable.racecar", "--yes")
    let clock = try await shop.skdemo("store", "clock")
    let accept = try await shop.skdemo("store", "clock", "accept")
    #expect(buy.status == 1 && buy.errors.contains("valid from 2008"))
    #expect(clock.output.contains("certificates expired on 2107-12-31"))
    #expect(accept.status == 1 && accept.errors.contains("its certificates expire on 2107-12-31"))

    let status = try await TerminalSession(
      executable: BuiltExecutable.url("skdemo"), arguments: ["status"],
      environment: ["SKDEMO_DATA": shop.data.path])
    #expect(try await status.waitForEnd() == .exited(0))
    #expect(status.text.contains("Correct this machine's clock"))
    #expect(!status.text.contains("Is that right?"))
    try await shop.storefront { storefront in
      try await storefront.waitFor("The store's certificates expired on 31 Dec 2107.")
      #expect(try await storefront.waitForEnd(pressing: "q") == 0)
    }
  }

  @Test func `the storefront of a store that waits says so`() async throws {
    let shop = try await CommandLineFixture.withCar()
    try await shop.jump(days: 67)

    try await shop.storefront { storefront in
      try await storefront.waitFor("It is right")
      try await storefront.sendKeys("Escape")
      try await storefront.waitFor("The store's clock jumped 67 days ahead.")
      try await storefront.sendKeys("q")
      #expect(try await storefront.waitForEnd() == 0)
    }

    #expect(try await shop.skdemo("store", "clock", "--json").json()["jump"] != nil)
  }

  @Test func `the operator sets the time back, and is refused behind a purchase`() async throws {
    let shop = try await CommandLineFixture.withCar()
    _ = try await shop.skdemo("store", "advance", "P2D")
    let later = try await shop.now()
    let tomorrow = (Date() + 86_400).formatted(.iso8601)

    let set = try await shop.skdemo("store", "clock", "set", tomorrow, "--json")
    let refused = try await shop.skdemo("store", "clock", "set", "2026-01-01", "--json")
    let forward = try await shop.skdemo("store", "clock", "set", "2090-01-01")

    #expect(try set.json()["generation"] as? Int == 1)
    #expect(try await shop.now() < later, "the device follows")
    #expect(refused.status == 1)
    #expect((refused.output + refused.errors).contains("clockNotSet"))
    #expect(forward.errors.contains("Move it forward with skdemo store advance --to DATE"))
    #expect(try await shop.skdemo("buy", "nonconsumable.racecar", "--yes").status == 0)
  }
}

extension CommandLineFixture {
  fileprivate static func withCar() async throws -> CommandLineFixture {
    let shop = try CommandLineFixture()
    #expect(try await shop.skdemo("buy", "nonconsumable.car", "--yes").status == 0)
    return shop
  }

  /// The store's time, as the device has it.
  fileprivate func now() async throws -> String {
    try #require(try await skdemo("status", "--json").json()["now"] as? String)
  }
}
