import Foundation
import TestSupport
import Testing

@testable import skdemo

/// `skdemo store scenario`: customers in any state with one command.
@Suite(.hangLimit) struct ScenarioCommandTests {
  private let commandLine: CommandLineFixture

  init() throws { commandLine = try CommandLineFixture(.inProcess) }

  /// What the command prints about one customer.
  private struct Customer: Decodable, Equatable {
    struct Purchase: Decodable, Equatable {
      let transactionID: String
      let productID: String
      let orderID: String?
      let status: String?
    }

    let name: String
    let account: String
    let purchases: [Purchase]

    /// The product and the state of each purchase, newest first.
    var states: [String] {
      purchases.map {
        "\($0.productID.components(separatedBy: ".").last ?? "") \($0.status ?? "-")"
      }
    }
  }

  private struct Report: Decodable { let customers: [Customer] }

  private func play(_ scenarios: [String]) async throws -> [Customer] {
    let run = try await commandLine.skdemo(["store", "scenario"] + scenarios + ["--json"])
    try #require(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).customers
  }

  private func file(_ json: String) throws -> String {
    let file = commandLine.data.appending(path: "shop.json")
    try Data(json.utf8).write(to: file)
    return file.path
  }

  @Test func `the nine scenarios leave their customers in nine states, in one run`()
    async throws
  {
    let customers = try await play(BuiltInScenario.allCases.map(\.rawValue))

    let states = customers.map { "\($0.account): \($0.states.joined(separator: ", "))" }
    #expect(
      states == [
        "new: ",
        "trial: pro subscribed",
        "active: premium subscribed, premium -",
        "renewal-off: premium subscribed",
        "grace: premium inGracePeriod",
        "retry: premium inBillingRetryPeriod",
        "lapsed: premium expired",
        "refunded: premium revoked",
        "organizer: utilityvehicle -",
        "member: utilityvehicle -",
      ])
    #expect(customers.last?.purchases.first?.orderID == nil)
    #expect(customers.dropLast().last?.purchases.first?.orderID?.hasPrefix("M") == true)
    let settings = try await commandLine.skdemo("store", "settings", "--json").json()
    #expect(settings["gracePeriod"] as? Int == 0)
  }

  @Test func `a scenario can be played again, with new customers`() async throws {
    let first = try await play(["lapsed"])
    let second = try await play(["lapsed"])

    #expect(first.map(\.account) == ["lapsed"] && second.map(\.account) == ["lapsed-2"])
    #expect(first.map(\.states) == second.map(\.states))
    #expect(first.first?.purchases != second.first?.purchases)
  }

  @Test func `the steps of a file happen at their dates, by the operator and the customer`()
    async throws
  {
    _ = try await commandLine.skdemo("store", "clock", "freeze")
    let file = try file(
      """
      {
        "customers": ["ann"],
        "steps": [
          {"command": {"buy": {"customer": "ann", "productID": "subscription.premium"}}},
          {"command": {"buy":
            {"customer": "ann", "productID": "consumable.fuel.octane87", "quantity": 3}}},
          {"after": "P1M"},
          {"after": "P10D", "command": {"requestRefund":
            {"customer": "ann", "productID": "subscription.premium", "reason": "OTHER"}}},
          {"command": {"requestRefund":
            {"customer": "ann", "productID": "consumable.fuel.octane87"}}},
          {"command": {"declineRefund":
            {"customer": "ann", "productID": "consumable.fuel.octane87"}}},
          {"date": "2001-01-01", "control": {"setRenewalsFail": {"isOn": true}}}
        ]
      }
      """)

    let ann = try #require(try await play([file]).first)

    #expect(ann.states.sorted() == ["octane87 -", "premium -", "premium subscribed"])
    let requests = try await commandLine.skdemo("store", "transactions").output
    #expect(requests.contains("refund requested, OTHER"), "\(requests)")
    #expect(requests.contains("refund declined"), "\(requests)")
    let settings = try await commandLine.skdemo("store", "settings", "--json").json()
    #expect(settings["renewalsFail"] as? Bool == true)
    let accounts = try await commandLine.skdemo("store", "account", "--json").json()
    let listed = try #require((accounts["accounts"] as? [[String: Any]])?.first)
    #expect(listed["devices"] as? [String] == [] && listed["signIns"] as? Int == 0)
  }

  @Test func `a scenario that cannot be planned changes nothing, and a step can be refused`()
    async throws
  {
    let unknown = try file(
      """
      {"customers": ["ann"], "steps": [
        {"command": {"buy": {"customer": "bob", "productID": "nonconsumable.car"}}}
      ]}
      """)
    try await commandLine.expectRefusals([
      (["store", "scenario", unknown], 1, "scenario"),
      (["store", "scenario", "tired"], 1, "scenario"),
      (["store", "scenario", ""], 1, "scenario"),
      (["store", "scenario"], 2, "malformed"),
      (["store", "scenario", "new", "trial", "--show"], 2, "malformed"),
    ])
    let accounts = try await commandLine.skdemo("store", "account", "--json").output
    #expect(!accounts.contains("ann"))

    let refused = try file(
      """
      {"customers": ["ann"], "steps": [
        {"command": {"buy": {"customer": "ann", "productID": "nonconsumable.boat"}}}
      ]}
      """)
    try await commandLine.expectRefusals([(["store", "scenario", refused], 1, "unknownProduct")])
    let early = try file(
      """
      {"customers": ["ann"], "steps": [
        {"command": {"refund": {"customer": "ann", "productID": "nonconsumable.car"}}}
      ]}
      """)
    try await commandLine.expectRefusals([(["store", "scenario", early], 1, "unknownTransaction")])
  }

  @Test func `a refund request that is refused leaves neither a device nor a sign-in`() async throws
  {
    let file = try file(
      """
      {"customers": ["ann"], "steps": [
        {"command": {"buy": {"customer": "ann", "productID": "nonconsumable.car"}}},
        {"command": {"requestRefund": {"customer": "ann", "productID": "nonconsumable.car"}}},
        {"command": {"requestRefund": {"customer": "ann", "productID": "nonconsumable.car"}}}
      ]}
      """)

    try await commandLine.expectRefusals([
      (["store", "scenario", file], 1, "duplicateRefundRequest")
    ])

    let accounts = try await commandLine.skdemo("store", "account", "--json").json()
    let ann = try #require((accounts["accounts"] as? [[String: Any]])?.first)
    #expect(ann["devices"] as? [String] == [] && ann["signIns"] as? Int == 0)
  }
}
