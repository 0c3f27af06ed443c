import Foundation
import TerminalUI

/// The reason why settings cannot be used.
enum SettingsError: Error, Hashable, Sendable {
  case unreadable(URL, reason: String)
  /// The file is not JSON; the reason has the line and the column.
  case notJSON(URL, reason: String)
  /// The file is JSON, but not an object.
  case noObject(URL)
  /// The file has a key that is not a setting.
  case unknownKey(String, URL)
  /// The environment has a variable for the key of no command.
  case unknownVariable(String, known: [String])
  /// The file has a value of another type.
  case wrongType(Setting, URL)
  /// A value that the setting cannot have.
  case invalidValue(Setting, SettingLayers.Found)
  /// The keys that were set conflict or are not allowed.
  case keys(KeyMapError, sources: [SettingSource])
}

extension SettingsError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let url, let reason):
      "the settings in \(url.filePath) cannot be read: \(reason)"
    case .notJSON(let url, let reason): "\(url.filePath) is not JSON: \(reason)"
    case .noObject(let url):
      "\(url.filePath) holds no settings: write a JSON object, such as {\"color\": \"never\"}"
    case .unknownKey(let name, let url):
      "\(url.filePath): there is no setting '\(name)'\(Self.advice(for: name))"
    case .unknownVariable(let name, let known):
      "\(name) names no command: "
        + (Spelling.nearest(to: name, in: known).map { "did you mean \($0)?" }
          ?? "the variables are \(known.joined(separator: ", "))")
    case .wrongType(let setting, let url):
      "\(url.filePath): \(setting.name) must be "
        + (setting.isSwitch
          ? "true or false, without quotation marks" : "a text in quotation marks")
    case .invalidValue(let setting, let found):
      "\(found.source.prefix)\(setting.name) cannot be '\(found.text)': choose "
        + (setting.values ?? []).joined(separator: ", ")
    case .keys(let error, let sources):
      sources.map(\.prefix).joined() + error.description
    }
  }

  private static func advice(for name: String) -> String {
    let names = Setting.all.map(\.name)
    return Spelling.nearest(to: name, in: names).map { ": did you mean \($0)?" }
      ?? ": skdemo settings lists all of them"
  }
}

extension SettingSource {
  /// The place before a sentence about it.
  fileprivate var prefix: String { place.map { "\($0): " } ?? "" }
}

extension URL {
  fileprivate var filePath: String { path(percentEncoded: false) }
}
