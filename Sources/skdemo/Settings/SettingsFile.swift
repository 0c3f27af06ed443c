import Foundation
import PrivateFiles
import StoreEngine

/// The settings that a person has written into a file.
struct SettingsFile: Hashable, Sendable {
  let url: URL
  let values: [Setting: String]

  /// The maximum size of a file in bytes.
  private static let sizeLimit = 64 * 1024

  /// Reads the file, if there is one.
  ///
  /// - Returns: The settings; `nil` if there is no file.
  /// - Throws: ``SettingsError`` if the file cannot be read, or has an entry that is not a setting.
  static func read(_ url: URL) throws(SettingsError) -> SettingsFile? {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
      return nil
    }
    let data: Data
    do {
      data = try RegularFile.contents(of: url, upTo: sizeLimit)
    } catch {
      throw .unreadable(url, reason: error.reason)
    }
    return try SettingsFile(data, url: url)
  }

  /// - Throws: ``SettingsError`` if the bytes are not a JSON object of settings.
  init(_ data: Data, url: URL) throws(SettingsError) {
    guard String(validating: data, as: UTF8.self) != nil else {
      throw .unreadable(url, reason: "it is not UTF-8 text")
    }
    if let reason = JSONSyntaxError.description(of: data) { throw .notJSON(url, reason: reason) }
    guard case .object(let object)? = try? JSONDecoder().decode(SettingsValue.self, from: data)
    else { throw .noObject(url) }
    var values: [Setting: String] = [:]
    for (name, value) in SettingsValue.flattened(object) {
      guard let setting = Setting(name: name) else { throw .unknownKey(name, url) }
      switch value {
      case .text(let text) where !setting.isSwitch: values[setting] = text
      case .isOn(let isOn) where setting.isSwitch: values[setting] = isOn ? "true" : "false"
      default: throw .wrongType(setting, url)
      }
    }
    (self.url, self.values) = (url, values)
  }
}

/// A value in the settings' file.
private indirect enum SettingsValue: Decodable {
  case text(String)
  case isOn(Bool)
  case object([String: SettingsValue])
  /// A number, a list or null, which no setting accepts.
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let isOn = try? container.decode(Bool.self) {
      self = .isOn(isOn)
    } else if let object = try? container.decode([String: SettingsValue].self) {
      self = .object(object)
    } else {
      self = .other
    }
  }

  /// The values by their names, in alphabetical order, so that the first mistake is always the same.
  ///
  /// An empty object is a value too, except that no command need have another key.
  static func flattened(
    _ object: [String: SettingsValue], below name: String = ""
  ) -> [(String, SettingsValue)] {
    object.sorted { $0.key < $1.key }.flatMap { key, value -> [(String, SettingsValue)] in
      guard case .object(let inner) = value, !inner.isEmpty || name + key == "keys" else {
        return [(name + key, value)]
      }
      return flattened(inner, below: "\(name)\(key).")
    }
  }
}
