import Foundation
import TestSupport
import Testing

/// The real binary in a real terminal, used by keyboard only.
@Suite(.hangLimit) struct StorefrontJourneyTests {
  @Test func `a new customer buys a car and a plan, and a new device has both`() async throws {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.openShop()
      try await shop.buy("Race Car", by: "Down", "Down")
      try await shop.closePurchase()
      try await shop.waitFor("Race Car is yours.")
      try await shop.buy("Pro", by: "Down", "Right", "Right")
      try await shop.closePurchase()
      try await shop.waitFor("You are subscribed to Pro.")
      try await shop.waitFor("the plan and the car") { screen in
        screen.contains("Pro · renews")
          && screen.line(with: "Race Car")?.contains("owned ✓") == true
      }
      try await shop.sendKeys("q")
      #expect(try await shop.waitForEnd() == 0)
    }

    try await commandLine.storefront("--new-device") { shop in
      let garage = try await shop.waitForGarage()
      #expect(garage.contains("Race Car"))
      #expect(garage.contains("Pro · renews"))
      try await shop.sendKeys("s")
      try await shop.waitFor("Restore Purchases")
      try await shop.sendKeys("r")
      try await shop.waitFor("customer")
      try await shop.sendKeys("c")
      try await shop.waitFor("Nothing to restore: Race Car and Pro are already here.")
      try await shop.sendKeys("q")
      #expect(try await shop.waitForEnd() == 0)
    }
  }

  @Test func `keys typed ahead, Enter and pasted text never confirm a purchase`() async throws {
    let commandLine = try CommandLineFixture()

    try await commandLine.storefront { shop in
      try await shop.openShop()
      try await shop.paste("b\np\nb\np\n")
      // All at once: the keys that pay are typed before the sheet is there.
      try await shop.type("bpppp")
      try await shop.waitFor("This is a test store. No money moves.")
      try await shop.sendKeys("Escape")
      try await shop.waitFor("the shop") { !$0.contains("No money moves.") }
      #expect(try await !shop.capture().contains("is yours"))
      try await shop.sendKeys("b")
      try await shop.waitFor("This is a test store. No money moves.")
      try await shop.type(String(repeating: "\r", count: 20))
      try await shop.waitFor("the shop") { !$0.contains("No money moves.") }
      #expect(try await shop.waitForEnd(pressing: "Escape", "q") == 0)
    }

    #expect(try await commandLine.skdemo("store", "transactions").output == "no transactions yet\n")
  }

  @Test func `Ctrl-Z stops the storefront and gives the shell its screen, and fg draws it anew`()
    async throws
  {
    let commandLine = try CommandLineFixture()
    let binary = try BuiltExecutable.url("skdemo").path(percentEncoded: false)
    let shell = ["PS1=READY> ", "bash", "--norc", "--noprofile", "-i"]

    try await TmuxSession.run(
      command: shell, environment: ["SKDEMO_DATA": commandLine.data.path]
    ) { terminal in
      try await terminal.waitFor("READY>")
      try await terminal.type(binary)
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("get started!")
      try await terminal.sendKeys("C-z")
      try await terminal.waitForPrompt("READY>", after: "Stopped")
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
      try await terminal.type("fg")
      try await terminal.sendKeys("Enter")
      try await terminal.waitFor("get started!")
      try await terminal.waitForValue("1 0", of: "#{alternate_on} #{cursor_flag}")
      try await terminal.sendKeys("q")
      try await terminal.waitFor("the shell's screen") { !$0.contains("get started!") }
      try await terminal.waitForValue("0 1", of: "#{alternate_on} #{cursor_flag}")
    }
  }
}

extension CommandLineFixture {
  /// Opens the storefront, at 80×24 unless another size is given, and ends it after `body`.
  func storefront(
    _ arguments: String..., columns: Int = 80, rows: Int = 24,
    body: (TmuxSession) async throws -> Void
  ) async throws {
    let binary = try BuiltExecutable.url("skdemo").path(percentEncoded: false)
    try await TmuxSession.run(
      columns: columns, rows: rows, command: [binary] + arguments,
      environment: ["SKDEMO_DATA": data.path], body)
  }
}

extension String {
  fileprivate func line(with text: String) -> Substring? {
    split(separator: "\n").first { $0.contains(text) }
  }
}
