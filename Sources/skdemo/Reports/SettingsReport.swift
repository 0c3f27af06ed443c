import StoreAPI

/// What a command prints as JSON that changes a setting of the store.
struct SettingsReport: Encodable {
  var pace: String

  init(_ settings: OperatorSettings) {
    pace = "\(settings.pace)"
  }

  /// A line for each setting.
  var lines: [String] {
    Table([["pace", pace]]).lines
  }
}
