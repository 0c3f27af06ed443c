import Foundation

/// The process's output and errors: the only place that writes text to a terminal.
///
/// It takes only ``TerminalText``, so nothing that comes from outside reaches a terminal unescaped.
package enum StandardStream: Sendable {
  case output, error

  /// Writes the text.
  ///
  /// If nobody reads the stream, the text is lost and the program continues.
  package func write(_ text: TerminalText) {
    guard !text.text.isEmpty else { return }
    if let recorder = Self.recorder { return recorder(self, text) }
    try? handle.write(contentsOf: Data(text.text.utf8))
  }

  /// Writes a result, which must not be lost.
  ///
  /// - Throws: ``OutputError`` if it cannot be written, as on a full disk.
  package func writeResult(_ text: TerminalText) throws(OutputError) {
    guard !text.text.isEmpty else { return }
    if let recorder = Self.recorder { return recorder(self, text) }
    do {
      try handle.write(contentsOf: Data(text.text.utf8))
    } catch {
      throw OutputError(reason: error.localizedDescription)
    }
  }

  /// Receives the text instead of the stream, for tests that run a program in their own process.
  @TaskLocal package static var recorder: (@Sendable (StandardStream, TerminalText) -> Void)?

  private var handle: FileHandle {
    switch self {
    case .output: .standardOutput
    case .error: .standardError
    }
  }
}

/// A result that could not be written.
package struct OutputError: Error, Hashable, CustomStringConvertible {
  /// The reason, as a sentence of the system.
  package let reason: String

  package var description: String {
    "the output could not be written, or only in part: \(reason)"
  }
}
