import RetryPolicy

// When the store is asked, and when its updates are followed.
//
//            1 answered              3 stream ended
//   asking ────────────► following ─────────────────► waiting ──4 waited──► asking
//     └──────────2 not answered─────────────────────────▲
//
//   asking, following ──5 signed out──► stopped
//
// 1. The session asks for the purchases before every stream: only known purchases are followed.
// 2. A stream that was open is followed by no pause. Then pauses double, from one second to half a
//    minute, and chance shortens them, so that not all devices come back at the same time.

/// When the store is asked, and when its updates are followed.
struct ListeningStateMachine: Sendable {
  enum Event: Hashable, Sendable {
    /// The store has answered with the purchases.
    case answered
    /// - Parameter chance: From 0 to 1: 0 halves the pause, 1 leaves it whole.
    case failed(chance: Double)
    case ended(after: Duration, hadEvents: Bool, chance: Double)
    case waited
    /// The store no longer knows this device.
    case signedOut
  }

  /// The next action, which leads to the next event.
  enum Action: Hashable, Sendable {
    case ask
    case follow
    case wait(Duration)
    case stop
  }

  /// The first action.
  static let first = Action.ask

  private var backoff = Backoff(firstDelay: .seconds(1), longestDelay: .seconds(30))
  private var wasOpen = true

  mutating func receive(_ event: Event) -> Action {
    switch event {
    case .answered: return .follow
    case .waited: return .ask
    case .signedOut: return .stop
    case .failed(let chance): return .wait(pause(chance))
    case .ended(let lifetime, let hadEvents, let chance):
      // A stream that cannot be opened is given up sooner than after the longest pause.
      if hadEvents || lifetime > backoff.longestDelay {
        backoff.reset()
        wasOpen = true
      }
      return .wait(pause(chance))
    }
  }

  private mutating func pause(_ chance: Double) -> Duration {
    defer { wasOpen = false }
    return wasOpen ? .zero : backoff.delay(chance: chance)
  }
}
