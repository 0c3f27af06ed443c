import Foundation

/// The terminal of a command, for a question.
enum Prompt {
  private static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether someone at a terminal answers `question` with yes; no terminal is a no.
  static func confirms(_ question: String) -> Bool {
    ["y", "yes"].contains(line(question)?.lowercased())
  }

  /// What someone at a terminal answers; `nil` where there is none, or the input ends.
  static func line(_ question: String) -> String? {
    guard isTerminal else { return nil }
    write(question)
    return readLine()
  }

  /// The same for what nobody may read over a shoulder.
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

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
