import Foundation
import TestSupport
import Testing

/// Family Sharing with the real binary, in the terminals of two accounts.
@Suite(.hangLimit) struct FamilyJourneyTests {
  @Test func `a family member's plan appears and vanishes`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let bob = try await RemoteCustomer.signedUp("bob", at: server)
    let catalogue = store.data.appending(path: "shareable.json")
    try String.shareableCatalogue().write(to: catalogue, atomically: true, encoding: .utf8)
    func operate(_ command: String...) async throws -> String {
      try await store.skdemo(
        ["store"] + command + [
          "--store", server.url, "--operator-key-file",
          store.data.appending(path: "operator.key").path,
        ]
      ).succeeded().output
    }
    _ = try await operate("catalog", catalogue.path)
    _ = try await operate("family", "add", "ann")
    let family = try await operate("family", "add", "bob")
    #expect(family == "ann  organizes      shares\nbob  family of ann  shares\n")

    try await bob.storefront { shop in
      try await shop.waitForInvitation()
      _ = try await ann.skdemo("buy", "subscription.pro", "--yes").succeeded()
      try await shop.waitFor("Your family shares Pro with you.")
      let status = try await bob.status()
      #expect(status["customer"] as? String == "active")
      let products = try #require(status["products"] as? [[String: Any]])
      let pro = products.first { $0["id"] as? String == "subscription.pro" }
      #expect(pro?["ownershipType"] as? String == "FAMILY_SHARED")

      _ = try await operate("family", "remove", "bob")

      try await shop.waitFor("Family Sharing of Pro ended on")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
    #expect(try await bob.status()["customer"] as? String == "inactive")
    #expect(try await ann.status()["customer"] as? String == "active")

    _ = try await operate("family", "add", "bob")
    _ = try await bob.skdemo("buy", "subscription.standard", "--yes").succeeded()
    let both = try await bob.skdemo("status").succeeded().output
    #expect(both.contains("Your family shares Pro with you."))
    #expect(both.contains("You are currently subscribed to Standard."))
    _ = try await operate("withdraw", "subscription.pro")
    for device in ["known", "new"] {
      let status = try await bob.status(device == "new" ? ["--new-device"] : [])
      let groups = try #require(status["groups"] as? [[String: Any]])
      #expect(
        groups.map { $0["productID"] as? String } == ["subscription.pro", "subscription.standard"],
        "\(device)")
      #expect(groups.map { $0["ownershipType"] as? String } == ["FAMILY_SHARED", "PURCHASED"])
    }
    let list = try await operate("transactions").split(separator: "\n")
    #expect(list.filter { $0.contains("bob") && $0.contains("  shared  ") }.count == 2)
  }
}
