import Synchronization

/// Limits how many permits each key has at one time.
package final class PermitLimiter<Key: Hashable & Sendable>: Sendable {
  /// The maximum number of permits of one key.
  package let limit: Int
  private let granted = Mutex<[Key: Int]>([:])

  package init(perKey limit: Int) {
    self.limit = limit
  }

  /// A permit; `nil` if the key has as many as it may have.
  package func permit(for key: Key) -> Permit? {
    granted.withLock { granted in
      guard granted[key, default: 0] < limit else { return nil }
      granted[key, default: 0] += 1
      return Permit(limiter: self, key: key)
    }
  }

  private func end(_ key: Key) {
    granted.withLock { granted in
      let left = granted[key, default: 1] - 1
      granted[key] = left == 0 ? nil : left
    }
  }

  /// It ends with its last reference.
  package final class Permit: Sendable {
    private let limiter: PermitLimiter
    private let key: Key

    fileprivate init(limiter: PermitLimiter, key: Key) {
      self.limiter = limiter
      self.key = key
    }

    deinit { limiter.end(key) }
  }
}
