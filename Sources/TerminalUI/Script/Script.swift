/// The steps of a person at a program, read from a text: keys, and what to wait for.
///
/// ```
/// # A comment.
/// wait Shop
/// key s down enter
/// type ABC
/// paste some text
/// press 10,3
/// gone Buying
/// resize 40x12
/// ```
///
/// A script waits for contents and never for a time, so it does the same on each run.
package struct Script: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// Presses keys, one after the other.
    case keys([Key])
    /// Presses the key of each character.
    case type(String)
    case paste(String)
    /// Presses the first mouse button on a cell.
    case press(Point)
    /// Waits until the screen shows a text.
    case wait(String)
    /// Waits until the screen no longer shows a text.
    case gone(String)
    case resize(Size)

    /// Whether the step does something to the program, and does not only wait.
    var isInput: Bool {
      switch self {
      case .wait, .gone: false
      case .keys, .type, .paste, .press, .resize: true
      }
    }
  }

  /// A step and the number of its line, from 1.
  package struct Line: Hashable, Sendable {
    package let number: Int
    package let step: Step
  }

  package let lines: [Line]

  /// Reads a script, whose lines are all checked before the first step is done.
  ///
  /// - Throws: ``ScriptSyntaxError`` for the first line that is not a step.
  package init(_ text: String) throws(ScriptSyntaxError) {
    var lines: [Line] = []
    let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in zip(1..., texts) {
      guard let step = try Self.step(of: line.trimmed, number) else { continue }
      lines.append(Line(number: number, step: step))
    }
    self.lines = lines
  }
}

extension Script {
  /// The step of a line; `nil` if it is empty or a comment.
  private static func step(of line: String, _ number: Int) throws(ScriptSyntaxError) -> Step? {
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    let parts = line.split(separator: " ", maxSplits: 1)
    let word = String(parts[0])
    let rest = parts.count > 1 ? parts[1].trimmed : ""
    guard let kind = StepKind(rawValue: word) else {
      throw ScriptSyntaxError(line: number, text: line, reason: .unknownStep(word))
    }
    guard !rest.isEmpty, let step = kind.step(rest) else {
      throw ScriptSyntaxError(line: number, text: line, reason: .expects(kind.expectation))
    }
    return step
  }

  /// The first word of a line.
  private enum StepKind: String, CaseIterable {
    case key, type, paste, press, wait, gone, resize

    /// The text that must follow the word.
    var expectation: String {
      switch self {
      case .key: "the names of keys, as in key s down enter"
      case .type: "the characters to type, as in type ABC"
      case .paste: "the text to paste, as in paste ABC"
      case .press: "a column and a row from 1, as in press 10,3"
      case .wait: "the text to wait for, as in wait Shop"
      case .gone: "the text that must go, as in gone Buying"
      case .resize: "columns and rows from 1 to 1000, as in resize 80x24"
      }
    }

    /// `nil` if the rest of the line does not fit.
    func step(_ rest: String) -> Step? {
      switch self {
      case .key: keys(rest).map { .keys($0) }
      case .type: .type(rest)
      case .paste: .paste(rest)
      case .press: pair(rest, separator: ",").map { .press(Point(column: $0 - 1, row: $1 - 1)) }
      case .wait: .wait(rest)
      case .gone: .gone(rest)
      case .resize: Size(script: rest).map { .resize($0) }
      }
    }

    private func keys(_ rest: String) -> [Key]? {
      let words = rest.split(separator: " ").map(String.init)
      let keys = words.compactMap { Key(word: $0) }
      return keys.count == words.count ? keys : nil
    }
  }

  /// The words that begin a step.
  static var words: [String] { StepKind.allCases.map(\.rawValue) }
}

/// Two numbers from 1 to 1000.
private func pair(_ text: String, separator: Character) -> (Int, Int)? {
  let parts = text.split(separator: separator, omittingEmptySubsequences: false)
  guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]) else { return nil }
  let range = 1...1000
  return range.contains(first) && range.contains(second) ? (first, second) : nil
}

extension Size {
  /// A size as it is typed: "80x24", with at most 1000 columns and rows.
  package init?(script text: String) {
    guard let (columns, rows) = pair(text, separator: "x") else { return nil }
    self.init(columns: columns, rows: rows)
  }
}

/// A line that is not a step.
package struct ScriptSyntaxError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case unknownStep(String)
    case expects(String)
  }

  /// The number of the line, from 1.
  package let line: Int
  package let text: String
  package let reason: Reason
}

extension ScriptSyntaxError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .unknownStep(let word):
      "line \(line) begins with '\(word)', which is not a step: the steps are "
        + Script.words.joined(separator: ", ")
    case .expects(let expectation): "line \(line) is '\(text)': it needs \(expectation)"
    }
  }
}
