import ArgumentParser
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  /// The commands about the settings of the store.
  static let settings = CommandGroup(
    name: "Settings",
    subcommands: [
      Settings.subcommand, SetTimeRate.subcommand, SetStorefront.subcommand, SetLocale.subcommand,
      Cap.subcommand, Grace.subcommand,
      Fail.subcommand, Notifications.self,
    ])

  struct Settings: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Show the settings of the store, and the errors that it simulates.",
      examples: ["skdemo store settings --json"])

    var command: OperatorCommand { .settings }
  }

  struct SetTimeRate: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "pace",
      abstract: "Set how long the periods of subscriptions last.",
      discussion: """
        The time rate applies to later periods; a period that has begun keeps its end.

        The names are those of Xcode's rates.
        """,
      examples: ["skdemo store pace monthlyRenewalEveryHour"])

    @Argument(help: ArgumentHelp("The time rate, as printed by store clock.", valueName: "name"))
    var timeRate: TimeRate

    var command: OperatorCommand { .setTimeRate(timeRate: timeRate) }
  }

  struct SetStorefront: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "storefront",
      abstract: "Set the country of the store, and so the currency of its prices.",
      discussion: "Purchases stay. Plans renew at the new storefront's price.",
      examples: ["skdemo store storefront DEU"])

    @Argument(help: ArgumentHelp("The country, such as USA or DEU.", valueName: "code"))
    var code: String

    var command: OperatorCommand { .setStorefront(storefront: code.uppercased()) }
  }

  struct SetLocale: ControlArguments {
    static let configuration = CommandConfiguration(
      commandName: "locale",
      abstract: "Set the language of names and descriptions.",
      discussion: """
        A product without a name in this language keeps its name in en_US, or else its first name. \
        Prices keep the format of the storefront. Purchases stay.
        """,
      examples: ["skdemo store locale de_DE"])

    @Argument(help: ArgumentHelp("The language, such as de or de_DE.", valueName: "locale"))
    var locale: String

    var command: OperatorCommand { .setLocale(locale: locale) }
  }

  enum Cap: ControlWords {
    static let configuration = CommandConfiguration(
      abstract: "Limit a plan to twelve renewals at an accelerated time rate, or not.",
      discussion: "Apple's sandbox stops after twelve renewals. In real time there is no limit.",
      examples: ["skdemo store cap off"])

    static let control: Control<SwitchArguments> = { .setRenewalLimit(isOn: $0.isOn) }
  }

  struct Grace: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Set the grace period of subscribers whose renewal cannot be charged.",
      discussion: """
        For a weekly plan 16 and 28 days become 6. A grace period that has begun stays as it is. It \
        applies to every renewal, or with --paid-to-paid only to one that follows a paid period.

        When the grace period ends, the customer loses access until the payment works.
        """,
      examples: [
        "skdemo store grace 16",
        "skdemo store grace 3 --paid-to-paid",
        "skdemo store grace off",
      ])

    @Argument(help: ArgumentHelp("3, 16, 28 or off.", valueName: "days"))
    var days: GracePeriod

    @Flag(help: "Exclude the first payment after a free trial or another free period.")
    var paidToPaid = false

    func validate() throws {
      guard days != .off || !paidToPaid else {
        throw ValidationError(
          "--paid-to-paid needs a grace period: give 3, 16 or 28 with it, not off")
      }
    }

    var command: OperatorCommand {
      .setGracePeriod(gracePeriod: days, renewalType: paidToPaid ? .paidToPaidOnly : nil)
    }
  }

  struct Fail: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Simulate an error of a StoreKit call in every app of the store.",
      discussion: """
        The calls are \(SimulatedAPI.allValueStrings.joined(separator: ", ")). The errors are \
        unknown, userCancelled, networkError, systemError, notAvailableInStorefront, notEntitled and \
        unsupported; for purchase also its own errors, such as productUnavailable; for verification \
        its own, such as invalidSignature; for refundRequest duplicateRequest and failed. "store fail \
        API none" ends one simulated error, and "store fail none" ends them all. In skdemo itself only \
        "skdemo status" reads appTransaction.

        The store itself goes on. Without subscriptionStatus the storefront shows the plans that \
        are entitlements, and sells no other plan. A new store begins with the errors that its \
        .storekit file turns on.
        """,
      examples: [
        "skdemo store fail loadProducts networkError",
        "skdemo store fail loadProducts none",
        "skdemo store fail none",
      ])

    @Argument(
      help: ArgumentHelp("The call, or none.", valueName: "api"),
      completion: .list(SimulatedAPI.allValueStrings + ["none"]))
    var api: String

    @Argument(
      help: ArgumentHelp("The name of StoreKit's error, or none.", valueName: "error"),
      completion: .list(SimulatedError.Name.allCases.map(\.rawValue) + ["none"]))
    var error: String?

    var command: OperatorCommand {
      get throws {
        if api == "none", error == nil { return .clearSimulatedErrors }
        guard let call = SimulatedAPI(rawValue: api) else {
          throw CommandFailure.malformed(
            "no error can be simulated for '\(api)': choose one of "
              + SimulatedAPI.allValueStrings.joined(separator: ", ") + ", or none")
        }
        return .setSimulatedError(api: call, error: try simulated(for: call))
      }
    }

    private func simulated(for call: SimulatedAPI) throws -> SimulatedError? {
      if error == "none" { return nil }
      guard let name = error.flatMap(SimulatedError.Name.init(rawValue:)) else {
        throw CommandFailure.malformed(
          "\(call.rawValue) needs an error: choose one of "
            + call.errors.map(\.rawValue).joined(separator: ", ") + ", or none")
      }
      return SimulatedError(name)
    }
  }
}

extension SimulatedAPI {
  fileprivate static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension GracePeriod: ExpressibleByArgument {
  package init?(argument: String) {
    guard let period = Self.allCases.first(where: { $0.text == argument }) else { return nil }
    self = period
  }

  package static var allValueStrings: [String] { allCases.map(\.text) }

  /// The number of days, or `off`.
  var text: String { self == .off ? "off" : "\(rawValue)" }
}

/// `on` or `off`.
enum Switch: String, CaseIterable, ExpressibleByArgument {
  case on, off
}

/// Whether a command turns something on.
struct SwitchArguments: ParsableArguments {
  @Argument(help: "on or off.")
  var state: Switch

  var isOn: Bool { state == .on }
}

extension TimeRate: ExpressibleByArgument {
  package init?(argument: String) {
    guard let timeRate = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self = timeRate
  }

  /// The names that `store clock` prints.
  package static var allValueStrings: [String] { allCases.map { "\($0)" } }
}
