import StandardStreams
import StoreAPI
import StoreOperatorAPI

/// Decides what a command with progress writes to standard error, and when.
///
/// A command that ends within a second writes nothing.
struct ProgressDisplay {
  enum Style: Hashable {
    /// One line of a terminal, which is drawn again and removed at the end.
    case bar
    /// A line now and then, for a file or a log.
    case lines
    /// Nothing: the output is read by a program.
    case nothing
  }

  private let style: Style
  /// When the next progress is shown.
  private var next: Duration = .seconds(1)
  private var isShown = false

  init(_ style: Style) { self.style = style }

  /// Returns what is written for a progress, `elapsed` after the command's start; `nil` for nothing.
  mutating func text(
    _ progress: OperatorProgress, elapsed: Duration, columns: Int
  ) -> TerminalText? {
    guard style != .nothing, elapsed >= next else { return nil }
    next = elapsed + style.interval
    let line = ProgressLine(progress: progress)
    guard style == .bar else { return "skdemo: \(line.text)\n" }
    isShown = true
    return "\r\(line.bar(columns: columns))\(Self.eraseRest)"
  }

  /// Returns what removes the bar; `nil` if there is none.
  mutating func end() -> TerminalText? {
    guard isShown else { return nil }
    isShown = false
    return "\r\(Self.eraseRest)"
  }

  /// Erases from the cursor to the end of the line (EL of ECMA-48).
  private static let eraseRest: TerminalText = "\u{1B}[K"
}

extension ProgressDisplay.Style {
  /// The style for a command with this output.
  ///
  /// NO_COLOR asks for plain text (no-color.org), and a dumb terminal cannot erase.
  init(isJSON: Bool, isTerminal: Bool, environment: [String: String]) {
    let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    self = isJSON ? .nothing : isTerminal && !isPlain ? .bar : .lines
  }

  /// The time between two texts.
  fileprivate var interval: Duration {
    switch self {
    case .bar: .milliseconds(50)
    case .lines, .nothing: .seconds(10)
    }
  }
}
