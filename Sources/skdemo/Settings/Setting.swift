import Configuration
import DemoApp
import Telemetry
import TerminalUI

/// A setting of the screen, or the key of a command.
enum Setting: Hashable, Sendable {
  case screen(ScreenSetting)
  /// The key of the command with this name.
  case key(CommandName)

  /// Every setting, in the order in which they are listed.
  static let all =
    ScreenSetting.allCases.map(Setting.screen) + CommandName.allCases.map(Setting.key)

  /// The names of its levels in the file: `color`, or `keys` and `buy`.
  private var components: [String] {
    switch self {
    case .screen(let setting): [setting.rawValue]
    case .key(let command): ["keys", command.rawValue]
    }
  }

  /// The name in messages, such as `keys.buy`.
  var name: String { components.joined(separator: ".") }

  /// Its place in the settings' file.
  var key: AbsoluteConfigKey { AbsoluteConfigKey(components) }

  /// The variable of the environment, as a key: `keys.buy` is SKDEMO_KEYS_BUY.
  var variable: AbsoluteConfigKey { AbsoluteConfigKey(["skdemo"] + components) }

  /// The setting with a name; `nil` if no setting has it.
  init?(name: String) {
    guard let setting = Self.all.first(where: { $0.name == name }) else { return nil }
    self = setting
  }

  /// The value without any setting.
  var standard: String {
    switch self {
    case .screen(let setting): setting.standard
    case .key(let command): String(KeyMap.standard[command])
    }
  }

  /// The values that it can have; `nil` for a key, which the map of the keys checks.
  var values: [String]? {
    if case .screen(let setting) = self { setting.values } else { nil }
  }

  /// Whether its value in the file is `true` or `false` instead of a text.
  var isSwitch: Bool { values == ScreenSetting.switchValues }
}

/// A setting of the screen, by its name in the file.
enum ScreenSetting: String, CaseIterable, Sendable {
  case color, theme, glyphs, emoji, reduceMotion, mouse, accessible, plain, logLevel

  static let switchValues = ["true", "false"]

  var standard: String {
    switch self {
    case .color, .theme, .glyphs: "auto"
    case .mouse: "true"
    case .emoji, .reduceMotion, .accessible, .plain: "false"
    case .logLevel: LogLevel.info.rawValue
    }
  }

  var values: [String] {
    switch self {
    case .color: ColorChoice.allCases.map(\.rawValue)
    case .theme: Theme.allCases.map(\.rawValue)
    case .glyphs: GlyphChoice.allCases.map(\.rawValue)
    case .mouse, .emoji, .reduceMotion, .accessible, .plain: Self.switchValues
    case .logLevel: LogLevel.allCases.map(\.rawValue)
    }
  }
}
