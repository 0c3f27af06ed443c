import ArgumentParser
import DemoApp
import Foundation
import TerminalUI
import Testing

@testable import skdemo

/// The values of the settings, and their sources.
@Suite struct UserSettingsTests {
  private static let url = URL(filePath: "/config/skdemo/settings.json")

  private func layers(
    _ options: [Setting: String] = [:], _ environment: [String: String] = [:], file: String = "{}"
  ) throws -> SettingLayers {
    SettingLayers(
      options: options, environment: environment,
      file: try SettingsFile(Data(file.utf8), url: Self.url))
  }

  private func refusal(
    _ environment: [String: String] = [:], file: String = "{}"
  ) throws -> String {
    let error = #expect(throws: SettingsError.self) {
      _ = try UserSettings(layers([:], environment, file: file))
    }
    return try #require(error).description
  }

  @Test func `without any setting everything is standard`() throws {
    #expect(try UserSettings(layers()) == UserSettings())
    for setting in Setting.all {
      #expect(try layers().value(of: setting).source == .standard)
    }
  }

  @Test func `an option comes before the environment, and that before the file`() throws {
    let file = #"{"color": "never", "theme": "light", "mouse": false}"#
    let all = try layers(
      [.screen(.color): "always"], ["SKDEMO_COLOR": "auto", "SKDEMO_THEME": "dark"], file: file)

    let settings = try UserSettings(all)

    #expect(settings.color == .always && settings.theme == .dark && !settings.mouse)
    #expect(try all.value(of: .screen(.color)).source == .option)
    #expect(try all.value(of: .screen(.theme)).source == .environment("SKDEMO_THEME"))
    #expect(try all.value(of: .screen(.mouse)).source == .file(Self.url))
  }

  @Test func `every setting has a variable and a place in the file`() throws {
    let all = try layers(
      [:], ["SKDEMO_REDUCE_MOTION": "true", "SKDEMO_KEYS_CHANGE_PLAN": "z"],
      file: #"{"emoji": true, "keys": {"buy": "k", "quit": "Q"}}"#)

    #expect(try all.value(of: .screen(.reduceMotion)).text == "true")
    #expect(try all.value(of: .screen(.emoji)).text == "true")
    #expect(try all.value(of: .key(.changePlan)).text == "z")
    #expect(try all.value(of: .key(.quit)).text == "Q")
  }

  @Test func `a variable without text counts as missing`() throws {
    #expect(try UserSettings(layers([:], ["SKDEMO_COLOR": ""])).color == .auto)
  }

  @Test func `commands have the keys of the file, and may exchange them`() throws {
    let settings = try UserSettings(layers(file: #"{"keys": {"buy": "s", "shop": "b"}}"#))

    #expect(settings.keys[.buy] == "s" && settings.keys[.shop] == "b")
  }

  @Test(arguments: [
    (#"{"colour": "never"}"#, "there is no setting 'colour': did you mean color?"),
    (#"{"keys": {"bye": "k"}}"#, "there is no setting 'keys.bye': did you mean keys.buy?"),
    (#"{"dance": 1}"#, "there is no setting 'dance': skdemo settings lists all of them"),
    (#"{"emoji": "true"}"#, "emoji must be true or false, without quotation marks"),
    (#"{"emoji": 1}"#, "emoji must be true or false, without quotation marks"),
    (#"{"theme": true}"#, "theme must be a text in quotation marks"),
    (#"{"theme": "blue"}"#, "theme cannot be 'blue': choose auto, dark, light"),
    (#"{"theme": {}}"#, "theme must be a text in quotation marks"),
    (#"{"colour": {}}"#, "there is no setting 'colour': did you mean color?"),
    ("[]", "holds no settings"),
    (#"{"keys": {"buy": "s"}}"#, "the commands 'buy' and 'shop' cannot both have the key 's'"),
    (#"{"keys": {"buy": "ctrl-b"}}"#, "the command 'buy' cannot have the key 'ctrl-b'"),
    (#"{"keys": {"buy": "p"}}"#, "the command 'buy' cannot have the key 'p'"),
  ])
  func `a mistake in the file is refused with the file and the key`(
    file: String, sentence: String
  ) throws {
    let refusal = try refusal(file: file)

    #expect(refusal.contains(sentence), "\(refusal)")
    #expect(refusal.contains(Self.url.path))
  }

  @Test(arguments: [
    ("{", "unexpected end of file during JSON parse"),
    ("", "unexpected end of file during JSON parse"),
    ("{\n  \"color\" \"never\"}", "invalid value on line 2, column 11"),
    ("{\"mouse\": true\n \"emoji\": true}", "invalid value on line 2, column 2"),
    ("{\"keys\": {\"buy\": \"\\q\"}}", "invalid escape sequence on line 1, column 19"),
  ])
  func `a file that is not JSON is refused with the line and the column`(
    file: String, reason: String
  ) throws {
    #expect(try refusal(file: file) == "\(Self.url.path) is not JSON: \(reason)")
  }

  @Test func `a file that is nested too deeply, or is not text, is refused`() throws {
    let deep = try refusal(file: String(repeating: "[", count: 10_000))
    #expect(deep.contains(" is not JSON: too many nested"))
    let error = #expect(throws: SettingsError.self) {
      try SettingsFile(Data([0x7B, 0xFF]), url: Self.url)
    }
    #expect(error?.description.contains("it is not UTF-8 text") == true)
  }

  @Test func `an empty object of keys changes none`() throws {
    #expect(try UserSettings(layers(file: #"{"keys": {}}"#)) == UserSettings())
  }

  @Test func `a variable for the key of no command is refused, with the nearest one`() throws {
    let refusal = try refusal(["SKDEMO_KEYS_BYE": "k"])

    #expect(refusal == "SKDEMO_KEYS_BYE names no command: did you mean SKDEMO_KEYS_BUY?")
  }

  @Test func `a mistake in the environment is refused with the variable`() throws {
    let refusal = try refusal(["SKDEMO_GLYPHS": "runes"])

    #expect(refusal == "SKDEMO_GLYPHS: glyphs cannot be 'runes': choose auto, unicode, ascii")
  }

  @Test(
    arguments: [
      (["XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "HOME": "/h"], "/c/skdemo", "/s/skdemo"),
      (["HOME": "/h"], "/h/.config/skdemo", "/h/.local/state/skdemo"),
      (
        ["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/h/.config/skdemo", "/h/.local/state/skdemo"
      ),
      ([:], nil, nil), (["HOME": ""], nil, nil),
    ] as [([String: String], String?, String?)])
  func `settings and logs are in the XDG folders, and nowhere without a home`(
    environment: [String: String], config: String?, state: String?
  ) {
    let folders = UserFolders(environment: environment)

    #expect(folders.settings?.path == config.map { "\($0)/settings.json" })
    #expect(folders.log?.path == state.map { "\($0)/skdemo.log" })
  }

  @Test(
    arguments: [
      (["--no-color"], [.screen(.color): "never"]),
      (["--color", "always"], [.screen(.color): "always"]),
      (["--ascii"], [.screen(.glyphs): "ascii"]), (["--no-mouse"], [.screen(.mouse): "false"]),
      (["--plain", "--no-emoji"], [.screen(.plain): "true", .screen(.emoji): "false"]),
      (
        ["--theme", "light", "--log-level", "debug"],
        [.screen(.theme): "light", .screen(.logLevel): "debug"]
      ),
      ([], [:]),
    ] as [([String], [Setting: String])])
  func `each option of the screen is a setting`(
    arguments: [String], settings: [Setting: String]
  ) throws {
    #expect(try ScreenOptions.parse(arguments).values == settings)
  }
}
