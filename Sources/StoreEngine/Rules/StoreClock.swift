package import Foundation

/// How the store's time follows the wall clock.
package enum StoreClock: Hashable, Sendable {
  /// Runs, `offset` seconds ahead of the wall clock (behind it when negative).
  case running(offset: TimeInterval)
  /// Stands still.
  case frozen(at: Date)

  /// The store's time in whole milliseconds; never before `last`, the latest time ever stored.
  package func now(wall: Date, last: Date) -> Date {
    max(last, reading(wall: wall))
  }

  /// The same clock, standing at `date`, or running on from it.
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
  /// The last whole millisecond that is not after the date, so that no answer is early.
  ///
  /// A microsecond is forgiven: binary seconds cannot say most milliseconds exactly.
  fileprivate var flooredToMilliseconds: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000 + 0.001).rounded(.down) / 1000)
  }
}
