import Foundation
import OpenStoreKitConnection

/// Asks questions on the terminal of a command.
enum Prompt {
  /// Whether questions can be shown and answered.
  static var isTerminal: Bool { TerminalPrompt.isTerminal }

  /// Whether standard error is a terminal.
  static var writesToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The width of the terminal that standard error is; 80 if it has none.
  static var columns: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

  /// Whether the user answers `question` with yes; `false` without a terminal.
  static func confirms(_ question: String) -> Bool {
    ["y", "yes"].contains(line(question)?.lowercased())
  }

  /// The user's answer; `nil` without a terminal or at the end of the input.
  static func line(_ question: String) -> String? {
    guard isTerminal else { return nil }
    write(question)
    return readLine()
  }

  /// The user's answer, which the terminal does not show.
  static func secret(_ question: String) -> String? {
    guard isTerminal else { return nil }
    return withoutEcho {
      defer { write("\n") }
      return line(question)
    }
  }

  private static func withoutEcho<Value>(_ body: () -> Value) -> Value {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return body() }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
    return body()
  }

  /// Writes to standard error, because standard output has only the command's result.
  static func write(_ text: String) {
    TerminalPrompt.write(text)
  }
}
