import ArgumentParser
import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import skdemo

/// The app's own promotional offer at a remote store, with the real binary in a real terminal.
@Suite(.hangLimit) struct PromotionalOfferJourneyTests {
  private static let offer = "$2.49 / month for 3"

  @Test func `a subscriber buys the app's offer, which the named key signs`() async throws {
    let shop = try CommandLineFixture()
    let server = try await ServeProcess.start(shop)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "subscription.premium", "--yes").succeeded()
    let key = try await shop.makeOfferKey(at: server)
    let bob = try await RemoteCustomer.signedUp("bob", at: server)
    _ = try await bob.skdemo("buy", "subscription.premium", "--yes").succeeded()
    let bought = try await bob.commandLine.skdemo(
      ["buy", "subscription.pro", "--yes"],
      environment: ["SKDEMO_STORE": server.url, "SKDEMO_OFFER_KEY_FILE": key])
    #expect(bought.output.contains("Your offer: \(Self.offer) months, then $4.99 / month."))

    try await ann.storefront { shop in
      try await shop.waitFor("● Premium · renews")
      try await shop.sendKeys("s")
      let shelf = try await shop.waitFor("NAVIGATION PLANS")
      #expect(!shelf.contains(Self.offer), "the app has no key")
    }
    try await ann.storefront(environment: ["SKDEMO_OFFER_KEY_FILE": key]) { shop in
      try await shop.waitFor("● Premium · renews")
      try await shop.sendKeys("s")
      try await shop.waitFor(Self.offer)
      try await shop.sendKeys("Down", "Down", "Down", "Right", "Right", "b")
      try await shop.waitFor("Your plan   Premium ends now")
      try await shop.sendKeys("p")
      try await shop.closePurchase()
      try await shop.waitFor("You are subscribed to Pro.")
    }

    let pro = try #require(try await ann.skdemo("history", "--json").transactions().first)
    #expect(pro["offerIdentifier"] as? String == "pro.three.months")
    #expect(pro["price"] as? Int == 2490)
  }

  @Test func `a file without a key is named, and nothing is opened`() async throws {
    let commandLine = try CommandLineFixture()
    let file = commandLine.data.appending(path: "offer-key.json")
    try FileManager.default.createDirectory(
      at: commandLine.data, withIntermediateDirectories: true)
    try PrivateFile.write(Data(#"{"id": "A"}"#.utf8), to: file)

    let run = try await commandLine.skdemo(
      ["status"], environment: ["SKDEMO_OFFER_KEY_FILE": file.path])

    #expect(run.status == 1)
    #expect(run.errors.contains("'\(file.path)' does not hold an offer key"))
  }
}

extension CommandLineFixture {
  /// The file of a key that the operator of a served store has made, as the command's help says,
  /// with the usual umask.
  fileprivate func makeOfferKey(at server: ServeProcess) async throws -> String {
    let binary = try BuiltExecutable.url("skdemo").deletingLastPathComponent().path
    let made = try await CommandRun.run(
      at: URL(filePath: "/bin/sh"),
      ["-c", "umask 022; cd '\(data.path)' && \(try Self.offerKeyRecipe)"],
      environment: [
        "PATH": "\(binary):/usr/bin:/bin", "SKDEMO_DATA": data.path, "SKDEMO_STORE": server.url,
        "SKDEMO_OPERATOR_KEY_FILE": data.appending(path: "operator.key").path,
      ]
    ).succeeded()
    #expect(made.output.isEmpty)
    return data.appending(path: "offer-key.json").path
  }

  /// The example that makes `offer-key.json` in the help of the command.
  private static var offerKeyRecipe: String {
    get throws {
      let help = StoreCommand.OfferKey.Create.configuration.discussion
      return try #require(help.split(separator: "\n").last).trimmingCharacters(in: .whitespaces)
    }
  }
}

extension RemoteCustomer {
  fileprivate func storefront(
    environment: [String: String], body: (TmuxSession) async throws -> Void
  ) async throws {
    let own = ["SKDEMO_DATA": commandLine.data.path, "SKDEMO_STORE": url]
    try await TmuxSession.run(
      command: [BuiltExecutable.url("skdemo").path(percentEncoded: false)],
      environment: own.merging(environment) { $1 }, body)
  }
}
