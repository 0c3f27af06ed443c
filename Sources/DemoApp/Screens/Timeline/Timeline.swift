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
    let columns = Self.columns(of: shown, last: page.width - 1)
    page.place(labels(of: shown, at: columns))
    page.place(words(of: shown, at: columns))
    page.line(rule(of: shown, at: columns))
    if let today = today(in: shown, at: columns, room: page.width) { page.place([today]) }
  }

  /// The periods are equally wide, and the last one ends at the page's margin.
  private static func columns(of shown: PlanTimeline, last: Int) -> [Int] {
    let periods = shown.stops.count - 1
    return shown.stops.indices.map { $0 * last / periods }
  }

  /// The last date ends at its stop; each has its longest wording that fits.
  private func labels(of shown: PlanTimeline, at columns: [Int]) -> [Segment] {
    let end = Width.columns(shown.labels.last?.last ?? "")
    var segments: [Segment] = []
    for (index, (wordings, start)) in zip(shown.labels, columns).enumerated() {
      let taken = segments.last.map { $0.column + $0.width } ?? 0
      let next = index + 1 < columns.count ? columns[index + 1] : start
      let untilNext = next - start - (index + 2 == columns.count ? end : 1)
      let room = index + 1 == columns.count ? start - taken : untilNext
      let text = wordings.first { Width.columns($0) <= room } ?? wordings.last ?? ""
      let width = Width.columns(text)
      let column = index + 1 == columns.count ? start + 1 - width : start
      segments.append(Segment(column: column, width: width, line: Line(text, .muted)))
    }
    return segments
  }

  /// A word for each period, once for equal ones, and at the end, if there is room, one for what follows.
  private func words(of shown: PlanTimeline, at columns: [Int]) -> [Segment] {
    var segments: [Segment] = []
    var said = ""
    for (index, stop) in shown.stops.dropLast().enumerated() where stop.word != said {
      let width = columns[index + 1] - columns[index] - 1
      said = stop.word
      let line = Line(stop.word.clipped(to: width), .muted)
      segments.append(Segment(column: columns[index], width: width, line: line))
    }
    guard let end = shown.stops.last, let last = columns.last, !end.word.isEmpty else {
      return segments
    }
    let width = Width.columns(end.word)
    let taken = segments.last.map { $0.column + $0.line.spans.columns + 1 } ?? 0
    guard last + 1 - width >= taken else { return segments }
    return segments
      + [Segment(column: last + 1 - width, width: width, line: Line(end.word, .muted))]
  }

  private func rule(of shown: PlanTimeline, at columns: [Int]) -> Line {
    let today = shown.column(ofTodayAmong: columns) ?? columns.last ?? 0
    return Line(TimelineRule(stops: shown.stops, columns: columns, today: today).spans)
  }

  /// At an accelerated time rate, a period may be shorter than a day and still end on another day: then
  /// "now".
  private static func words(_ days: (gone: Int, left: Int), _ dates: PlanDates) -> String {
    if dates.showsTime { return "now" }
    return "\(days.gone) \(days.gone == 1 ? "day" : "days") in, \(days.left) left"
  }

  /// An arrow below today, and the days on the side that has room for them.
  private func today(in shown: PlanTimeline, at columns: [Int], room: Int) -> Segment? {
    guard let column = shown.column(ofTodayAmong: columns), let days = shown.days else {
      return nil
    }
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
