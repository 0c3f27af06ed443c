import TestSupport
import Testing

/// A cell of a screen, counted from 1 as terminals report it.
struct ScreenCell {
  let column: Int
  let row: Int
}

extension TmuxSession {
  /// Presses the first mouse button on a cell, and releases it.
  func press(at cell: ScreenCell) async throws {
    let place = "0;\(cell.column);\(cell.row)"
    try await send("\u{1B}[<\(place)M\u{1B}[<\(place)m")
  }

  /// Presses the mouse on a text, once the screen has it.
  func press(on text: String) async throws {
    try await waitFor(text)
    try await press(at: try await steadyScreen().cell(of: text))
  }

  /// The screen when no frame is half painted.
  private func steadyScreen() async throws -> String {
    var screen = try await capture()
    while true {
      let next = try await capture()
      if next == screen { return screen }
      screen = next
    }
  }

  /// Waits for the sheet that shows a purchase, and closes it with a press.
  func pressPurchase() async throws {
    try await press(on: "✓ Yours. ")
    try await waitFor("the shop") { !$0.contains("Yours. ") }
  }

  /// Presses the mouse twice on a button of a sheet: the first press only marks it.
  func pressButton(_ label: String) async throws {
    try await press(on: label)
    try await waitFor("press again")
    try await press(on: label)
  }

  /// Turns the wheel down by some notches.
  func turnWheel(_ notches: Int = 1) async throws {
    try await send(String(repeating: "\u{1B}[<65;3;6M", count: notches))
  }

  /// Opens the help, and presses the row of a key; turns the wheel until the row is in view.
  func pressInHelp(_ key: String, _ label: String) async throws {
    try await press(on: "? help")
    try await waitFor("╭─ Keys")
    while true {
      let screen = try await steadyScreen()
      if let cell = screen.cell(ofKey: key, label) { return try await press(at: cell) }
      try await turnWheel()
      try await waitFor("more of the help, with \(label)") { $0 != screen }
    }
  }

  /// Presses the row of a key in the command line's list twice: the first press only chooses it.
  func pressInCommandLine(_ key: String, _ label: String) async throws {
    try await waitFor(":█")
    let screen = try await steadyScreen()
    let cell = try #require(screen.cell(ofKey: key, label), "\(screen)")
    try await press(at: cell)
    try await waitFor("\(label) chosen") { $0.line(cell.row).contains("▌") }
    try await press(at: cell)
  }
}

extension String {
  private var screenLines: [Substring] {
    split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// A line of a screen, counted from 1.
  fileprivate func line(_ row: Int) -> Substring { screenLines.dropFirst(row - 1).first ?? "" }

  /// The first cell of a text whose characters take one column each.
  fileprivate func cell(of text: String) throws -> ScreenCell {
    for (row, line) in screenLines.enumerated() {
      if let range = line.firstRange(of: text) {
        return ScreenCell(row: row, before: range, in: line)
      }
    }
    throw FixtureError(text: "there is no \(text) on:\n\(self)")
  }

  /// The cell of a label that stands after its key; `nil` if it is not on the screen.
  fileprivate func cell(ofKey key: String, _ label: String) -> ScreenCell? {
    for (row, line) in screenLines.enumerated() {
      for range in line.ranges(of: label) {
        let before = line[..<range.lowerBound]
        let word = before.split(separator: " ").last
        if before.hasSuffix("  "), word == Substring(key) {
          return ScreenCell(row: row, before: range, in: line)
        }
      }
    }
    return nil
  }
}

extension ScreenCell {
  fileprivate init(row: Int, before range: Range<String.Index>, in line: Substring) {
    self.init(
      column: line.distance(from: line.startIndex, to: range.lowerBound) + 1, row: row + 1)
  }
}
