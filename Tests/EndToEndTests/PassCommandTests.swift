import Foundation
import TestSupport
import Testing

/// A second pass, which would add nothing, on the command line and in a real terminal.
@Suite(.hangLimit) struct PassCommandTests {
  private static let pass = "nonRenewing.standard"

  @Test
  func `a pass that still lasts is sold neither by a command nor for a code, and both say why`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    let code = ["store", "offer-code", "create", Self.pass, "--custom", "AYEAR"]
    #expect(try await commandLine.skdemo(code).status == 0)
    #expect(try await commandLine.skdemo("buy", Self.pass, "--yes").status == 0)

    let again = try await commandLine.skdemo("buy", Self.pass, "--yes")

    #expect(again.status == 1)
    #expect(
      again.errors.contains("is not sold to you now: you already have it until"), "\(again.errors)")
    #expect(again.errors.contains("Nothing was charged"))
    let redeemed = try await commandLine.skdemo("redeem", "AYEAR", "--yes", "--json")
    #expect(redeemed.status == 1 && redeemed.errors.contains("addsNothing"), "\(redeemed.errors)")
    let status = try await commandLine.skdemo("status", "--json").json()
    let products = try #require(status["products"] as? [[String: Any]])
    let pass = try #require(products.first { $0["id"] as? String == Self.pass })
    #expect((pass["addsNothing"] as? String)?.hasPrefix("you already have it until") == true)
    #expect(products.filter { $0["addsNothing"] != nil }.count == 1)
    let sold = try await commandLine.skdemo("store", "transactions").output
    #expect(sold.components(separatedBy: Self.pass).count == 2, "\(sold)")
    let codes = try await commandLine.skdemo("store", "offer-code", "list").output
    #expect(codes.contains("0 of any number redeemed"))
  }

  @Test func `the storefront's sheet keeps a code for a pass while a plan serves`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes")
    _ = try await commandLine.skdemo(
      "store", "offer-code", "create", Self.pass, "--custom", "AYEAR")

    try await commandLine.storefront { shop in
      try await shop.waitFor("● Standard · renews")
      try await shop.sendKeys("e")
      try await shop.waitFor("An offer code of this app")
      try await shop.sendKeys("ayear", "Enter")
      try await shop.waitFor("is not sold to you now")
      #expect(try await shop.waitForEnd(pressing: "Escape", "q") == 0)
    }

    let codes = try await commandLine.skdemo("store", "offer-code", "list").output
    #expect(codes.contains("0 of any number redeemed"))
  }
}
