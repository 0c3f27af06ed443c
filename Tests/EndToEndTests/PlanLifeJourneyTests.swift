import Foundation
import TestSupport
import Testing

/// A plan's whole life: the operator acts in one terminal, and an open storefront shows it.
///
/// Nobody touches the storefront's keys unless the test says so, and its selection stays where it is.
@Suite(.hangLimit) struct PlanLifeJourneyTests {
  /// A command of another terminal, and the words that the storefront shows then.
  typealias Step = (command: String, words: String)

  @Test
  func `renewal off and on, a renewal that fails, grace, retry, and a payment that is fixed`()
    async throws
  {
    try await open { shop, skdemo in
      try await follow(
        [
          ("buy subscription.premium --yes", "Premium · renews"),
          ("store cancel subscription.premium", "Premium · ends"),
          ("store resume subscription.premium", "Premium · renews"),
          ("store extend subscription.premium 10", "free of charge."),
          ("store grace 16", "Premium · renews"),
          ("store billing fail subscription.premium", "Premium · renews"),
          ("store advance P1M10D", "Premium · payment needs a fix"),
          ("store advance P16D", "Premium paused · payment needs a fix"),
          ("payment fix --yes", "Premium · renews"),
        ], in: shop, by: skdemo)
    }
  }

  @Test func `a price that asks for consent, which is given, and another that is declined`()
    async throws
  {
    try await open { shop, skdemo in
      try await follow(
        [
          ("buy subscription.premium --yes", "Premium · renews"),
          ("store price subscription.premium 5.99 --consent", "new price needs an answer"),
          ("store price-answer subscription.premium accept", "Premium · renews"),
          ("store advance P1M", "Premium · renews"),
          ("store price subscription.premium 6.99 --consent", "new price needs an answer"),
          ("store price-answer subscription.premium decline", "Premium · ends"),
          ("store advance P1M", "You did not agree to the new price."),
        ], in: shop, by: skdemo)
    }
  }

  @Test func `a plan that expires is won back with its offer`() async throws {
    try await open { shop, skdemo in
      try await follow(
        [
          ("buy subscription.pro --yes", "Pro · renews"),
          ("store cancel subscription.pro", "Pro · ends"),
          ("store advance P2M", "Welcome Back!"),
        ], in: shop, by: skdemo)
      try await shop.waitFor("Come back to Pro: 3 months for $4.99, then $4.99 / month.")
      try await shop.sendKeys("Up")
      try await shop.comeBack(to: "Pro")
      try await shop.waitFor("Pro · renews")
    }
  }

  @Test func `an open storefront of a remote store shows the same`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let key = store.data.appending(path: "operator.key").path
    try await ann.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      try await follow(
        [
          ("buy subscription.premium --yes", "Premium · renews"),
          ("store billing fail subscription.premium", "Premium · renews"),
          ("store advance P1M", "Premium paused · payment needs a fix"),
          ("store billing recover subscription.premium", "Premium · renews"),
          ("store cancel subscription.premium", "Premium · ends"),
          ("store advance P1M", "Welcome Back!"),
        ], in: shop
      ) { arguments in
        guard arguments.first == "store" else { return try await ann.skdemo(arguments) }
        return try await store.skdemo(
          arguments + ["--store", server.url, "--operator-key-file", key])
      }
    }
  }

  /// Opens the storefront of a new customer beside a terminal on the same data folder.
  private func open(
    _ body: (TmuxSession, ([String]) async throws -> CommandRun) async throws -> Void
  ) async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      try await body(shop) { try await commandLine.skdemo($0) }
    }
  }

  private func follow(
    _ steps: [Step], in shop: TmuxSession, by skdemo: ([String]) async throws -> CommandRun
  ) async throws {
    for step in steps {
      let run = try await skdemo(step.command.split(separator: " ").map(String.init))
      #expect(run.status == 0, "\(step.command): \(run.errors)")
      try await shop.waitFor(step.words)
    }
  }
}

extension TmuxSession {
  /// Buys the plan that the selected win-back offers.
  func comeBack(to plan: String) async throws {
    try await waitFor("the offer is selected") { $0.contains("▌ Come back to \(plan)") }
    try await sendKeys("b")
    try await waitFor("This is a test store. No money moves.")
    try await sendKeys("p")
  }
}
