import Foundation
import TestSupport
import Testing

@Suite(.hangLimit) struct CommandLineJourneyTests {
  @Test func `a new customer buys, and a new device restores without a prompt`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    let first = try await commandLine.skdemo("status", "--json").json()
    #expect(first["customer"] as? String == "new")
    #expect(steps(of: first) == ["listen", "entitle", "personalise"])

    let car = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes", "--json").json()
    #expect(car["result"] as? String == "purchased")
    #expect(try await commandLine.skdemo("buy", "subscription.pro", "--yes").status == 0)

    let owner = try await commandLine.skdemo("status", "--json").json()
    let restored = try await commandLine.skdemo("status", "--new-device", "--json").json()
    #expect(owner["customer"] as? String == "active")
    #expect(restored["customer"] as? String == "active")
    #expect(owned(in: owner) == ["nonconsumable.racecar", "subscription.pro"])
    #expect(owned(in: restored) == owned(in: owner))
    #expect(restored["device"] as? String != owner["device"] as? String)
    #expect(restored["account"] as? String == owner["account"] as? String)
  }

  @Test func `the status says until or since when a state lasts, and neither of a replaced plan`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    func lines(of name: String) async throws -> [String] {
      let lines = try await commandLine.skdemo("status").output.split(separator: "\n")
      return lines.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        .filter { $0.first.map(String.init) == name }.map { $0.dropLast().joined(separator: " ") }
    }
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes")
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes")
    #expect(try await lines(of: "Standard") == ["Standard"])
    #expect(try await lines(of: "Pro") == ["Pro subscribed until"])

    _ = try await commandLine.skdemo("subscription", "cancel", "--yes")
    _ = try await commandLine.skdemo("store", "advance", "P3M")
    #expect(try await lines(of: "Standard") == ["Standard"])
    #expect(try await lines(of: "Pro") == ["Pro expired since"])

    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes")
    #expect(try await lines(of: "Pro") == ["Pro pending since"])
    _ = try await commandLine.skdemo("store", "ask-to-buy", "off")

    _ = try await commandLine.skdemo("buy", "subscription.premium", "--yes")
    _ = try await commandLine.skdemo("store", "grace", "16")
    _ = try await commandLine.skdemo("store", "billing", "fail", "subscription.premium")
    _ = try await commandLine.skdemo("store", "advance", "P1M1D")
    #expect(try await lines(of: "Premium") == ["Premium inGracePeriod until"])
    let status = try await commandLine.skdemo("status", "--json").json()
    let group = try #require((status["groups"] as? [[String: Any]])?.first)
    let grace = try #require(group["gracePeriodExpirationDate"] as? String).prefix(10)
    #expect(try await commandLine.skdemo("status").output.contains("until \(grace)\n"))
    _ = try await commandLine.skdemo("store", "advance", "P16D")
    #expect(try await lines(of: "Premium") == ["Premium inBillingRetryPeriod since"])
  }

  @Test func `a store that was reset sells the same products under new transaction IDs`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let buy = ["buy", "nonconsumable.car", "--yes", "--json"]
    let before = try await commandLine.skdemo(buy).boughtID()

    #expect(try await commandLine.skdemo("store", "reset", "--yes").status == 0)
    #expect(try await commandLine.skdemo("status", "--json").json()["customer"] as? String == "new")

    #expect(try await commandLine.skdemo(buy).boughtID() != before)
    #expect(try await commandLine.skdemo("history", "--json").transactions().count == 1)
  }

  @Test func `the options of every command may stand before the command's name`() async throws {
    let commandLine = try CommandLineFixture()
    let data = commandLine.data.appending(path: "elsewhere").path

    let bought = try await commandLine.skdemo(
      "--data", data, "--json", "buy", "nonconsumable.car", "--yes")
    let clock = try await commandLine.skdemo("--json", "store", "clock", "--data", data)
    let behind = try await commandLine.skdemo("history", "--json", "--data", data)
    let here = try await commandLine.skdemo("history", "--json")

    #expect(try bought.json()["result"] as? String == "purchased")
    let epoch = try #require(try clock.json()["epoch"] as? Int)
    #expect((1..<1 << 53).contains(epoch))
    #expect(try behind.transactions().count == 1)
    #expect(try here.transactions().isEmpty, "another folder, another store")
  }

  private func steps(of status: [String: Any]) -> [String] {
    let steps = status["steps"] as? [[String: Any]] ?? []
    return steps.filter { $0["milliseconds"] is NSNumber }.compactMap { $0["step"] as? String }
  }

  private func owned(in status: [String: Any]) -> [String] {
    let products = status["products"] as? [[String: Any]] ?? []
    return products.filter { ["purchased", "subscribed"].contains($0["state"] as? String) }
      .compactMap { $0["id"] as? String }.sorted()
  }

  @Test func `the status lists what is owned and no longer sold`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    _ = try await commandLine.skdemo("store", "withdraw", "nonconsumable.car")
    let status = try await commandLine.skdemo("status", "--json").json()
    let products = try #require(status["products"] as? [[String: Any]])
    let car = products.filter { $0["id"] as? String == "nonconsumable.car" }
    #expect(car.map { $0["state"] as? String } == ["purchased"])
  }
}
