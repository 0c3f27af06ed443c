import TerminalUI

extension Page {
  /// The offer of a group that has ended; a row of its own if it is for another plan.
  mutating func invitation(for group: PlanGroup, in store: Store) {
    guard let invitation = store.winBack(inEnded: group)?.invitation else { return }
    let other = store.otherPlan(offeredFor: group)
    paragraph(invitation, .accent, target: other.map { .product($0) })
  }
}
