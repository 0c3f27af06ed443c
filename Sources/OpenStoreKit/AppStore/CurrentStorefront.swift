import StoreAPI
import Synchronization

/// The customer's storefront, according to the store's last answer.
final class CurrentStorefront: Sendable {
  private struct State {
    var record: StoreStorefront?
    var answers = 0
  }

  private let state: Mutex<State>
  /// Sends each storefront that replaces another one.
  let updates = Broadcast<Storefront>()

  init(_ kept: StoreStorefront?) { state = Mutex(State(record: kept)) }

  /// `nil` if the store has never answered.
  var record: StoreStorefront? { state.withLock { $0.record } }

  /// How many answers were accepted.
  var answers: Int { state.withLock { $0.answers } }

  /// Accepts an answer, unless another one was accepted since the question: then it is not known which
  /// of the two is newer.
  ///
  /// A new storefront is sent under the lock, so that the last one sent is the present one.
  ///
  /// - Parameters:
  ///   - new: The answer.
  ///   - asked: ``answers`` when the question was asked.
  /// - Returns: Whether the storefront changed; `nil` if the answer was not accepted.
  func accept(_ new: StoreStorefront, asked: Int) -> Bool? {
    state.withLock { state in
      guard state.answers == asked else { return nil }
      let old = state.record
      if let old, old.id != new.id { updates.send(Storefront(new)) }
      state = State(record: new, answers: asked + 1)
      return old != new
    }
  }
}
