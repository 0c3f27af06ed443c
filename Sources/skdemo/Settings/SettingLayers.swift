import Configuration
import DemoApp
import Foundation

/// The values of the settings in three layers: the options come first, then the environment, then the
/// file.
struct SettingLayers: Sendable {
  /// The first layer that has a setting decides.
  ///
  /// A layer without settings is left out: most people have set nothing, and the first frame waits
  /// for the settings.
  private let layers: [Layer]
  /// The names of the variables that give commands other keys.
  private let keyVariables: [String]

  /// A value as it was written, and its source.
  struct Found: Hashable, Sendable {
    var text: String
    var source: SettingSource
  }

  private struct Layer: Sendable {
    let provider: any ConfigProvider
    let key: @Sendable (Setting) -> AbsoluteConfigKey
    /// The source of a value, from its name in the provider.
    let source: @Sendable (String) -> SettingSource
  }

  /// - Parameters:
  ///   - options: The values that the options name.
  ///   - environment: The process's variables; one without text counts as missing.
  ///   - file: The settings' file; `nil` without a file.
  init(options: [Setting: String], environment: [String: String], file: SettingsFile?) {
    let given = environment.filter { $0.key.hasPrefix("SKDEMO_") && !$0.value.isEmpty }
    keyVariables = given.keys.filter { $0.hasPrefix("SKDEMO_KEYS_") }.sorted()
    var layers: [Layer] = []
    if !options.isEmpty {
      layers.append(
        Layer(provider: Self.provider("options", options), key: \.key, source: { _ in .option }))
    }
    if !given.isEmpty {
      layers.append(
        Layer(
          provider: EnvironmentVariablesProvider(environmentVariables: given), key: \.variable,
          source: { .environment($0) }))
    }
    if let file {
      layers.append(
        Layer(
          provider: Self.provider("file", file.values), key: \.key,
          source: { _ in .file(file.url) }))
    }
    self.layers = layers
  }

  /// The value of a setting; its standard if no layer has it.
  func value(of setting: Setting) throws -> Found {
    for layer in layers {
      let result = try layer.provider.value(forKey: layer.key(setting), type: .string)
      guard case .string(let text) = result.value?.content else { continue }
      return Found(text: text, source: layer.source(result.encodedKey))
    }
    return Found(text: setting.standard, source: .standard)
  }

  /// Checks that each variable for a key belongs to a command.
  ///
  /// - Throws: ``SettingsError/unknownVariable(_:known:)`` for the first one that does not.
  func checkKeyVariables() throws {
    guard !keyVariables.isEmpty else { return }
    let names = EnvironmentVariablesProvider(environmentVariables: [:])
    let known = try CommandName.allCases.map {
      try names.value(forKey: Setting.key($0).variable, type: .string).encodedKey
    }
    guard let unknown = keyVariables.first(where: { !known.contains($0) }) else { return }
    throw SettingsError.unknownVariable(unknown, known: known)
  }

  private static func provider(_ name: String, _ values: [Setting: String]) -> InMemoryProvider {
    InMemoryProvider(
      name: name,
      values: Dictionary(
        uniqueKeysWithValues: values.map { setting, text in
          (setting.key, ConfigValue(.string(text), isSecret: false))
        }))
  }
}
