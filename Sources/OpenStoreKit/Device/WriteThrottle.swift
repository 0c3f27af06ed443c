// Decides when the device's file is written while updates come.
//
//   quiet ──1 requested: write──► pausing ──2 requested──► waiting
//     ▲                              │  ▲                     │
//     └──────3 pause ended───────────┘  └──4 pause ended: write┘
//
// 5. A write for another reason leads from waiting to pausing when it reads the state that it writes.
//    What comes while it is written leads to waiting again.

/// Limits how often the device's file is written: at once after a pause, else when the pause ends.
///
/// After a crash meanwhile, the device's file lacks the last updates: until the store answers, the
/// device shows the state before them. The store then sends refunds and upgrades again, which the app
/// may receive a second time.
struct WriteThrottle: Equatable, Sendable {
  /// The shortest time between two writes.
  static let pause = Duration.milliseconds(500)

  private enum State { case quiet, pausing, waiting }

  private var state = State.quiet

  /// Whether something is to be written that was not.
  var isWaiting: Bool { state == .waiting }

  /// Something is to be written.
  ///
  /// - Returns: Whether it must be written now; then a pause begins.
  mutating func requested() -> Bool {
    defer { state = state == .quiet ? .pausing : .waiting }
    return state == .quiet
  }

  /// The present state is about to be written for another reason.
  mutating func wrote() {
    if state == .waiting { state = .pausing }
  }

  /// The pause has ended.
  ///
  /// - Returns: Whether the file must be written now; then another pause begins.
  mutating func pauseEnded() -> Bool {
    defer { state = state == .waiting ? .pausing : .quiet }
    return state == .waiting
  }
}
