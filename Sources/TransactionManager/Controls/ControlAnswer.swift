/// The answer to a control that has several lines, such as a list of accounts.
struct ControlAnswer: Equatable, Sendable {
  let title: String
  let lines: [String]

  /// Fails for an answer of one line, which a notice shows.
  init?(_ title: String, _ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 1 else { return nil }
    (self.title, self.lines) = (title, lines)
  }
}
