import Foundation
import OpenStoreKitConnection
import PrivateFiles
import StandardStreams
import TerminalUI

/// Asks questions on the terminal of a command.
enum Prompt {
  /// Whether questions can be shown and answered.
  static var isTerminal: Bool { TerminalPrompt.isTerminal }

  /// Whether standard error is a terminal.
  static var writesToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The width of the terminal on standard error; 80 if there is none.
  static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Whether the user answers `question` with yes; `false` without a terminal.
  static func confirms(_ question: TerminalText) async -> Bool {
    ["y", "yes"].contains(await line(question)?.lowercased())
  }

  /// The user's answer; `nil` without a terminal or at the end of the input.
  static func line(_ question: TerminalText) async -> String? {
    await DetachedThread.run { answer(to: question) }
  }

  /// The user's answer, which the terminal does not show.
  static func secret(_ question: TerminalText) async -> String? {
    guard isTerminal else { return nil }
    return await DetachedThread.run {
      HiddenInput.run {
        defer { write("\n") }
        return answer(to: question)
      }
    }
  }

  private static func answer(to question: TerminalText) -> String? {
    guard isTerminal else { return nil }
    write(question)
    return readLine()
  }

  /// Writes to standard error, because standard output has only the command's result.
  static func write(_ text: TerminalText) {
    TerminalPrompt.write(text)
  }
}
