import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import Testing

@testable import skdemo

/// The plans of scenarios, and their files.
@Suite struct ScenarioPlanTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  private let product = "subscription.pro"

  private func planned(
    _ scenarios: Scenario..., besides taken: Set<String> = [], rules: StoreRules = StoreRules()
  ) throws -> ScenarioPlan {
    try ScenarioPlan(
      scenarios, besides: taken, at: Self.now, rules: rules, makeUUID: { Self.uuid })
  }

  private func read(_ json: String) throws -> Scenario {
    try Scenario(json: Data(json.utf8), of: "shop.json")
  }

  @Test func `a customer whose name is taken gets the next free one`() throws {
    let scenario = Scenario(
      customers: ["ann", "customer"], commands: [.expire(customer: "ann", productID: product)])

    let plan = try planned(scenario, scenario, besides: ["ann", "ann-2"])

    #expect(plan.customers.map(\.account) == ["ann-3", "customer-2", "ann-4", "customer-3"])
    #expect(
      plan.actions == [
        .control(.expire(subscription: .product("subscription.pro", account: "ann-3"))),
        .control(.expire(subscription: .product("subscription.pro", account: "ann-4"))),
      ])
  }

  @Test func `a file is read as it is written, with dates and controls`() throws {
    let scenario = try read(
      """
      {
        "customers": ["ann"],
        "steps": [
          {"command": {"buy": {"customer": "ann", "productID": "subscription.pro"}}},
          {"after": "P1M", "command": {"requestRefund":
            {"customer": "ann", "productID": "subscription.pro", "reason": "LEGAL"}}},
          {"date": "2001-01-01", "control": {"setRenewalsFail": {"isOn": true}}},
          {"date": "2030-01-01T12:00:00Z"}
        ]
      }
      """)

    let month = try #require(CalendarDuration("P1M"))
    let noon = try #require(Date(iso8601: "2030-01-01T12:00:00Z"))
    let order = Order(key: OrderKey(Self.uuid), productID: product)
    #expect(
      try planned(scenario).actions == [
        .control(.buy(purchase: OperatorPurchase(order: order, account: "ann"))),
        .control(.advance(move: .by(month))),
        .requestRefund(
          of: ScenarioAction.Purchase(account: "ann", productID: product),
          requestID: LowercaseUUID(Self.uuid), reason: .legal),
        .control(.setRenewalsFail(isOn: true)),
        .control(.advance(move: .to(noon))),
      ])
  }

  @Test func `the grace period is restored after a scenario that sets it`() throws {
    var rules = StoreRules()
    (rules.gracePeriod, rules.gracePeriodRenewalType) = (.days3, .paidToPaidOnly)

    #expect(
      try planned(BuiltInScenario.grace.scenario, rules: rules).ending == [
        .setGracePeriod(gracePeriod: .days3, renewalType: .paidToPaidOnly)
      ])
    #expect(try planned(BuiltInScenario.active.scenario, rules: rules).ending.isEmpty)
  }

  @Test(arguments: BuiltInScenario.allCases)
  func `what --show prints is read as the same scenario`(builtIn: BuiltInScenario) throws {
    #expect(try read(Output.json(builtIn.scenario)) == builtIn.scenario)
  }

  private static let wrongFiles: [(json: String, sentence: String)] = [
    ("[", "it is not JSON"), ("[]", "this has the wrong type"),
    (#"{"customers": []}"#, "'steps' is missing"),
    (
      #"{"customers": [], "steps": [{"command": {"dance": {}}}]}"#,
      "steps[0].command: this is not one command: use one of buy, "
    ),
    (
      #"{"customers": [], "steps": [{"command": {"renew": {"customer": "ann"}}}]}"#,
      "steps[0].command.renew: 'productID' is missing"
    ),
    (
      #"{"customers": [], "steps": [{"control": {"dance": {}}}]}"#,
      "steps[0].control: this is not one command"
    ),
    (
      #"{"customers": [], "steps": [{"after": "tomorrow"}]}"#,
      "steps[0].after: 'tomorrow' is not a duration"
    ),
    (#"{"customers": [], "steps": [{"date": "2027-13-01"}]}"#, "steps[0].date: write a date as"),
    (
      #"{"customers": [], "steps": [{"aftr": "P1M"}]}"#,
      "the key steps[0].aftr is unknown"
    ),
    (
      #"{"customers": [], "steps": [{"command": {"setGracePeriod": {"days": 3, "type": 1}}}]}"#,
      "the key steps[0].command.setGracePeriod.type is unknown"
    ),
  ]

  @Test(arguments: wrongFiles.indices)
  func `a file that is not a scenario says what is wrong, and where`(index: Int) throws {
    let (json, sentence) = Self.wrongFiles[index]

    let error = #expect(throws: ScenarioError.self) { try read(json) }

    let text = try #require(error).description
    #expect(text.contains(sentence), "\(text)")
  }

  @Test func `a scenario with an unknown customer, two of one name or an unclear step is refused`()
  {
    #expect(throws: ScenarioError.unknownCustomer(name: "bob")) {
      try planned(
        Scenario(
          customers: ["ann"], commands: [.addFamilyMember(customer: "ann", organizer: "bob")]))
    }
    #expect(throws: ScenarioError.repeatedCustomer(name: "ann")) {
      try planned(Scenario(customers: ["ann", "ann"], steps: []))
    }
    let control = OperatorCommand.setRenewalsFail(isOn: true)
    let unclear = [
      Scenario.Step(), Scenario.Step(after: .zero, date: Self.now, control: control),
      Scenario.Step(command: .removeFamilyMember(customer: "ann"), control: control),
    ]
    for step in unclear {
      #expect(throws: ScenarioError.unclearStep(1)) {
        try planned(Scenario(customers: ["ann"], steps: [Scenario.Step(control: control), step]))
      }
    }
  }
}
