import TerminalUI

/// An element that can be selected.
package enum Target: Hashable, Sendable {
  case product(String)
  case shop
  case retry
  case restore
  /// A button of an attention card.
  case repair(Repair)
}

/// Some text in one style.
struct Span: Equatable {
  let text: String
  let style: Style
  /// Whether it is a picture, which is not read out.
  let isPicture: Bool

  init(_ text: String, _ style: Style = .plain, isPicture: Bool = false) {
    self.text = text
    self.style = style
    self.isPicture = isPicture
  }

  /// A part of a picture, a gauge or a plot.
  static func picture(_ text: String, _ style: Style = .plain) -> Span {
    Span(text, style, isPicture: true)
  }
}

/// One row of text: from the left, and up to the right end.
struct Line: Equatable {
  var spans: [Span] = []
  var trailing: [Span] = []
  /// Replaces `trailing` if there is no room for both.
  var brief: [Span]?
  var target: Target?
  /// Whether it continues the sentence of the line above.
  var continues = false
  /// The key that a press on the line stands for, if the line has no target that can be chosen.
  var press: Key?
  /// The number of columns, from the left, that are marked while the target is selected; `nil` marks all.
  var markedColumns: Int?

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

  /// A row of a picture.
  static func picture(_ row: String) -> Line { Line([.picture(row)]) }
}

extension Line {
  /// Text after a sign, in as many lines as it needs, aligned after the sign.
  static func item(_ text: String, sign: Span, width: Int) -> [Line] {
    let indent = 2
    let first = Span(sign.text.padded(to: indent), sign.style)
    let other = Span(String(repeating: " ", count: indent))
    return text.wrapped(to: width - indent).enumerated().map { index, part in
      var line = Line([index == 0 ? first : other, Span(part)])
      line.continues = index > 0
      return line
    }
  }

  fileprivate func trailing(in width: Int) -> [Span] {
    guard let brief, spans.columns + 1 + trailing.columns > width else { return trailing }
    return brief
  }
}

extension [Span] {
  var columns: Int { map { Width.columns($0.text) }.reduce(0, +) }

  /// The texts after each other, without their styles.
  var text: String { map(\.text).joined() }
}

/// A line at its place in the width of a page.
struct Segment: Equatable {
  let column: Int
  let width: Int
  let line: Line
  /// Whether it is marked while its target is selected; of a card, only the title is.
  var showsSelection = true
  /// Whether it is marked in any case.
  var isMarked = false
}

extension Segment {
  /// Draws the line with the page's first column at `origin`; the right end has priority.
  ///
  /// A press on it chooses its target, if that is among the place's `targets`.
  func draw(on frame: inout Frame, at origin: Point, selection: Target?, targets: [Target]) {
    let start = Point(column: origin.column + column, row: origin.row)
    let end = start.column + width
    let trailing = line.trailing(in: width)
    let column = max(start.column, end - trailing.columns)
    let room = column - start.column - (trailing.isEmpty ? 0 : 1)
    frame.write(line.spans, at: start, width: room)
    frame.write(trailing, at: Point(column: column, row: start.row), width: end - column)
    if line.continues { frame.markContinuation(row: origin.row) }
    let row = Rect(origin: start, size: Size(columns: width, rows: 1))
    if let index = line.target.flatMap(targets.firstIndex) {
      frame.addRegion(row, choosing: index)
    } else if let key = line.press {
      frame.addRegion(row, pressing: key)
    }
    let isSelected = showsSelection && line.target != nil && line.target == selection
    guard isSelected || isMarked else { return }
    let columns = min(width, line.markedColumns ?? width)
    frame.markSelected(Rect(origin: start, size: Size(columns: columns, rows: 1)))
  }
}

extension Frame {
  /// Writes spans after each other, and returns the columns used; a span that does not fit is cut
  /// off.
  @discardableResult
  mutating func write(_ spans: [Span], at point: Point, width: Int) -> Int {
    var used = 0
    for span in spans where used < width {
      let text = span.text.clipped(to: width - used)
      let start = Point(column: point.column + used, row: point.row)
      let columns = write(text, at: start, style: span.style, width: width - used)
      if span.isPicture { markPicture(Rect(origin: start, size: Size(columns: columns, rows: 1))) }
      used += columns
    }
    return used
  }
}
