import ArgumentParser
import StoreAPI

extension StoreCommand {
  /// The commands about the settings of the store.
  static let settings = CommandGroup(
    name: "Settings",
    subcommands: [
      Settings.self, SetPace.self, SetStorefront.self, SetLocale.self, Cap.self, Grace.self,
      Fail.self,
    ])

  /// `skdemo store settings`.
  struct Settings: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "settings",
      abstract: "Show the settings of the store, and which errors are simulated.")

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .settings }
  }

  /// `skdemo store pace`.
  struct SetPace: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "pace",
      abstract: "Set how long the periods of subscriptions last.",
      discussion: "A period that has begun ends as it would have; the pace holds for later ones.")

    @Argument(help: ArgumentHelp("The pace, as store clock prints it.", valueName: "name"))
    var pace: Pace

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .setPace(pace: pace) }
  }
}

extension StoreCommand {
  /// `skdemo store storefront`.
  struct SetStorefront: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "storefront",
      abstract: "Set the country of the store, whose currency its prices have.",
      discussion: "What was bought stays. Plans renew at the new storefront's price.")

    @Argument(help: ArgumentHelp("The country, such as USA or DEU.", valueName: "code"))
    var code: String

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .setStorefront(storefront: code.uppercased()) }
  }
}

extension StoreCommand {
  /// `skdemo store locale`.
  struct SetLocale: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "locale",
      abstract: "Set the language of names and descriptions.",
      discussion: """
        A product that has no name in it has its name in en_US, or else its first one. Prices keep the \
        format of the storefront. What was bought stays.
        """)

    @Argument(help: ArgumentHelp("The language, such as de or de_DE.", valueName: "locale"))
    var locale: String

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .setLocale(locale: locale) }
  }
}

extension StoreCommand {
  /// `skdemo store cap`.
  struct Cap: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "cap",
      abstract: "Let a plan renew twelve times at most at an accelerated pace, or for ever.",
      discussion: "Apple's sandbox stops after twelve renewals; at the real pace nothing does.")

    @Argument(help: "on or off.")
    var state: Switch

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand { .setRenewalLimit(isOn: state == .on) }
  }
}

extension StoreCommand {
  /// `skdemo store grace`.
  struct Grace: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "grace",
      abstract: "Serve a subscriber for some days whose renewal cannot be charged, or not.",
      discussion: """
        For a weekly plan 16 and 28 days are 6. A grace period that has begun stays. It is for every \
        renewal, or with --paid-to-paid only for one that follows a paid period.
        """)

    @Argument(help: ArgumentHelp("3, 16, 28 or off.", valueName: "days"))
    var days: GracePeriod

    @Flag(help: "Not for the first payment after a free trial, or after another free period.")
    var paidToPaid = false

    @OptionGroup var store: OperatorOptions

    func validate() throws {
      guard days != .off || !paidToPaid else {
        throw ValidationError("off has no grace period: give --paid-to-paid with 3, 16 or 28")
      }
    }

    var command: OperatorCommand {
      .setGracePeriod(gracePeriod: days, renewalType: paidToPaid ? .paidToPaidOnly : nil)
    }
  }
}

extension StoreCommand {
  /// `skdemo store fail`.
  struct Fail: OperatorSubcommand {
    static let configuration = CommandConfiguration(
      commandName: "fail",
      abstract: "Let a call of StoreKit fail in every app at the store, or none.",
      discussion: """
        The calls are \(SimulatedAPI.allValueStrings.joined(separator: ", ")). Each fails with \
        unknown, userCancelled, networkError, systemError, notAvailableInStorefront, notEntitled or \
        unsupported; purchase also with the errors of a purchase, such as productUnavailable; \
        verification with those of a verification, such as invalidSignature; refundRequest with \
        duplicateRequest and failed. "store fail API none" \
        ends one, "store fail none" all of them. Of skdemo itself only "skdemo status" asks for \
        appTransaction.
        """)

    @Argument(help: ArgumentHelp("The call, or none.", valueName: "api"))
    var api: String

    @Argument(help: ArgumentHelp("The name of StoreKit's error, or none.", valueName: "error"))
    var error: String?

    @OptionGroup var store: OperatorOptions

    var command: OperatorCommand {
      get throws {
        if api == "none", error == nil { return .clearSimulatedErrors }
        guard let call = SimulatedAPI(rawValue: api) else {
          throw CommandFailure.malformed(
            "there is no call '\(api)': choose one of "
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

extension Pace: ExpressibleByArgument {
  package init?(argument: String) {
    guard let pace = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
    self = pace
  }

  /// The names that `store clock` prints.
  package static var allValueStrings: [String] { allCases.map { "\($0)" } }
}
