import StoreAPI

/// The scenarios that come with the program, for its own catalogue.
///
/// Each leaves its customers in one state, and does not move the clock.
enum BuiltInScenario: String, CaseIterable, Sendable {
  /// A customer who has bought nothing.
  case new
  /// A subscriber in the period of an introductory offer.
  case trial
  /// A subscriber whose plan has renewed.
  case active
  /// A subscriber whose plan will not renew.
  case renewalOff = "renewal-off"
  /// A subscriber in the grace period after a failed renewal.
  case grace
  /// A subscriber in billing retry, without access.
  case retry
  /// A customer whose plan has ended.
  case lapsed
  /// A customer whose plan was refunded.
  case refunded
  /// A customer who shares a purchase with a family member.
  case family
}

extension BuiltInScenario {
  private typealias PlanCommand = (_ customer: String, _ productID: String) -> ScenarioCommand

  private static let plan = "subscription.premium"
  private static let planWithIntroductoryOffer = "subscription.pro"
  private static let shareableProduct = "nonconsumable.utilityvehicle"

  /// The customers and the commands.
  var scenario: Scenario {
    switch self {
    case .new: Scenario(customers: [rawValue], steps: [])
    case .trial: subscriber(to: Self.planWithIntroductoryOffer)
    case .active: subscriber([ScenarioCommand.renew])
    case .renewalOff: subscriber([ScenarioCommand.disableAutoRenew])
    case .grace: unpaid(.days16)
    case .retry: unpaid(.off)
    case .lapsed: subscriber([ScenarioCommand.expire])
    case .refunded: subscriber([ScenarioCommand.refund])
    case .family: Self.organizerAndMember
    }
  }

  /// A customer with this name who subscribes first.
  private func subscriber(
    to productID: String = BuiltInScenario.plan, _ commands: [PlanCommand] = []
  ) -> Scenario {
    Scenario(
      customers: [rawValue],
      commands: [.buy(customer: rawValue, productID: productID)]
        + commands.map { $0(rawValue, productID) })
  }

  /// A subscriber whose renewal cannot be charged.
  private func unpaid(_ gracePeriod: GracePeriod) -> Scenario {
    var scenario = subscriber([ScenarioCommand.failBilling, ScenarioCommand.renew])
    scenario.steps.insert(Scenario.Step(command: .setGracePeriod(days: gracePeriod)), at: 0)
    return scenario
  }

  private static let organizerAndMember = Scenario(
    customers: ["organizer", "member"],
    commands: [
      .buy(customer: "organizer", productID: shareableProduct),
      .addFamilyMember(customer: "member", organizer: "organizer"),
    ])
}
