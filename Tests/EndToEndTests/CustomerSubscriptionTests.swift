import Foundation
import TestSupport
import Testing

/// The customer's changes of a subscription on the command line.
@Suite(.hangLimit) struct CustomerSubscriptionTests {
  private static let pro = "subscription.pro"

  private func subscriber() async throws -> CommandLineFixture {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("store", "clock", "freeze")
    _ = try await commandLine.skdemo("buy", Self.pro, "--yes")
    return commandLine
  }

  @Test func `renewal is turned off and on, and each command says what follows and when`()
    async throws
  {
    let commandLine = try await subscriber()

    let cancelled = try await commandLine.skdemo("subscription", "cancel", "--yes")
    #expect(cancelled.status == 0)
    #expect(cancelled.output.contains(/Renewal is off\. Pro ends on \d+ \w+ \d+\./))

    let again = try await commandLine.skdemo("subscription", "cancel", "--yes", "--json").json()
    #expect(again["result"] as? String == "unchanged")
    let subscription = try #require((again["subscriptions"] as? [[String: Any]])?.first)
    #expect(subscription["productID"] as? String == Self.pro)
    #expect(subscription["willAutoRenew"] as? Bool == false)
    #expect(subscription["status"] as? Int == 1)

    let resumed = try await commandLine.skdemo("subscription", "resume", Self.pro, "--yes")
    #expect(resumed.status == 0)
    #expect(
      resumed.output.contains(/Renewal is on\. Pro renews on \d+ \w+ \d+ for \$4\.99 \/ month\./))
  }

  @Test func `resuming a plan whose price has risen agrees to the price that the sheet shows`()
    async throws
  {
    let commandLine = try await subscriber()
    _ = try await commandLine.skdemo("subscription", "cancel", "--yes")
    _ = try await commandLine.skdemo("store", "price", Self.pro, "5.99", "--consent")

    let resumed = try await commandLine.skdemo("subscription", "resume", "--yes")

    #expect(resumed.output.contains(/Pro renews on \d+ \w+ \d+ for \$5\.99 \/ month\./))
    let advanced = try await commandLine.skdemo("store", "advance", "P1Y")
    #expect(advanced.status == 0)
    let status = try await commandLine.skdemo("status", "--json").json()
    #expect((status["groups"] as? [[String: Any]])?.first?["willAutoRenew"] as? Bool == true)
  }

  @Test func `a lower plan is scheduled, and the plan that would have ended goes on`() async throws
  {
    let commandLine = try await subscriber()

    let change = try await commandLine.skdemo(
      "subscription", "change", "subscription.standard", "--yes")
    #expect(change.status == 0)
    #expect(change.output.contains("Standard is scheduled from"))
    #expect(change.output.contains("Until then you keep Pro."))

    let keep = try await commandLine.skdemo("subscription", "change", Self.pro, "--yes")
    #expect(keep.output.contains("Pro continues after"))

    _ = try await commandLine.skdemo("subscription", "cancel", "--yes")
    let bought = try await commandLine.skdemo("buy", Self.pro, "--yes")
    #expect(bought.output.contains("Pro continues after"))
    #expect(!bought.output.contains("scheduled"))
  }

  @Test func `a payment that has failed is fixed, and the renewal is charged`() async throws {
    let commandLine = try await subscriber()
    _ = try await commandLine.skdemo("store", "billing", "fail", Self.pro)
    _ = try await commandLine.skdemo("store", "advance", "P2M1D")

    let run = try await commandLine.skdemo("payment", "fix", "--yes")

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("The payment method works again. Pro renews on"))
    let transactions = try await commandLine.skdemo("history", "--json").transactions()
    #expect(transactions.map { $0["transactionReason"] as? String } == ["RENEWAL", "PURCHASE"])
  }

  @Test func `the status says what a plan is, what comes next and what can be done about it`()
    async throws
  {
    let commandLine = try await subscriber()
    func status() async throws -> String { try await commandLine.skdemo("status").output }

    #expect(
      try await status().contains(
        /You are currently subscribed to Pro\. You pay \$1\.99 until .*, then \$4\.99 \/ month\.\n/)
    )
    _ = try await commandLine.skdemo("subscription", "cancel", "--yes")
    #expect(
      try await status().contains(
        /It will expire on .*\. Turn renewal on again: skdemo subscription resume\./))
    _ = try await commandLine.skdemo("subscription", "resume", "--yes")
    _ = try await commandLine.skdemo("store", "billing", "fail", Self.pro)
    _ = try await commandLine.skdemo("store", "advance", "P2M1D")
    #expect(
      try await status().contains(/Pro is paused.*\. Fix payment: skdemo payment fix\./))
    _ = try await commandLine.skdemo("subscription", "cancel", "--yes")
    #expect(
      try await status().contains(/expired on .*\. Subscribe again: skdemo buy subscription\.pro\./)
    )
  }

  @Test func `a plan is bought with the offer that the storefront shows, and the command says it`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let new = try await commandLine.skdemo("buy", Self.pro, "--yes")
    #expect(
      new.output
        == "You are subscribed to Pro. Your offer: 2 months for $1.99, then $4.99 / month.\n")
    _ = try await commandLine.skdemo("subscription", "cancel", "--yes")
    _ = try await commandLine.skdemo("store", "advance", "P2M")

    try await commandLine.storefront("buy", Self.pro) { terminal in
      try await terminal.waitFor("$4.99 today for 3 months, then $4.99 / month")
      #expect(try await terminal.waitForEnd(pressing: "Enter") == 1)
    }
    let back = try await commandLine.skdemo("buy", Self.pro, "--yes")

    #expect(
      back.output
        == "You are subscribed to Pro. Your offer: 3 months for $4.99, then $4.99 / month.\n")
    let latest = try await commandLine.skdemo("history", "--json").transactions()[0]
    #expect(latest["offerType"] as? Int == 4)
    #expect(latest["price"] as? Int == 4990)
  }

  @Test func `a subscriber who changes to a higher plan has the offer that the app can sign`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.premium", "--yes").succeeded()

    let change = try await commandLine.skdemo("subscription", "change", Self.pro, "--yes")

    #expect(change.output.contains("Your offer: $2.49 / month for 3 months, then $4.99 / month."))
    let latest = try await commandLine.skdemo("history", "--json").transactions()[0]
    #expect(latest["offerIdentifier"] as? String == "pro.three.months")
    #expect(latest["price"] as? Int == 2490)
  }

  @Test func `a subscription is named by a plan of its group that is no longer sold`() async throws
  {
    let commandLine = try await subscriber()
    _ = try await commandLine.skdemo(
      "subscription", "change", "subscription.standard", "--yes")
    for plan in ["subscription.standard", "subscription.premium"] {
      _ = try await commandLine.skdemo("store", "withdraw", plan)
    }

    let cancelled = try await commandLine.skdemo(
      "subscription", "cancel", "subscription.premium", "--yes")
    #expect(cancelled.status == 0, "\(cancelled.errors)")
    let resumed = try await commandLine.skdemo(
      "subscription", "resume", "subscription.standard", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
  }

  @Test func `a payment that works needs no mending`() async throws {
    let commandLine = try await subscriber()

    let run = try await commandLine.skdemo("payment", "fix", "--yes")

    #expect(run.status == 0)
    #expect(run.output.contains("No payment had failed. Nothing was charged."))
  }

  @Test func `with several groups the command asks for a plan, and names the choices`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let file = CatalogueFilesTests.folder.appending(
      path: "v4.0-revenuecat-purchases-ios.storekit")
    let plans = ["premium", "lite"].map { "com.revenuecat.rcttester.\($0)_monthly" }
    _ = try await commandLine.skdemo("store", "clock", "freeze", "--catalog", file.path)
    for plan in plans {
      let run = try await commandLine.skdemo("buy", plan, "--yes")
      #expect(run.status == 0, "\(run.errors)")
    }

    let run = try await commandLine.skdemo("subscription", "cancel", "--yes")
    #expect(run.status == 1)
    for plan in plans { #expect(run.errors.contains(plan)) }

    let chosen = try await commandLine.skdemo("subscription", "cancel", plans[1], "--yes", "--json")
    let subscriptions = try chosen.json()["subscriptions"] as? [[String: Any]]
    #expect(subscriptions?.map { $0["productID"] as? String } == [plans[1]])
    let unknown = try await commandLine.skdemo("subscription", "cancel", "boat", "--yes")
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("'boat'") && unknown.errors.contains(plans[0]))

    let status = try await commandLine.skdemo("status").output
    let command = try #require(status.firstMatch(of: /skdemo (subscription resume \S+)\.\s/)).1
    let resumed = try await commandLine.skdemo(
      command.split(separator: " ").map(String.init) + ["--yes"])
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try await !commandLine.skdemo("status").output.contains("subscription resume"))
  }
}
