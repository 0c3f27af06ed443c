import BoundedCache
package import Foundation

/// The limit of a client's attempts of one kind.
package struct AttemptLimit: Hashable, Sendable {
  /// The number of attempts without a delay.
  package var free: Int
  /// The delay after the last free attempt, in seconds; each further attempt doubles it.
  package var firstDelay: TimeInterval
  /// The longest delay, in seconds.
  ///
  /// One attempt is forgotten after the same time without an attempt.
  package var longestDelay: TimeInterval

  fileprivate func delay(after count: Int) -> TimeInterval {
    count < free ? 0 : min(firstDelay * exp2(Double(count - free)), longestDelay)
  }

  /// The count of the longest delay; a higher count would only delay the forgetting.
  fileprivate var highestCount: Int {
    free + Int(log2(max(1, longestDelay / firstDelay)).rounded(.up))
  }
}

/// Counts the attempts of each name and computes how long a name has to wait for its next one.
///
/// Times are those of the wall clock. An attempt that comes too early is refused and not counted.
/// The number of names is bounded: names without an attempt for the longest time are dropped first.
package struct AttemptCounter: Sendable {
  private struct Record: Sendable {
    var count = 0
    var last: Date
  }

  private let limit: AttemptLimit
  /// Only an attempt counts as a use, not a look-up.
  private var records: GenerationCache<String, Record>

  /// Keeps at least the last `capacity` names, and at most twice as many.
  package init(_ limit: AttemptLimit, capacity: Int = 20_000) {
    self.limit = limit
    records = GenerationCache(capacity: capacity)
  }

  /// Returns the number of seconds for which `name` has to wait; 0 if it may try now.
  package func delay(for name: String, at now: Date) -> TimeInterval {
    guard let record = record(of: name, at: now) else { return 0 }
    return max(0, limit.delay(after: record.count) - now.timeIntervalSince(record.last))
  }

  /// Counts an attempt.
  ///
  /// Call it before the outcome is known, so that attempts that are made at once all count.
  package mutating func count(_ name: String, at now: Date) {
    var record = record(of: name, at: now) ?? Record(last: now)
    let forgotten = Int(now.timeIntervalSince(record.last) / limit.longestDelay)
    record.count = min(max(0, record.count - forgotten) + 1, limit.highestCount)
    record.last = now
    records.insert(record, for: name)
  }

  /// Subtracts one attempt, for example because it succeeded.
  package mutating func forget(_ name: String, at now: Date) {
    guard var record = record(of: name, at: now), record.count > 0 else { return }
    record.count -= 1
    records.insert(record, for: name)
  }

  /// Sets the count of `name` to 0; the name is known afterwards.
  package mutating func reset(_ name: String, at now: Date) {
    records.insert(Record(last: now), for: name)
  }

  /// Whether `name` was counted or reset, and was not dropped since.
  package func knows(_ name: String) -> Bool { records.peek(at: name) != nil }

  /// If the clock was set back, the last attempt is treated as if it were made now: no delay
  /// becomes longer.
  private func record(of name: String, at now: Date) -> Record? {
    guard var record = records.peek(at: name) else { return nil }
    record.last = min(record.last, now)
    return record
  }
}
