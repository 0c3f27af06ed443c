import Foundation
import TestSupport
import Testing

/// Calls of StoreKit that fail because the operator says so, on the command line.
@Suite(.hangLimit) struct SimulatedErrorCommandTests {
  @Test func `while the products cannot be loaded, the commands list and sell nothing`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let sentence = "the shop could not be loaded: the store cannot be reached"
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes").succeeded()
    _ = try await commandLine.skdemo("store", "fail", "loadProducts", "networkError").succeeded()

    for command in [
      ["products"], ["buy", "nonconsumable.racecar", "--yes"],
      ["subscription", "change", "subscription.pro", "--yes"],
    ] {
      let run = try await commandLine.skdemo(command)
      #expect(run.status == 3 && run.output.isEmpty, "\(command)")
      #expect(run.errors == "skdemo: \(sentence)\n", "\(command)")
    }
    let status = try await commandLine.skdemo("status").succeeded().output
    #expect(status.localizedCaseInsensitiveContains(sentence))

    _ = try await commandLine.skdemo("store", "fail", "loadProducts", "unknown").succeeded()
    #expect(try await commandLine.skdemo("products").status == 1)
    _ = try await commandLine.skdemo("store", "fail", "none").succeeded()
    #expect(try await commandLine.skdemo("products").succeeded().output.contains("Race Car"))
    let history = try await commandLine.skdemo("history").output
    #expect(history.split(separator: "\n").count == 1)
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes").succeeded()
  }

  @Test(arguments: [
    ("purchase", ["buy", "nonconsumable.car", "--yes"]),
    ("offerCodeRedeem", ["redeem", "SPRING", "--yes"]),
    ("manageSubscriptions", ["subscription", "cancel", "--yes"]),
  ])
  func `a simulated network error is said in words by every command`(
    api: String, command: [String]
  ) async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes").succeeded()
    _ = try await commandLine.skdemo("store", "fail", api, "networkError").succeeded()

    let run = try await commandLine.skdemo(command)

    #expect(run.status == 3)
    #expect(run.errors == "skdemo: The store cannot be reached.\n")
  }

  @Test func `the status says that the plans' state could not be loaded`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes").succeeded()
    _ = try await commandLine.skdemo("store", "fail", "subscriptionStatus", "systemError")

    let status = try await commandLine.skdemo("status", "--json").json()

    #expect(status["statusFailure"] as? String == "this system error is simulated")
    #expect(status["customer"] as? String == "active")
  }

  @Test func `a status without what cannot be verified says so, and does not end well`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    _ = try await commandLine.skdemo("store", "fail", "verification", "invalidSignature")
    let sentence =
      "1 transaction cannot be verified. The signature does not match the data."

    let text = try await commandLine.skdemo("status")
    #expect(text.status == 1)
    #expect(text.output.contains("\n\(sentence)\n"))
    #expect(text.output.contains("no verified purchases"))
    #expect(text.errors.contains("skdemo: the status is not complete: \(sentence)"))
    let json = try await commandLine.skdemo("status", "--json")
    #expect(json.status == 1)
    #expect(try json.json()["verificationFailure"] as? String == sentence)
    #expect(try await commandLine.skdemo("history").status == 1, "as the history does")

    _ = try await commandLine.skdemo("store", "fail", "none")
    #expect(try await commandLine.skdemo("status").status == 0)
  }

  @Test func `the status has the version of the app, unless that cannot be asked`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    let line = "app version 1.0, first downloaded as 1.0 on 2013-08-01"
    #expect(try await commandLine.skdemo("status").output.contains(line))

    _ = try await commandLine.skdemo("store", "fail", "appTransaction", "notEntitled")
    let text = try await commandLine.skdemo("status").output
    #expect(text.contains("the app's version is unknown: this app is not allowed to do this"))
    let status = try await commandLine.skdemo("status", "--json").json()
    #expect(status["appTransaction"] == nil)
    #expect(status["appTransactionFailure"] as? String == "this app is not allowed to do this")
  }

  @Test func `a command that asks for a refund fails as the storefront's sheet does`() async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes")
    _ = try await commandLine.skdemo("store", "fail", "refundRequest", "duplicateRequest")

    #expect(try await commandLine.skdemo("refund", "1000000001", "--yes").status == 1)
    #expect(
      try await commandLine.skdemo("refund", "1000000001", "--reason", "LEGAL").status == 1)
    #expect(try await !commandLine.skdemo("history").output.contains("refund"))

    _ = try await commandLine.skdemo("status")
    _ = try await commandLine.skdemo("store", "fail", "none")
    #expect(try await commandLine.skdemo("refund", "1000000001", "--yes").status == 0)
  }
}
