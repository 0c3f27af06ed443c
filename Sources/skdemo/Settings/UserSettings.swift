import DemoApp
import Foundation
import Telemetry
import TerminalUI

/// A person's settings of the screen and of the keys.
///
/// The initial values are the standard ones.
struct UserSettings: Hashable, Sendable {
  var color = ColorChoice.auto
  var theme = Theme.auto
  var glyphs = GlyphChoice.auto
  var emoji = false
  var reduceMotion = false
  var mouse = true
  var accessible = false
  var plain = false
  var logLevel = LogLevel.info
  var keys = KeyMap.standard
}

extension UserSettings {
  /// Reads the settings of the options, of the environment and of the file, in this order.
  ///
  /// - Throws: ``SettingsError`` if a value or a key is not valid.
  static func read(
    options: [Setting: String] = [:], environment: [String: String]
  ) throws -> UserSettings {
    try UserSettings(.read(options: options, environment: environment))
  }

  /// - Throws: ``SettingsError`` if a value or a key is not valid.
  init(_ layers: SettingLayers) throws {
    color = try layers.choice(.color)
    theme = try layers.choice(.theme)
    glyphs = try layers.choice(.glyphs)
    emoji = try layers.isOn(.emoji)
    reduceMotion = try layers.isOn(.reduceMotion)
    mouse = try layers.isOn(.mouse)
    accessible = try layers.isOn(.accessible)
    plain = try layers.isOn(.plain)
    logLevel = try layers.choice(.logLevel)
    keys = try layers.keys()
  }
}

extension UserSettings {
  /// The look of the screen, by the settings and the environment.
  func display(in environment: [String: String]) -> DisplaySettings {
    DisplaySettings(color: color, theme: theme, glyphs: glyphs, environment: environment)
  }

  /// Whether animations are off, because of the setting, the environment or a slow line.
  func reducesMotion(in environment: [String: String]) -> Bool {
    reduceMotion || ReducedMotion.isWanted(by: environment, speed: CursesTerminal.speed)
  }
}

extension SettingLayers {
  /// The layers of this process.
  ///
  /// - Throws: ``SettingsError`` if the file cannot be read.
  static func read(
    options: [Setting: String], environment: [String: String]
  ) throws(SettingsError) -> SettingLayers {
    let place = UserFolders(environment: environment).settings
    let file = try place.flatMap { url throws(SettingsError) in try SettingsFile.read(url) }
    return SettingLayers(options: options, environment: environment, file: file)
  }

  fileprivate func choice<Choice: RawRepresentable<String>>(
    _ setting: ScreenSetting
  ) throws -> Choice {
    let found = try value(of: .screen(setting))
    guard let choice = Choice(rawValue: found.text) else {
      throw SettingsError.invalidValue(.screen(setting), found)
    }
    return choice
  }

  fileprivate func isOn(_ setting: ScreenSetting) throws -> Bool {
    let found = try value(of: .screen(setting))
    guard setting.values.contains(found.text) else {
      throw SettingsError.invalidValue(.screen(setting), found)
    }
    return found.text == "true"
  }

  /// The keys of the commands, which must not conflict.
  fileprivate func keys() throws -> KeyMap {
    try checkKeyVariables()
    var (changes, sources): ([String: String], [SettingSource]) = ([:], [])
    for command in CommandName.allCases {
      let found = try value(of: .key(command))
      guard found.source != .standard else { continue }
      changes[command.rawValue] = found.text
      if case .environment = found.source { sources.append(found.source) }
      if case .file = found.source, !sources.contains(found.source) { sources.append(found.source) }
    }
    guard !changes.isEmpty else { return .standard }
    do {
      return try KeyMap.standard.changed(by: changes)
    } catch {
      throw SettingsError.keys(error, sources: sources)
    }
  }
}
