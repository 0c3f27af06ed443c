/// Chooses the next call among several keys, so that the calls of one key cannot block those of
/// another.
///
/// 1. At most ``Bounds/running`` calls run at once, and at most ``Bounds/runningPerKey`` of one key.
/// 2. A call waits only while one of these bounds is reached.
/// 3. The calls of one key begin in the order in which they came.
/// 4. Keys take turns: however many calls of a key are waiting, one of them begins before the next
///    key's.
/// 5. At most ``Bounds/waitingPerKey`` calls of one key wait; a further call is refused.
package struct FairSchedule<Key: Hashable & Sendable>: Sendable {
  package struct Bounds: Hashable, Sendable {
    package var running: Int
    package var runningPerKey: Int
    package var waitingPerKey: Int

    package init(running: Int, runningPerKey: Int, waitingPerKey: Int) {
      self.running = running
      self.runningPerKey = runningPerKey
      self.waitingPerKey = waitingPerKey
    }
  }

  /// The result of adding a call.
  package enum Outcome: Hashable, Sendable {
    case begins, waits, refused
  }

  private struct Share {
    var running = 0
    var waiting: ArraySlice<Int> = []
    /// Whether the key is in ``turns``.
    var hasTurn = false
  }

  private let bounds: Bounds
  private var running = 0
  /// The keys that have calls.
  private var shares: [Key: Share] = [:]
  /// The keys with a call that could begin if fewer ran, the next one first, each once.
  ///
  /// Includes keys whose calls were cancelled.
  private var turns: ArraySlice<Key> = []

  package init(_ bounds: Bounds) {
    self.bounds = bounds
  }

  /// The number of keys that have calls.
  package var keyCount: Int { shares.count }

  /// Begins a call if it need not wait.
  package mutating func begin(for key: Key) -> Bool {
    guard running < bounds.running,
      shares[key]?.running ?? 0 < bounds.runningPerKey
    else { return false }
    start(key)
    return true
  }

  /// Adds a call; `id` identifies it while it waits.
  package mutating func enter(_ id: Int, for key: Key) -> Outcome {
    if begin(for: key) { return .begins }
    guard shares[key]?.waiting.count ?? 0 < bounds.waitingPerKey else { return .refused }
    shares[key, default: Share()].waiting.append(id)
    queue(key)
    return .waits
  }

  /// Ends a running call.
  ///
  /// - Returns: The calls that begin.
  package mutating func leave(_ key: Key) -> [Int] {
    running -= 1
    shares[key]?.running -= 1
    queue(key)
    forgetIfIdle(key)
    var begun: [Int] = []
    while running < bounds.running, let next = turns.popFirst() {
      if let id = beginNext(of: next) { begun.append(id) }
    }
    return begun
  }

  /// Cancels a waiting call.
  package mutating func remove(_ id: Int, of key: Key) {
    shares[key]?.waiting.removeAll { $0 == id }
    forgetIfIdle(key)
  }

  /// Removes the waiting calls of a key.
  ///
  /// - Returns: Their IDs.
  package mutating func removeAll(of key: Key) -> [Int] {
    guard let waiting = shares[key]?.waiting else { return [] }
    shares[key]?.waiting = []
    forgetIfIdle(key)
    return Array(waiting)
  }

  /// - Returns: `nil` if the key's calls were cancelled.
  private mutating func beginNext(of key: Key) -> Int? {
    shares[key]?.hasTurn = false
    guard let id = shares[key]?.waiting.popFirst() else {
      forgetIfIdle(key)
      return nil
    }
    start(key)
    queue(key)
    return id
  }

  private mutating func start(_ key: Key) {
    running += 1
    shares[key, default: Share()].running += 1
  }

  /// Gives a key a turn after the others, if one of its calls waits and may begin.
  private mutating func queue(_ key: Key) {
    guard let share = shares[key], !share.waiting.isEmpty, !share.hasTurn,
      share.running < bounds.runningPerKey
    else { return }
    shares[key]?.hasTurn = true
    turns.append(key)
  }

  private mutating func forgetIfIdle(_ key: Key) {
    guard let share = shares[key], share.running == 0, share.waiting.isEmpty, !share.hasTurn
    else { return }
    shares[key] = nil
  }
}
