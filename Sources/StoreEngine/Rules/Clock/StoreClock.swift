package import Foundation

/// The store's clock, which runs with the wall clock or is frozen.
package enum StoreClock: Hashable, Sendable {
  /// Runs `offset` seconds ahead of the wall clock; behind it if `offset` is negative.
  case running(offset: TimeInterval)
  /// Always shows `at`.
  case frozen(at: Date)

  /// Returns the store's time in whole milliseconds; never before `last`, the latest stored time.
  package func now(wall: Date, last: Date) -> Date {
    max(last, reading(wall: wall))
  }

  /// Returns a clock that is frozen at `date`, or runs on from it.
  package func set(to date: Date, frozen: Bool, wall: Date) -> StoreClock {
    frozen ? .frozen(at: date) : .running(offset: date.timeIntervalSince(wall))
  }

  package var isFrozen: Bool {
    switch self {
    case .running: false
    case .frozen: true
    }
  }

  private func reading(wall: Date) -> Date {
    switch self {
    case .running(let offset): wall.addingTimeInterval(offset).flooredToMilliseconds
    case .frozen(let date): date.flooredToMilliseconds
    }
  }
}

extension Date {
  /// The last whole millisecond that is not after the date.
  ///
  /// A date up to a microsecond before a millisecond counts as that millisecond, because a binary
  /// number of seconds cannot represent most milliseconds exactly.
  fileprivate var flooredToMilliseconds: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000 + 0.001).rounded(.down) / 1000)
  }
}
