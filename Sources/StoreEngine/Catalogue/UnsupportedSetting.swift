/// A switch of a StoreKit configuration file that is on and that a store does not obey.
package struct UnsupportedSetting: Hashable, Sendable {
  /// The key in `settings`.
  package var key: String
  /// The effect in Xcode's store.
  package var meaning: String
}

extension Catalogue.Settings {
  /// Returns a sentence about the switches of a file that are ignored; `nil` if none is.
  package func notice(ofFile name: String, except keys: Set<String> = []) -> String? {
    let ignored = unsupportedSettings.filter { !keys.contains($0.key) }
    guard !ignored.isEmpty else { return nil }
    let list = ignored.map { "\($0.meaning) (\($0.key))" }.joined(separator: ", ")
    return "\(name) turns on features that this store ignores: \(list)"
  }

  /// The key of the switch that lets purchases be made without asking.
  ///
  /// Only a session that asks nobody obeys it: a store has no sheets.
  package static let disableDialogsKey = ConfigurationKey.disablesDialogs.rawValue

  /// Whether the file lets purchases be made without asking.
  package var disablesDialogs: Bool {
    unsupportedSettings.contains { $0.key == Self.disableDialogsKey }
  }
}

extension ConfigurationObject {
  /// Reads the switches that are on and that a store does not obey; one of another type is off.
  func unsupportedSettings() -> [UnsupportedSetting] {
    let switches: [(Key, String)] = [(.disablesDialogs, "purchases without asking")]
    let on = switches.filter { (try? flag($0.0)) == true }
    return on.map { UnsupportedSetting(key: $0.0.rawValue, meaning: $0.1) }
  }
}
