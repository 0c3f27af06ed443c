import TerminalUI

/// The present period of a plan in one row.
///
/// ```
/// 27 Jan ●━━━━━━━━━━━━━━━━━─────────────○ 27 Feb
/// ```
struct ShortTimeline {
  private let timeline: PlanTimeline

  /// `nil` for a status without an end.
  init?(of status: PlanStatus, in store: Store) {
    guard let timeline = PlanTimeline(of: status, past: [], in: store) else { return nil }
    self.timeline = timeline.present
  }

  /// The period that one transaction paid for; `nil` if it paid for none.
  init?(ofPeriod transaction: Owned, in store: Store) {
    let status = store.status(of: transaction)
    let present = status.flatMap { PlanTimeline(of: $0, past: [], in: store)?.present }
    guard let timeline = present ?? PlanTimeline(ofPeriod: transaction, in: store) else {
      return nil
    }
    self.timeline = timeline
  }

  /// The row in exactly `columns`, with the first date unless `showsStart` is false; empty if a
  /// line would be too short to be read.
  func spans(columns: Int, showsStart: Bool = true) -> [Span] {
    let labels = timeline.labels.compactMap(\.last)
    let start = showsStart ? labels.first.map { "\($0) " } ?? "" : ""
    let end = labels.last.map { " \($0)" } ?? ""
    let room = columns - Width.columns(start) - Width.columns(end)
    guard room >= Self.shortestLine else { return [] }
    return [Span(start, .muted)] + TimelineRule(timeline, columns: room).spans
      + [Span(end, .muted)]
  }

  private static let shortestLine = 8
}
