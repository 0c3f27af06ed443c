import StoreAPI
import Synchronization

/// The customer's storefront, according to the store's last answer.
final class CurrentStorefront: Sendable {
  private struct State {
    var record: StoreStorefront?
    /// As ``StoreAPI/Answer/catalogue``; `nil` before this run of the app has an answer.
    var catalogue: String?
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

  /// Whether the store now sells another catalogue than at the last answer, perhaps in another storefront.
  ///
  /// A storefront for which this run of the app has not asked is not outdated.
  func isOutdated(by catalogue: String?) -> Bool {
    state.withLock { $0.catalogue != nil && $0.catalogue != catalogue }
  }

  /// Accepts an answer, unless another one was accepted since the question: then it is not known which
  /// of the two is newer.
  ///
  /// A new storefront is sent under the lock, so that the last one sent is the present one.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - asked: ``answers`` when the question was asked.
  /// - Returns: Whether the storefront changed; `nil` if the answer was not accepted.
  func accept(_ answer: Answer<StoreStorefront>, asked: Int) -> Bool? {
    state.withLock { state in
      guard state.answers == asked else { return nil }
      let (old, new) = (state.record, answer.value)
      if let old, old.id != new.id { updates.send(Storefront(new)) }
      state = State(record: new, catalogue: answer.catalogue, answers: asked + 1)
      return old != new
    }
  }
}
