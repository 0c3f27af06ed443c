import Foundation
import TestSupport
import Testing

/// Offer codes, with the real binary in a real terminal.
@Suite(.hangLimit) struct RedeemJourneyTests {
  @Test func `a customer redeems a code that the operator makes in another pane`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)

    try await commandLine.storefront { shop in
      try await shop.waitForInvitation()
      let made = try await commandLine.skdemo(
        "store", "offer-code", "create", "nonconsumable.racecar", "--custom", "freecar")
      #expect(made.output.contains("FREECAR"))
      try await shop.sendKeys("s")
      try await shop.sendKeys("e")
      try await shop.waitFor("An offer code of this app")
      try await shop.sendKeys("nothing", "Enter")
      try await shop.waitFor("There is no offer code 'NOTHING'")
      try await shop.sendKeys("freecar", "Enter")
      try await shop.waitFor("You pay     nothing")
      try await shop.sendKeys("p")
      try await shop.closePurchase()
      try await shop.waitFor("Race Car is yours")
      #expect(try await shop.waitForEnd(pressing: "Escape", "q") == 0)
    }

    let list = try await commandLine.skdemo("store", "offer-code", "list").output
    #expect(list.contains("1 of any number redeemed"))
    let status = try await commandLine.skdemo("status").output
    #expect(status.contains("Race Car"))
  }

  @Test func `a code may have arrived although the store did not answer, and the screen says so`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)

    try await ann.storefront { shop in
      try await shop.waitForInvitation()
      try await shop.sendKeys("s")
      try await shop.sendKeys("e")
      try await shop.waitFor("An offer code of this app")
      try await server.kill()
      try await shop.sendKeys("spring", "Enter")
      try await shop.waitFor("If your code has arrived, its product will")
    }
  }

  @Test func `a code gives a subscriber a free month from the next period`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes")
    _ = try await commandLine.skdemo(
      "store", "offer-code", "create", "pro.free.month", "--custom", "MONTH", "--number", "1")

    let redeemed = try await commandLine.skdemo("redeem", "month", "--yes")
    let again = try await commandLine.skdemo("redeem", "month", "--yes")

    #expect(redeemed.status == 0)
    #expect(redeemed.output.hasPrefix("Pro: the offer begins on "))
    #expect(again.status == 1)
    #expect(again.errors.contains("the offer code 'MONTH' has already been redeemed"))
  }
}
