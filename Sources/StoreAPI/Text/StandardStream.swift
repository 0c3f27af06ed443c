import Foundation

/// The process's output and errors: the one place where text leaves for a terminal.
///
/// It takes only ``TerminalText``, so nothing that comes from outside reaches a terminal unescaped.
package enum StandardStream: Sendable {
  case output, error

  /// Writes the text.
  ///
  /// If nobody reads the stream any more, the text is lost and the program goes on.
  package func write(_ text: TerminalText) {
    guard !text.text.isEmpty else { return }
    if let recorder = Self.recorder { return recorder(self, text) }
    try? handle.write(contentsOf: Data(text.text.utf8))
  }

  /// Receives the text instead of the stream, for tests of programs that run in their process.
  @TaskLocal package static var recorder: (@Sendable (StandardStream, TerminalText) -> Void)?

  private var handle: FileHandle {
    switch self {
    case .output: .standardOutput
    case .error: .standardError
    }
  }
}
