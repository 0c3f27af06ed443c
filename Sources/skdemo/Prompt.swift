import Foundation

/// The terminal of a command, for a question.
enum Prompt {
  /// Whether someone at a terminal answers `question` with yes; no terminal is a no.
  static func confirms(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return false }
    FileHandle.standardError.write(Data(question.utf8))
    return ["y", "yes"].contains(readLine()?.lowercased())
  }
}
