import TerminalUI

extension LaunchState {
  /// The text at the right end of the first line while the steps are taken.
  ///
  /// Quick steps are not shown, so that nothing moves before the launch has ended.
  func wording(isLastSeen: Bool) -> StatusSlot.Wording {
    guard isSlow else { return (Glyphs.pending, .muted, ["checking"]) }
    let seen = isLastSeen ? ["as last seen \(Glyphs.bullet) checking"] : []
    return (ticks, .muted, (count.map { [$0] } ?? []) + seen + ["checking", ""])
  }

  /// One sign for each step.
  private var ticks: String {
    LaunchStep.allCases.map { sign(of: $0) }.joined(separator: " ")
  }

  private func sign(of step: LaunchStep) -> String {
    if timings.contains(where: { $0.step == step }) { return Glyphs.check }
    return current == step ? Glyphs.pending : Glyphs.bullet
  }

  /// "3 of 4 verified".
  private var count: String? {
    verified.map { "\($0.done) of \($0.total) verified" }
  }

  /// The part of the work that is done, from 0 to 1.
  var progress: Double {
    let steps = Double(timings.count)
    let part = verified.map { Double($0.done) / Double(max(1, $0.total)) } ?? 0
    let isCounting = current == .entitle
    return (steps + (isCounting ? part : 0)) / Double(LaunchStep.allCases.count)
  }
}
