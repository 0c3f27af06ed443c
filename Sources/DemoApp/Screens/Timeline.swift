import TerminalUI

/// A plan's timeline as four rows: dates, words, periods, and an arrow at today.
struct Timeline {
  let timeline: PlanTimeline

  /// A period needs room for its date and a gap.
  private static let narrowestPeriod = 14

  /// Adds nothing to a page that has no room for a period.
  func fill(_ page: inout Page) {
    guard page.width > 1 else { return }
    let shown = timeline.suffix(periods: (page.width - 1) / Self.narrowestPeriod)
    let periods = shown.stops.count - 1
    let width = (page.width - 1) / periods
    let last = periods * width
    page.place(labels(of: shown, period: width, last: last))
    page.place(words(of: shown, period: width, last: last))
    page.line(line(of: shown, period: width, last: last))
    if let today = today(in: shown, period: width, room: page.width) { page.place([today]) }
  }

  /// The last date ends at its stop; each has its longest wording that fits.
  private func labels(of shown: PlanTimeline, period: Int, last: Int) -> [Segment] {
    let end = Width.columns(shown.labels.last?.last ?? "")
    var segments: [Segment] = []
    for (index, wordings) in shown.labels.enumerated() {
      let start = index * period
      let taken = segments.last.map { $0.column + $0.width } ?? 0
      let untilNext = start + period == last ? period - end : period - 1
      let room = start == last ? last - taken : untilNext
      let text = wordings.first { Width.columns($0) <= room } ?? wordings.last ?? ""
      let width = Width.columns(text)
      let column = start == last ? last + 1 - width : start
      segments.append(Segment(column: column, width: width, line: Line(text, .muted)))
    }
    return segments
  }

  /// A word for each period, once for equal ones, and at the end, if there is room, one for what follows.
  private func words(of shown: PlanTimeline, period: Int, last: Int) -> [Segment] {
    var segments: [Segment] = []
    var said = ""
    for (index, stop) in shown.stops.dropLast().enumerated() where stop.word != said {
      let word = stop.word.clipped(to: period - 1)
      said = stop.word
      segments.append(
        Segment(column: index * period, width: period - 1, line: Line(word, stop.style)))
    }
    guard let end = shown.stops.last, !end.word.isEmpty else { return segments }
    let column = last + 1 - Width.columns(end.word)
    let taken = segments.last.map { $0.column + $0.line.spans.columns + 1 } ?? 0
    guard column >= taken else { return segments }
    return segments + [
      Segment(
        column: column, width: Width.columns(end.word), line: Line(end.word, end.style))
    ]
  }

  private func line(of shown: PlanTimeline, period: Int, last: Int) -> Line {
    let today = shown.column(ofTodayIn: period) ?? last
    var spans: [Span] = []
    for (index, stop) in shown.stops.enumerated() {
      spans.append(sign(of: stop.kind))
      guard index < shown.stops.count - 1 else { break }
      let gone = min(max(0, today - index * period - 1), period - 1)
      guard stop.givesAccess else {
        spans.append(Span(String(repeating: Glyphs.bullet, count: period - 1), .muted))
        continue
      }
      spans.append(Span(String(repeating: Glyphs.heavyRule, count: gone), stop.rule))
      spans.append(Span(String(repeating: Glyphs.rule, count: period - 1 - gone), .muted))
    }
    return Line(spans)
  }

  private func sign(of kind: PlanTimeline.Stop.Kind) -> Span {
    switch kind {
    case .paid, .extended: Span(Glyphs.active, .good)
    case .due, .graceEnd, .ended: Span(Glyphs.none, .muted)
    case .now: Span(Glyphs.pointer, .muted)
    case .unpaid, .grace: Span(Glyphs.attention, .warn)
    case .refunded: Span(Glyphs.refunded, .bad)
    }
  }

  /// At an accelerated time rate, a period may be shorter than a day and still end on another day: then
  /// "now".
  private static func words(_ days: (gone: Int, left: Int), _ dates: PlanDates) -> String {
    if dates.showsTime { return "now" }
    return "\(days.gone) \(days.gone == 1 ? "day" : "days") in, \(days.left) left"
  }

  /// An arrow below today, and the days on the side that has room for them.
  private func today(in shown: PlanTimeline, period: Int, room: Int) -> Segment? {
    guard let column = shown.column(ofTodayIn: period), let days = shown.days else { return nil }
    let words = Self.words(days, shown.dates)
    let right = "\(Glyphs.arrowUp) \(words)"
    guard column + Width.columns(right) > room else {
      return Segment(column: column, width: room - column, line: Line(right))
    }
    let left = "\(words) \(Glyphs.arrowUp)"
    let start = max(0, column + 1 - Width.columns(left))
    return Segment(column: start, width: room - start, line: Line(left))
  }
}

extension PlanTimeline.Stop {
  /// The style of the word at this stop.
  fileprivate var style: Style {
    switch kind {
    case .unpaid, .grace: .warn
    case .refunded: .bad
    case .paid, .extended, .due, .graceEnd, .ended, .now: .muted
    }
  }

  /// The style of the time that has passed since this stop.
  fileprivate var rule: Style { kind == .grace ? .warn : .accent }

  /// Whether the customer has access after this stop: paid, or in its grace period.
  fileprivate var givesAccess: Bool {
    switch kind {
    case .paid, .extended, .grace: true
    case .unpaid, .due, .graceEnd, .ended, .refunded, .now: false
    }
  }
}
