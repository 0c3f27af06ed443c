import Foundation
import TestSupport
import Testing

/// Another shop, made of a `.storekit` file alone, in a real terminal.
@Suite(.hangLimit) struct JournalJourneyTests {
  private static let catalogue = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Catalogues/journal.storekit").path

  @Test func `a reader tries the journal, has it on a new device, leaves and comes back by key`()
    async throws
  {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront("--catalog", Self.catalogue) { shop in
      try await shop.waitFor("My Purchases")
      try await shop.sendKeys("s")
      let shelves = try await shop.waitFor("start for free")
      #expect(shelves.contains("1 month free,"))
      try await shop.sendKeys("b")
      try await shop.waitFor("This is a test store. No money moves.")
      try await shop.sendKeys("p")
      try await shop.waitFor("You are subscribed to Daybook Monthly.")
      try await shop.sendKeys("q")
      #expect(try await shop.waitForEnd() == 0)
    }

    try await commandLine.storefront("--new-device") { shop in
      let home = try await shop.waitFor("then $3.99 / month.")
      #expect(home.contains("Free until"))
      #expect(!home.contains("1 month free"))
      for (command, words) in [
        ("store cancel daybook.monthly", "and nothing is charged."),
        ("store advance P2M", "Welcome Back!"),
      ] {
        let run = try await commandLine.skdemo(command.split(separator: " ").map(String.init))
        #expect(run.status == 0, "\(command): \(run.errors)")
        try await shop.waitFor(words)
      }
      try await shop.waitFor("Come back to Daybook Monthly: $1.99 / month for 3 months, then $3.99")
      try await shop.comeBack(to: "Daybook Monthly")
      try await shop.waitFor("for $1.99, with your offer. Later $3.99")
    }
  }
}
