import Foundation
import TerminalUI
import Testing

extension RecordedTerminal {
  /// Presses the mouse on the first place of a text, as soon as the last frame has it.
  ///
  /// - Returns: The place.
  @discardableResult
  func press(on text: String) async throws -> Point {
    let frame = try await frame(containing: text, from: max(0, frames.count - 1))
    let places = frame.lines.enumerated().compactMap { row, line in
      line.range(of: text).map { range in
        Point(column: Width.columns(String(line[..<range.lowerBound])), row: row)
      }
    }
    let place = try #require(places.first)
    press(at: place)
    return place
  }
}
