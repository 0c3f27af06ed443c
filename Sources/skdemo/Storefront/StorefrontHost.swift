import Foundation
import OpenStoreKit
import Synchronization
import TerminalUI

/// The terminal on which a storefront runs, and the way in which it runs there.
struct StorefrontHost: Sendable {
  let terminal: any Terminal
  var timeZone: TimeZone
  var reducesMotion: Bool
  /// Whether the terminal covers what is written to standard error.
  var coversErrors = false
  /// Runs the program to its end.
  var run: @Sendable (Program) async throws -> Void = { _ = try await $0.run() }

  /// The whole screen.
  static func screen(_ settings: UserSettings, _ environment: [String: String]) -> Self {
    Self(
      terminal: CursesTerminal(display: settings.display(in: environment)),
      timeZone: .ofProcess(environment),
      reducesMotion: settings.reducesMotion(in: environment), coversErrors: true)
  }

  /// Lines, one after the other, on which nothing moves.
  static func lines(
    _ style: LineStyle, _ settings: UserSettings, _ environment: [String: String]
  ) -> Self {
    let glyphs = settings.display(in: environment).glyphs
    return Self(
      terminal: LineTerminal(
        TerminalLines(), style: style, isASCII: glyphs.isASCII(in: environment)),
      timeZone: .ofProcess(environment), reducesMotion: true)
  }

  /// A screen in memory, on which a script plays and nothing moves; days are in UTC.
  static func script(_ script: Script, on terminal: RecordedTerminal) -> (Self, ScriptResult) {
    let result = ScriptResult()
    let host = Self(terminal: terminal, timeZone: .gmt, reducesMotion: true) { program in
      let player = ScriptPlayer(program, on: terminal)
      result.recording = try await player.play(script) { _ = try await program.run() }
    }
    return (host, result)
  }
}

/// The screens of a script, once it has been played.
final class ScriptResult: Sendable {
  private let state = Mutex<Recording?>(nil)

  var recording: Recording? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }
}
