import TerminalUI

/// The amount of fuel, in eight cells; with more than eight units the gauge is full.
struct Gauge {
  let count: Int

  static let columns = 8

  /// A fuel's name, the gauge and the number; without the gauge if there is no room.
  func line(_ title: [Span]) -> Line {
    let number = Span(number.text.padded(to: 2), number.style)
    return Line(title, trailing: spans + [Span(" "), number], brief: [word])
  }

  /// The number beside a gauge.
  var number: Span { Span("\(count)", count == 0 ? .muted : .plain) }

  /// The number without a gauge, which shows by itself that nothing is left.
  var word: Span { count == 0 ? Span("empty", .muted) : Span("\(count)") }

  var spans: [Span] {
    let full = min(max(0, count), Self.columns)
    return [
      .picture(String(repeating: Glyphs.full, count: full), .good),
      .picture(String(repeating: Glyphs.empty, count: Self.columns - full), .muted),
    ]
  }
}
