import TerminalUI

/// The amount of fuel, in eight cells; with more than eight units the gauge is full.
struct Gauge {
  let count: Int

  static let columns = 8

  /// A fuel's name, the gauge and the number; without the gauge if there is no room.
  func line(_ title: [Span]) -> Line {
    let word = count == 0 ? Span("empty", .muted) : Span("\(count)")
    let number = Span(word.text.padded(to: 5), word.style)
    return Line(title, trailing: spans + [Span(" "), number], brief: [number])
  }

  var spans: [Span] {
    let full = min(max(0, count), Self.columns)
    return [
      Span(String(repeating: Glyphs.full, count: full), .good),
      Span(String(repeating: Glyphs.empty, count: Self.columns - full), .muted),
    ]
  }
}
