/// A bounded cache that removes the least recently used entries, a generation at a time.
///
/// An entry that is added or used belongs to the present generation. When that is full, it becomes
/// the previous generation, and the one before is removed. So an entry is kept at least until as
/// many others as a generation has were used. Finding and adding take constant time, without a list
/// in the order of use.
package struct GenerationCache<Key: Hashable, Value> {
  /// The maximum number of entries of one generation; the cache has at most twice as many.
  private let capacity: Int
  private var present: [Key: Value] = [:]
  private var former: [Key: Value] = [:]

  /// Creates an empty cache.
  package init(capacity: Int) {
    precondition(capacity > 0, "a cache has room for an entry")
    self.capacity = capacity
  }

  /// The number of entries.
  package var count: Int { present.count + former.count }

  /// Returns the value of a key, which counts as its use.
  package mutating func value(for key: Key) -> Value? {
    if let value = present[key] { return value }
    guard let value = former.removeValue(forKey: key) else { return nil }
    insert(value, for: key)
    return value
  }

  /// Returns the value of a key, which does not count as its use.
  package func peek(at key: Key) -> Value? { present[key] ?? former[key] }

  /// Adds a value, or replaces the value of its key.
  package mutating func insert(_ value: Value, for key: Key) {
    if present.count == capacity, present[key] == nil {
      former = present
      present = [:]
    }
    former[key] = nil
    present[key] = value
  }

  /// Removes the entries whose keys satisfy the condition; reads all entries.
  package mutating func removeAll(where condition: (Key) -> Bool) {
    present = present.filter { !condition($0.key) }
    former = former.filter { !condition($0.key) }
  }
}

extension GenerationCache: Sendable where Key: Sendable, Value: Sendable {}
