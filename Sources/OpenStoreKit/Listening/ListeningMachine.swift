import StoreAPI

// When the store is asked and followed.
//
//            1 answered              3 stream ended
//   asking ────────────► following ─────────────────► waiting ──4 waited──► asking
//     └──────────2 not answered─────────────────────────▲
//
//   asking, following ──5 signed out──► stopped
//
// 1. The store is asked for the holdings before every stream: nothing is followed that is not known.
// 2. Pauses grow while nothing is heard, and begin anew after a stream that brought news or lived long.

/// When the store is asked and followed.
struct ListeningMachine: Sendable {
  enum State: Hashable, Sendable {
    case asking
    case following
    case waiting
    case stopped
  }

  enum Event: Hashable, Sendable {
    /// The store has told the holdings.
    case answered
    case failed(chance: Double)
    case ended(after: Duration, hadNews: Bool, chance: Double)
    case waited
    /// The store does not know this device any more.
    case signedOut
  }

  enum Action: Hashable, Sendable {
    case ask
    case follow
    case wait(Duration)
    case stop
  }

  private(set) var state = State.asking
  private var pauses = ListeningPauses()

  /// What is done first.
  static let first = Action.ask

  mutating func receive(_ event: Event) -> Action {
    switch event {
    case .answered: return go(to: .following, .follow)
    case .waited: return go(to: .asking, .ask)
    case .signedOut: return go(to: .stopped, .stop)
    case .failed(let chance):
      return go(to: .waiting, .wait(pauses.next(after: .zero, chance: chance)))
    case .ended(let lifetime, let hadNews, let chance):
      if hadNews { pauses.reset() }
      return go(to: .waiting, .wait(pauses.next(after: lifetime, chance: chance)))
    }
  }

  private mutating func go(to state: State, _ action: Action) -> Action {
    self.state = state
    return action
  }
}
