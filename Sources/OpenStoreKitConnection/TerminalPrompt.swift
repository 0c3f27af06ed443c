import Foundation
import PrivateFiles
package import StandardStreams

/// The terminal on which a program asks: questions go to standard error, because standard output has
/// the program's result.
package enum TerminalPrompt {
  /// Whether questions can be shown and answered.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Writes to standard error.
  package static func write(_ text: TerminalText) {
    StandardStream.error.write(text)
  }

  /// The next line that is typed; `nil` at the end of the input.
  ///
  /// Waiting for it blocks none of the threads that tasks share.
  package static func readLine() async -> String? {
    await DetachedThread.run { Swift.readLine() }
  }
}
