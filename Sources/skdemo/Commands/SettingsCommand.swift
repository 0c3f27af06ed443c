import ArgumentParser
import Foundation

/// `skdemo settings`: the values of the screen's settings, and their sources.
struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show the settings of the screen, and where each comes from.",
    discussion: """
      An option comes first, then a variable such as SKDEMO_COLOR or SKDEMO_KEYS_BUY, then the file, \
      which skdemo --print-paths names. The file is JSON, for example {"theme": "light", "keys": \
      {"buy": "B"}}. A setting that does not exist, a value that it cannot have, and two commands with \
      one key are refused.
      """,
    examples: ["skdemo settings", "skdemo settings --json"])

  @OptionGroup(title: "Screen") var screen: ScreenOptions
  @OptionGroup var store: StoreOptions

  func run() async throws {
    let layers = try SettingLayers.read(
      options: screen.values, environment: ProcessInfo.processInfo.environment)
    _ = try UserSettings(layers)
    let settings = try Setting.all.map { SettingReport($0, try layers.value(of: $0)) }
    try store.output.print(["settings": settings], lines: Table(settings.map(\.cells)).lines)
  }
}

/// A setting of `skdemo settings --json`.
private struct SettingReport: Encodable {
  /// Its name in the file.
  var name: String
  var value: String
  /// `option`, `environment`, `file` or `standard`.
  var source: String
  /// The variable or the file; absent for the others.
  var place: String?

  init(_ setting: Setting, _ found: SettingLayers.Found) {
    name = setting.name
    value = found.text
    (source, place) = (found.source.name, found.source.place)
  }

  var cells: [String] { [name, value, place ?? source] }
}
