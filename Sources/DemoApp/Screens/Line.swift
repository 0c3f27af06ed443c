import TerminalUI

/// An element that can be selected.
package enum Target: Hashable, Sendable {
  case product(String)
  case shop
  case retry
  case restore
}

/// Some text in one style.
struct Span: Equatable {
  let text: String
  let style: Style

  init(_ text: String, _ style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// One row of text: from the left, and up to the right end.
struct Line: Equatable {
  var spans: [Span] = []
  var trailing: [Span] = []
  /// Replaces `trailing` if there is no room for both.
  var brief: [Span]?
  var target: Target?

  init(
    _ spans: [Span] = [], trailing: [Span] = [], brief: [Span]? = nil, target: Target? = nil
  ) {
    self.spans = spans
    self.trailing = trailing
    self.brief = brief
    self.target = target
  }

  init(_ text: String, _ style: Style = .plain, target: Target? = nil) {
    self.init([Span(text, style)], target: target)
  }
}

extension Line {
  fileprivate func trailing(in width: Int) -> [Span] {
    guard let brief, spans.columns + 1 + trailing.columns > width else { return trailing }
    return brief
  }
}

extension [Span] {
  var columns: Int { map { Width.columns($0.text) }.reduce(0, +) }
}

/// A line at its place in the width of a page.
struct Segment: Equatable {
  let column: Int
  let width: Int
  let line: Line
  /// Whether a bar before it shows the selection; a card shows it by its border.
  var showsBar = true
}

extension Segment {
  /// Draws the line with the page's first column at `origin`; the right end has priority.
  func draw(on frame: inout Frame, at origin: Point, selection: Target?) {
    let start = Point(column: origin.column + column, row: origin.row)
    let isSelected = showsBar && line.target != nil && line.target == selection
    if isSelected {
      frame.write(Glyphs.bar, at: Point(column: start.column - 2, row: start.row), style: .accent)
    }
    let end = start.column + width
    let trailing = line.trailing(in: width)
    var column = max(start.column, end - trailing.columns)
    let room = column - start.column - (trailing.isEmpty ? 0 : 1)
    write(line.spans, on: &frame, at: start, room: room, isSelected: isSelected)
    for span in trailing {
      column += frame.write(
        span.text, at: Point(column: column, row: start.row), style: span.style,
        width: end - column)
    }
  }

  private func write(
    _ spans: [Span], on frame: inout Frame, at start: Point, room: Int, isSelected: Bool
  ) {
    var left = room
    for (index, span) in spans.enumerated() where left > 0 {
      let style = isSelected && index == 0 ? span.style.reversed() : span.style
      let point = Point(column: start.column + room - left, row: start.row)
      left -= frame.write(span.text.clipped(to: left), at: point, style: style, width: left)
    }
  }
}
