import Foundation
import TestSupport
import Testing

/// Storefronts of one served store in several terminals.
@Suite(.hangLimit) struct RemoteStorefrontTests {
  @Test
  func
    `a purchase appears at once on the account's other device, and not on another account's`()
    async throws
  {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let elsewhere = try await RemoteCustomer.signedIn("ann", at: server)
    let bob = try await RemoteCustomer.signedUp("bob", at: server)

    try await ann.storefront { first in
      try await elsewhere.storefront { second in
        try await bob.storefront { stranger in
          for shop in [first, second, stranger] {
            try await shop.waitForInvitation()
          }

          try await first.sendKeys("s")
          try await first.waitFor("Race Car")
          try await first.buy("Race Car", by: "Down", "Down")
          try await first.closePurchase()
          try await first.waitFor("Race Car is yours.")
          let garage = try await second.waitForGarage()
          #expect(garage.contains("Race Car"))

          let car = try await bob.skdemo("buy", "nonconsumable.car", "--yes", "--json")
          #expect(try car.json()["result"] as? String == "purchased")
          let others = try await stranger.waitForGarage()
          #expect(!others.contains("Race Car"))

          let newest = try await ann.skdemo("history", "--json").transactions().first
          let id = try #require(newest?["transactionId"] as? String)
          _ = try await store.skdemo(
            [
              "store", "refund", id, "--store", server.url, "--operator-key-file",
              store.data.appending(path: "operator.key").path,
            ]
          ).succeeded()
          try await first.waitFor("Race Car was refunded on")
          try await second.waitFor("Race Car was refunded on")
          #expect(try await !stranger.capture().contains("refunded"))
        }
      }
    }
  }

  @Test func `without the operator's key the store's transactions say what they need`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)

    try await ann.storefront { shop in
      try await shop.waitForInvitation()
      try await shop.type("T")
      try await shop.waitFor("The store's transactions cannot be shown: a remote store requires")
      try await shop.type(":store")
      let line = try await shop.waitFor("Not now: a remote store requires the operator key")
      #expect(line.contains("▌ T"))
      try await shop.sendKeys("Enter")
      try await shop.sendKeys("Escape")
      try await shop.waitFor("no command line") { !$0.contains(":store") }
      try await shop.type("?")
      try await shop.waitFor("╭─ Keys")
      try await shop.type("transactions")
      let help = try await shop.waitFor("Keys /transactions")
      #expect(help.contains("store transactions (a remote store requires"))
      #expect(!help.contains("restore purchases"))
      try await shop.sendKeys("Escape")
      try await shop.waitFor("all keys") { $0.contains("restore purchases") }
      try await shop.sendKeys("Escape")
      try await shop.waitFor("no help") { !$0.contains("╭─ Keys") }
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }
}

extension RemoteCustomer {
  /// Opens the storefront of the remote store.
  func storefront(
    _ arguments: String..., body: (TmuxSession) async throws -> Void
  ) async throws {
    let binary = try BuiltExecutable.url("skdemo").path(percentEncoded: false)
    try await TmuxSession.run(
      command: [binary] + arguments,
      environment: ["SKDEMO_DATA": commandLine.data.path, "SKDEMO_STORE": url], body)
  }
}
