import Foundation
import TerminalUI

/// The line of a timeline: a sign at each stop, and between two stops the stroke of that time.
struct TimelineRule {
  let stops: [PlanTimeline.Stop]
  /// The column of each stop, in ascending order; the first is 0.
  let columns: [Int]
  /// The column up to which the time has passed.
  let today: Int

  var spans: [Span] {
    zip(stops, columns).enumerated().flatMap { index, stop in
      [stop.0.sign] + strokes(after: stop.0, from: stop.1 + 1, to: end(after: index))
    }
  }

  private func end(after index: Int) -> Int {
    index + 1 < columns.count ? columns[index + 1] : columns[index] + 1
  }

  private func strokes(after stop: PlanTimeline.Stop, from start: Int, to end: Int) -> [Span] {
    let stroke = stop.stroke
    guard stroke.givesAccess else { return [.picture(stroke.text(columns: end - start), .muted)] }
    let gone = min(max(0, today - start), end - start)
    let toCome = TimelineStroke.toCome.text(columns: end - start - gone)
    return [.picture(stroke.text(columns: gone)), .picture(toCome, .muted)]
  }
}

extension TimelineRule {
  /// A timeline whose stops are as far from each other as their dates, in exactly `columns`.
  init(_ timeline: PlanTimeline, columns: Int) {
    let last = columns - 1
    var places: [Int] = []
    for (index, stop) in timeline.stops.enumerated() {
      let place = Int((timeline.part(of: stop.date) * Double(last)).rounded())
      let left = timeline.stops.count - 1 - index
      places.append(min(max(place, places.last.map { $0 + 1 } ?? 0), last - left))
    }
    let today = Int(timeline.part(of: timeline.now) * Double(last))
    self.init(stops: timeline.stops, columns: places, today: today)
  }
}

extension PlanTimeline {
  /// The position of a date between the first stop, 0, and the last one, 1.
  fileprivate func part(of date: Date) -> Double {
    guard let first = stops.first?.date, let last = stops.last?.date, first < last else { return 0 }
    return min(max(0, date.timeIntervalSince(first) / last.timeIntervalSince(first)), 1)
  }
}

extension PlanTimeline.Stop {
  /// Only the sign has a colour.
  fileprivate var sign: Span {
    switch kind {
    case .paid, .extended: .picture(Glyphs.active, .good)
    case .due, .graceEnd, .ended: .picture(Glyphs.none, .muted)
    case .now: .picture(Glyphs.pointer, .muted)
    case .unpaid, .grace: .picture(Glyphs.attention, .warn)
    case .refunded: .picture(Glyphs.refunded, .bad)
    }
  }
}
