import StoreAPI

/// What a command prints as JSON that changes a setting of the store.
struct SettingsReport: Encodable {
  var pace: String
  /// Whether plans renew a limited number of times at an accelerated pace.
  var isRenewalLimited: Bool
  /// In days at the real pace; 0 is off.
  var gracePeriod: Int
  /// Whether every renewal fails.
  var renewalsFail: Bool
  /// The country; absent if a store of an earlier version answered.
  var storefront: String?
  /// The errors that are simulated, by call; absent if there are none.
  var simulatedErrors: [String: String]?

  init(_ settings: OperatorSettings) {
    pace = "\(settings.pace)"
    isRenewalLimited = settings.isRenewalLimited
    gracePeriod = settings.gracePeriod.rawValue
    renewalsFail = settings.renewalsFail
    storefront = settings.storefront
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
      ["renewals", isRenewalLimited ? "12 at most at an accelerated pace" : "without a limit"],
      ["grace period", gracePeriod == 0 ? "off" : "\(gracePeriod) days"],
      ["payments", renewalsFail ? "every renewal fails" : "work"],
    ] + (storefront.map { [["storefront", $0]] } ?? []) + errors
  }

  private var errors: [[String]] {
    (simulatedErrors ?? [:]).sorted { $0.key < $1.key }.map { ["\($0.key) fails", $0.value] }
  }
}
