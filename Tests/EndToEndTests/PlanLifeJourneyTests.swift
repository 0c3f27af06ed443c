import Foundation
import TestSupport
import Testing

/// A plan's whole life: the operator acts in one terminal, and an open storefront shows it.
///
/// Nobody touches the storefront's keys unless the test says so, and its selection stays where it is.
@Suite(.timeLimit(.minutes(3))) struct PlanLifeJourneyTests {
  /// A command of another terminal, and the words that the storefront shows then.
  typealias Step = (command: String, words: String)

  @Test
  func `renewal off and on, a renewal that fails, grace, retry, and a payment that is mended`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      try await follow(
        [
          ("buy subscription.premium --yes", "Premium · renews"),
          ("store cancel subscription.premium", "Premium · ends"),
          ("store resume subscription.premium", "Premium · renews"),
          ("store extend subscription.premium 10", "Premium · renews"),
          ("store grace 16", "Premium · renews"),
          ("store billing fail subscription.premium", "Premium · renews"),
          ("store advance P1M10D", "Premium · payment needs a fix"),
          ("store advance P16D", "Premium paused · payment needs a fix"),
          ("payment fix --yes", "Premium · renews"),
        ], in: shop, commandLine)
    }
  }

  @Test func `a price that asks for consent, which is given, and another that is declined`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      try await follow(
        [
          ("buy subscription.premium --yes", "Premium · renews"),
          ("store price subscription.premium 5.99 --consent", "new price needs an answer"),
          ("store price-answer subscription.premium accept", "Premium · renews"),
          ("store advance P1M", "Premium · renews"),
          ("store price subscription.premium 6.99 --consent", "new price needs an answer"),
          ("store price-answer subscription.premium decline", "Premium · ends"),
          ("store advance P1M", "You did not agree to its new price."),
        ], in: shop, commandLine)
    }
  }

  @Test func `a plan that expires is won back with its offer`() async throws {
    let commandLine = try CommandLineFixture()
    try await commandLine.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      try await follow(
        [
          ("buy subscription.pro --yes", "Pro · renews"),
          ("store cancel subscription.pro", "Pro · ends"),
          ("store advance P2M", "Welcome Back!"),
        ], in: shop, commandLine)
      try await shop.waitFor("Come back to Pro: 3 months for $4.99, then $4.99 / month.")
      try await shop.sendKeys("Up")
      try await shop.waitFor("the offer is selected") { $0.contains("▌ Come back to Pro") }
      try await shop.sendKeys("b")
      try await shop.waitFor("This is a test store. No money moves.")
      try await shop.sendKeys("p")
      try await shop.waitFor("Pro · renews")
    }
  }

  @Test func `an open storefront of a remote store shows the same`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server.url)
    let key = store.data.appending(path: "operator.key").path
    try await ann.storefront { shop in
      try await shop.waitFor("Head over to the shop to get started!")
      _ = try await ann.skdemo("buy", "subscription.premium", "--yes").succeeded()
      try await shop.waitFor("Premium · renews")
      for (command, words) in [
        ("store billing fail subscription.premium", "Premium · renews"),
        ("store advance P1M", "Premium paused · payment needs a fix"),
        ("store billing recover subscription.premium", "Premium · renews"),
        ("store cancel subscription.premium", "Premium · ends"),
        ("store advance P1M", "Welcome Back!"),
      ] {
        let arguments = command.split(separator: " ").map(String.init)
        let run = try await store.skdemo(
          arguments + ["--store", server.url, "--operator-key-file", key])
        #expect(run.status == 0, "\(command): \(run.errors)")
        try await shop.waitFor(words)
      }
    }
  }

  private func follow(
    _ steps: [Step], in shop: TmuxSession, _ commandLine: CommandLineFixture
  ) async throws {
    for step in steps {
      let run = try await commandLine.skdemo(step.command.split(separator: " ").map(String.init))
      #expect(run.status == 0, "\(step.command): \(run.errors)")
      try await shop.waitFor(step.words)
    }
  }
}
