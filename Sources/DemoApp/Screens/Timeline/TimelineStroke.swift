/// The kinds of time on a timeline; each has a stroke of its own, without colour and in ASCII too.
enum TimelineStroke: CaseIterable {
  case paid, trial, offer, extended, grace, unpaid, refunded, noPlan, toCome

  /// One or two signs that are repeated.
  var pattern: String {
    switch self {
    case .paid: "━"
    case .trial: "━ "
    case .offer: "┿"
    case .extended: "▒"
    case .grace: "░"
    case .unpaid: "◌ "
    case .refunded: "× "
    case .noPlan: "· "
    case .toCome: "─"
    }
  }

  /// The word for it in the help.
  private var word: String {
    switch self {
    case .paid: "paid"
    case .trial: "free trial"
    case .offer: "offer"
    case .extended: "extended"
    case .grace: "grace period"
    case .unpaid: "not paid"
    case .refunded: "refunded"
    case .noPlan: "no plan"
    case .toCome: "still to come"
    }
  }

  /// Whether a part of this time may lie in the future.
  var givesAccess: Bool {
    switch self {
    case .paid, .trial, .offer, .extended, .grace: true
    case .unpaid, .refunded, .noPlan, .toCome: false
    }
  }

  func text(columns: Int) -> String {
    let count = max(0, columns)
    return String(String(repeating: pattern, count: count).prefix(count))
  }

  /// All strokes with their words, in short sentences for the help.
  static let legend: [String] = {
    let half = (allCases.count + 1) / 2
    return [
      sentence(of: allCases.prefix(half), after: "On a timeline:"),
      sentence(of: allCases.dropFirst(half), after: "Also:"),
    ]
  }()

  private static func sentence(of strokes: ArraySlice<Self>, after start: String) -> String {
    let words = strokes.map { "\($0.text(columns: 2)) \($0.word)" }
    return "\(start) " + words.joined(separator: ", ") + "."
  }
}

extension PlanTimeline.Stop {
  /// The stroke of the time after this stop.
  var stroke: TimelineStroke {
    switch (kind, payment) {
    case (.paid, .trial): .trial
    case (.paid, .offer): .offer
    case (.paid, .regular): .paid
    case (.extended, _): .extended
    case (.grace, _): .grace
    case (.unpaid, _): .unpaid
    case (.refunded, _): .refunded
    case (.ended, _), (.due, _), (.graceEnd, _), (.now, _): .noPlan
    }
  }
}
