import StoreAPI
import Synchronization

/// The customer's storefront, according to the store's last answer.
final class CurrentStorefront: Sendable {
  private struct State {
    var record: StoreStorefront?
    var changes = 0
  }

  private let state: Mutex<State>
  /// Sends each storefront that replaces another one.
  let updates = Broadcast<Storefront>()

  init(_ kept: StoreStorefront?) { state = Mutex(State(record: kept)) }

  /// `nil` if the store has never answered.
  var record: StoreStorefront? { state.withLock { $0.record } }

  /// How often it was replaced.
  var changes: Int { state.withLock { $0.changes } }

  /// Replaces the storefront by that of an answer, unless it was replaced since the question: then it
  /// is not known which of the two is newer.
  ///
  /// It is sent under the lock, so that the last one sent is the present one.
  ///
  /// - Parameters:
  ///   - new: The answer.
  ///   - asked: ``changes`` when the question was asked.
  /// - Returns: Whether it was replaced.
  func replace(with new: StoreStorefront, asked: Int) -> Bool {
    state.withLock { state in
      guard state.changes == asked else { return false }
      if let old = state.record, old.id != new.id { updates.send(Storefront(new)) }
      state = State(record: new, changes: asked + 1)
      return true
    }
  }
}
