import ArgumentParser
import Telemetry
import TerminalUI

/// The options for the look of the screen.
///
/// Each takes precedence over the environment and the file.
struct ScreenOptions: ParsableArguments {
  @Option(help: "Use color: auto, always or never. auto follows NO_COLOR and CLICOLOR.")
  var color: ColorChoice?

  @Flag(help: "Use no color, as --color never.")
  var noColor = false

  @Option(help: "The background: auto, dark or light.")
  var theme: Theme?

  @Flag(help: "Draw with ASCII characters only.")
  var ascii = false

  @Flag(
    inversion: .prefixedNo,
    help: "Show emoji instead of drawings. Their width differs between terminals.")
  var emoji: Bool?

  @Flag(inversion: .prefixedNo, help: "Disable animations; CI does the same.")
  var reduceMotion: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Press and scroll with the mouse, or leave it to the terminal; M changes it.")
  var mouse: Bool?

  @Flag(inversion: .prefixedNo, help: "Read the screen out line by line, for a screen reader.")
  var accessible: Bool?

  @Flag(inversion: .prefixedNo, help: "Use a numbered menu instead of the full screen.")
  var plain: Bool?

  @Option(help: "What skdemo logs records: this level and more important ones.")
  var logLevel: LogLevel?

  func validate() throws {
    guard !noColor || color == nil || color == .never else {
      throw ValidationError("--no-color and --color \(color?.rawValue ?? "") contradict each other")
    }
  }

  /// The settings that were given.
  var values: [Setting: String] {
    let options: [(ScreenSetting, String?)] = [
      (.color, noColor ? ColorChoice.never.rawValue : color?.rawValue),
      (.theme, theme?.rawValue), (.glyphs, ascii ? GlyphChoice.ascii.rawValue : nil),
      (.emoji, emoji?.description), (.reduceMotion, reduceMotion?.description),
      (.mouse, mouse?.description), (.accessible, accessible?.description),
      (.plain, plain?.description), (.logLevel, logLevel?.rawValue),
    ]
    return options.reduce(into: [:]) { $0[.screen($1.0)] = $1.1 }
  }
}

extension ColorChoice: ExpressibleByArgument {}
extension Theme: ExpressibleByArgument {}
