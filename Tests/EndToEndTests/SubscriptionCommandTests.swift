import Foundation
import TestSupport
import Testing

/// The operator's commands about one subscription on the command line.
@Suite(.hangLimit) struct SubscriptionCommandTests {
  @Test func `a plan is renewed now`() async throws {
    let commandLine = try await CommandLineFixture.subscribed()

    let run = try await commandLine.skdemo("store", "renew", "subscription.standard")

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("subscription.standard of customer renews at "))
    #expect(run.output.contains(" for 2.99 USD, transaction "))
    let report = try await commandLine.skdemo("store", "renew", "subscription.standard", "--json")
      .json()
    #expect(report["account"] as? String == "customer")
    #expect(report["status"] as? String == "subscribed")
    let transaction = try #require(report["transaction"] as? [String: Any])
    #expect(transaction["transactionReason"] as? String == "RENEWAL")
    let renewalInfo = try #require(report["renewalInfo"] as? [String: Any])
    #expect(renewalInfo["autoRenewStatus"] as? Int == 1)
    #expect(renewalInfo["renewalDate"] is Int, "dates are signed in milliseconds")
    let listed = try await commandLine.skdemo("store", "transactions").output
    #expect(listed.contains("  renewal   2.99 USD") && listed.contains("  purchase  2.99 USD"))
    _ = try await commandLine.skdemo("store", "cancel", "subscription.standard")
    try await commandLine.expectRefusals([
      (["store", "renew", "subscription.standard"], 1, "renewalIsOff"),
      (["store", "renew", "subscription.pro"], 1, "notSubscribed"),
      (["store", "renew"], 2, "malformed"),
    ])
  }

  @Test func `a payment fails and is fixed`() async throws {
    let commandLine = try await CommandLineFixture.subscribed()

    let failing = try await commandLine.skdemo("store", "billing", "fail", "subscription.standard")

    #expect(failing.output.contains("for 2.99 USD, but that payment will fail, transaction "))
    let renewed = try await commandLine.skdemo("store", "renew", "subscription.standard")
    #expect(
      renewed.output.contains("could not be renewed and gives no access until it is paid"),
      "\(renewed.output)")
    let recovered = try await commandLine.skdemo(
      "store", "billing", "recover", "subscription.standard", "--json"
    ).json()
    #expect(recovered["status"] as? String == "subscribed")
    _ = try await commandLine.skdemo("store", "billing", "fail", "subscription.standard")
    _ = try await commandLine.skdemo("store", "renew", "subscription.standard")
    try await commandLine.expectRefusals([
      (["store", "billing", "recover", "9"], 1, "unknownTransaction"),
      (["store", "renew", "subscription.standard"], 1, "billingIssue"),
      (["store", "billing", "fail", "subscription.pro"], 1, "notSubscribed"),
      (["store", "billing", "break", "subscription.standard"], 2, "malformed"),
    ])
  }

  @Test func `a period is extended, and ended`() async throws {
    let commandLine = try await CommandLineFixture.subscribed()
    let before = try await commandLine.skdemo("store", "resume", "subscription.standard").output

    let run = try await commandLine.skdemo("store", "extend", "subscription.standard", "5")

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("subscription.standard of customer renews at "))
    #expect(run.output.prefix(60) != before.prefix(60))
    try await commandLine.expectRefusals([
      (["store", "extend", "subscription.standard", "0"], 1, "invalidExtension"),
      (["store", "extend", "subscription.standard", "91"], 1, "invalidExtension"),
      (["store", "extend", "subscription.standard"], 2, "malformed"),
      (["store", "extend", "subscription.standard", "week"], 2, "malformed"),
      (["store", "extend", "subscription.pro", "5"], 1, "notSubscribed"),
    ])
    let expired = try await commandLine.skdemo("store", "expire", "subscription.standard")
    #expect(expired.output.contains("subscription.standard of customer ended"))
  }

  @Test func `a price that nobody was asked for is not answered`() async throws {
    let commandLine = try await CommandLineFixture.subscribed()

    try await commandLine.expectRefusals([
      (["store", "price-answer", "subscription.standard", "accept"], 1, "noPriceIncrease"),
      (["store", "price-answer", "subscription.standard", "decline"], 1, "noPriceIncrease"),
      (["store", "price-answer", "subscription.standard", "perhaps"], 2, "malformed"),
      (["store", "price-answer", "subscription.standard"], 2, "malformed"),
      (["store", "price-answer", "subscription.pro", "accept"], 1, "notSubscribed"),
    ])
  }
}

extension CommandLineFixture {
  /// A command line whose customer is subscribed to Standard, with a frozen clock.
  fileprivate static func subscribed() async throws -> CommandLineFixture {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("store", "clock", "freeze")
    #expect(try await commandLine.skdemo("buy", "subscription.standard", "--yes").status == 0)
    return commandLine
  }
}
