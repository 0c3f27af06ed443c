/// The source of typed lines, and the destination of printed ones.
package protocol LineDevice: Sendable {
  /// The next line that is typed; `nil` at the end of the input.
  func readLine() async -> String?

  /// Throws away what was typed and not yet read.
  func discardTypedText()

  /// Prints lines, and then a prompt, which does not end its line.
  func print(_ lines: [String], prompt: String)
}
