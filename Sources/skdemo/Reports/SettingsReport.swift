import AppStorePayloads
import StoreAPI
import StoreOperatorAPI

/// The JSON output of a command that changes a setting of the store.
struct SettingsReport: Encodable {
  /// The environment that signed data names; absent in a sandbox.
  var environment: String?
  var pace: String
  /// Whether plans renew a limited number of times at an accelerated time rate.
  var isRenewalLimited: Bool
  /// In days in real time; 0 is off.
  var gracePeriod: Int
  /// The renewals that have it, by Apple's names.
  var gracePeriodRenewalType: String
  /// Whether every renewal fails.
  var renewalsFail: Bool
  /// The country; absent if a store of an earlier version answered.
  var storefront: String?
  /// The language of names and descriptions; absent if a store of an earlier version answered.
  var locale: String?
  /// Whether orders wait for approval.
  var askToBuy: Bool
  /// Whether orders are interrupted.
  var interruptedPurchases: Bool
  /// Where notifications are sent; absent if they are not sent.
  var notifications: NotificationSettings?
  /// The errors that are simulated, by call; absent if there are none.
  var simulatedErrors: [String: String]?

  init(_ settings: OperatorSettings) {
    let rules = settings.rules
    environment = settings.environment?.rawValue
    pace = "\(rules.timeRate)"
    isRenewalLimited = rules.isRenewalLimited
    gracePeriod = rules.gracePeriod.rawValue
    gracePeriodRenewalType = rules.gracePeriodRenewalType.rawValue
    renewalsFail = rules.renewalsFail
    askToBuy = rules.askToBuy
    interruptedPurchases = rules.interruptedPurchases
    notifications = rules.notifications
    storefront = settings.storefront
    locale = settings.locale
    simulatedErrors = settings.simulatedErrors.map { errors in
      errors.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value.name.rawValue }
    }
  }

  /// A line for each setting.
  var lines: [String] {
    Table(rows).lines
  }

  private var rows: [[String]] {
    [
      ["pace", pace],
      [
        "renewals", isRenewalLimited ? "at most 12 at an accelerated time rate" : "without a limit",
      ],
      ["grace period", grace],
      ["payments", renewalsFail ? "every renewal fails" : "work"],
    ] + places + orders + notificationRows + errors
  }

  /// The environment, the storefront and the locale, if they are known.
  private var places: [[String]] {
    let places = [("environment", environment), ("storefront", storefront), ("locale", locale)]
    return places.compactMap { name, value in value.map { [name, $0] } }
  }

  private var grace: String {
    guard gracePeriod != 0 else { return "off" }
    let isPaidToPaid =
      gracePeriodRenewalType == GracePeriodRenewalType.paidToPaidOnly.rawValue
    return "\(gracePeriod) days" + (isPaidToPaid ? ", after a paid period only" : "")
  }

  private var orders: [[String]] {
    let words =
      switch (askToBuy, interruptedPurchases) {
      case (true, true):
        "wait for approval; interrupt is on too, and applies once ask-to-buy is off"
      case (true, false): "wait for approval"
      case (false, true): "wait for a step in the account's settings"
      case (false, false): "are sold at once"
      }
    return [["orders", words]]
  }

  private var notificationRows: [[String]] {
    notifications.map { settings in
      let words = [
        settings.url, settings.version == .v1 ? "version 1" : nil,
        settings.retries ? "tried again" : nil,
      ]
      return [["notifications", words.compactMap(\.self).joined(separator: ", ")]]
    } ?? []
  }

  private var errors: [[String]] {
    (simulatedErrors ?? [:]).sorted { $0.key < $1.key }.map { ["\($0.key) fails", $0.value] }
  }
}
