import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  struct PlayScenario: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scenario",
      abstract: "Make new customers in states such as the grace period.",
      discussion: """
        A scenario is a JSON file with names of customers, and steps. A step has a command about a \
        customer, or a control, which is any command of the operator as in the store's OpenAPI document. \
        With the key after, the clock first moves by a duration. With date, it first moves to a date, \
        unless that date is past.

        Each run makes an account for each customer. If the name ann is taken, the account is ann-2, or \
        the next free name. The password of the accounts is that in SKDEMO_PASSWORD, or a random one. \
        If a command sets the grace period, the run restores it at its end. If a step fails, the earlier \
        steps are not undone.

        These come with the program and do not move the clock: \
        \(BuiltInScenario.allCases.map(\.rawValue).joined(separator: ", ")). They use the products of \
        the program's own catalogue; for your own, save one with --show and edit it.
        """,
      examples: [
        "skdemo store scenario grace",
        "skdemo store scenario new trial active renewal-off grace retry lapsed refunded family --json",
        "skdemo store scenario trial --show",
        "skdemo store scenario shop.json",
      ])

    @Argument(
      help: ArgumentHelp("Files, or names of the program's scenarios.", valueName: "file"))
    var scenarios: [String]

    @Flag(help: "Print the scenario as JSON, and do not play it.")
    var show = false

    @OptionGroup var store: OperatorOptions

    func validate() throws {
      guard !show || scenarios.count == 1 else {
        throw ValidationError("--show prints one scenario: name only one")
      }
    }

    func run() async throws {
      let scenarios = try scenarios.map { try Scenario.named($0) }
      if show, let scenario = scenarios.first { return try print(scenario) }
      let (storeOperator, accounts) = try await store.openWithAccounts()
      let player = ScenarioPlayer(
        store: storeOperator, accounts: accounts,
        password: environment("SKDEMO_PASSWORD") ?? UUID().uuidString)
      let plan = try await player.plan(scenarios)
      try await Interruptible.run {
        try await player.play(plan)
      } failure: {
        CommandFailure(
          code: "interrupted",
          message: "the scenario was interrupted: its earlier steps have happened")
      }
      let report = try await report(on: plan, by: player)
      try store.output.afterChange.print(report, lines: report.lines)
    }

    private func print(_ scenario: Scenario) throws {
      let lines = try Output.json(scenario).split(separator: "\n").map(String.init)
      try store.output.print(scenario, lines: lines)
    }

    private func report(
      on plan: ScenarioPlan, by player: ScenarioPlayer
    ) async throws -> ScenarioReport {
      var customers: [ScenarioReport.Customer] = []
      for customer in plan.customers {
        let transactions = try await player.transactions(of: customer.account)
        customers.append(ScenarioReport.Customer(customer, transactions))
      }
      let time = try await player.store.perform(.clock).time
      return ScenarioReport(date: time.now, customers: customers)
    }
  }
}
