import TerminalUI

/// The progress of a slow launch, on the rule below the first line: nothing moves when it is over.
struct LaunchBar {
  let launch: LaunchState

  func draw(on frame: inout Frame, row: Int, in column: Rect) {
    guard launch.isSlow, !launch.hasEnded else { return }
    let columns = Int(launch.progress * Double(column.size.columns))
    let bar = String(repeating: Glyphs.heavyRule, count: columns)
    frame.write(
      [.picture(bar, .muted)], at: Point(column: column.minColumn, row: row), width: columns)
  }
}

extension LaunchState {
  /// Whether all steps have ended.
  var hasEnded: Bool { timings.count == LaunchStep.allCases.count }
}
