import Foundation
import TestSupport
import Testing

/// Orders that wait, with the real binary in a real terminal and an operator in another pane.
@Suite(.hangLimit) struct WaitingOrderJourneyTests {
  @Test func `a parent approves from another pane, and the car is in the garage`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")

    try await commandLine.storefront { shop in
      try await shop.openShop()
      try await shop.buy("Race Car", by: "Down", "Down")
      try await shop.waitFor("Race Car is waiting for approval. Nothing is charged yet.")
      try await shop.sendKeys("Enter")
      let page = try await shop.waitFor("Waiting for approval · asked ")
      #expect(!page.contains("Buy for"))
      let order = try #require(try await commandLine.waitingOrders().first)
      #expect(order.productID == "nonconsumable.racecar" && order.cause == "askToBuy")

      let approval = try await commandLine.skdemo("store", "approve", order.id)

      #expect(approval.output.hasPrefix("nonconsumable.racecar of "))
      #expect(approval.output.contains(" is sold for 4.99 USD, transaction "))
      try await shop.waitFor("Race Car is yours.")
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }

    #expect(try await commandLine.waitingOrders().isEmpty)
    #expect(try await commandLine.state(of: "nonconsumable.racecar") == "purchased")
  }

  @Test func `what is approved after the app was closed is there at its next launch`() async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")
    let car = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes", "--json")
    let fuel = try await commandLine.skdemo("buy", "consumable.fuel.octane87", "--yes")
    #expect(try car.json()["result"] as? String == "pending")
    #expect(fuel.output.contains("Fuel87 is waiting for approval. Nothing is charged yet."))
    #expect(try await commandLine.state(of: "nonconsumable.car") == "pending")

    for order in try await commandLine.waitingOrders() {
      _ = try await commandLine.skdemo("store", "approve", order.id)
    }

    #expect(try await commandLine.state(of: "nonconsumable.car") == "purchased")
    try await commandLine.storefront { shop in
      let garage = try await shop.waitFor("87 █░░░░░░░ 1")
      #expect(garage.contains("Car"))
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }

  @Test
  func `the operator sees how many are ordered and at what cost, and what approving has done`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("buy", "subscription.pro", "--yes").succeeded()
    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")
    _ = try await commandLine.skdemo("buy", "consumable.fuel.octane87", "--quantity", "3", "--yes")
    _ = try await commandLine.skdemo("buy", "subscription.standard", "--yes")

    let list = try await commandLine.skdemo("store", "transactions").succeeded().output
    var approvals: [String] = []
    for order in try await commandLine.waitingOrders() {
      approvals.append(
        try await commandLine.skdemo("store", "approve", order.id).succeeded().output)
    }

    #expect(list.contains("3 × consumable.fuel.octane87  2.97 USD  waits for approval"))
    #expect(list.contains("subscription.standard         0 USD     waits for approval"))
    #expect(approvals[0].contains(" is sold for 2.97 USD, transaction "))
    #expect(approvals[1].contains(" begins when subscription.pro ends, at "))
    #expect(approvals[1].contains(": nothing was charged, transaction "))
  }

  @Test func `an order for a product that was taken off sale waits on, and status says so`()
    async throws
  {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes")
    _ = try await commandLine.skdemo("store", "withdraw", "nonconsumable.racecar").succeeded()

    let status = try await commandLine.skdemo("status").succeeded().output
    let json = try await commandLine.skdemo("status", "--json").json()

    #expect(status.contains(" is waiting for approval. Nothing is charged yet."))
    let orders = json["orders"] as? [[String: Any]]
    #expect(orders?.map { $0["productID"] as? String } == ["nonconsumable.racecar"])
    #expect(orders?.map { $0["need"] as? String } == ["approval"])
  }

  @Test func `another device shows what waits, and has the car once it is approved`() async throws {
    let commandLine = try CommandLineFixture(.inProcess)
    _ = try await commandLine.skdemo("store", "ask-to-buy", "on")
    _ = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes")

    try await commandLine.storefront("--new-device") { shop in
      try await shop.waitFor("Race Car is waiting for approval. Nothing is charged yet.")
      let order = try #require(try await commandLine.waitingOrders().first)
      _ = try await commandLine.skdemo("store", "approve", order.id)
      try await shop.waitForGarage()
      try await shop.waitFor("the garage") { !$0.contains("waiting for approval") }
      #expect(try await shop.waitForEnd(pressing: "q") == 0)
    }
  }
}

private struct WaitingOrderRow: Decodable {
  let id: String
  let productID: String
  let cause: String
}

extension CommandLineFixture {
  /// The orders that `skdemo store transactions --json` lists.
  fileprivate func waitingOrders() async throws -> [WaitingOrderRow] {
    struct List: Decodable { let orders: [WaitingOrderRow] }
    let run = try await skdemo("store", "transactions", "--json")
    return try JSONDecoder().decode(List.self, from: Data(run.output.utf8)).orders
  }

  /// The state of a product in `skdemo status --json`.
  fileprivate func state(of id: String) async throws -> String? {
    let products = try await skdemo("status", "--json").json()["products"] as? [[String: Any]]
    return products?.first { $0["id"] as? String == id }?["state"] as? String
  }
}
