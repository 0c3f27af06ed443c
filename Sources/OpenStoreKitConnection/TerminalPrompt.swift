import Foundation
package import StoreAPI

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
  /// It waits on a thread of its own, because tasks have only a few.
  package static func readLine() async -> String? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Swift.readLine()) }
    }
  }
}
