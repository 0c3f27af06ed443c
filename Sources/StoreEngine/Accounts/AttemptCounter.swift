package import Foundation

/// How attempts of one kind are slowed.
package struct AttemptLimit: Hashable, Sendable {
  /// How many cost nothing.
  package var free: Int
  /// After the last free one, in seconds; twice as long after each one more.
  package var firstWait: TimeInterval
  /// No wait is longer, in seconds; so much quiet takes one attempt back.
  package var longestWait: TimeInterval

  package init(free: Int, firstWait: TimeInterval, longestWait: TimeInterval) {
    self.free = free
    self.firstWait = firstWait
    self.longestWait = longestWait
  }

  fileprivate func wait(after count: Int) -> TimeInterval {
    count < free ? 0 : min(firstWait * exp2(Double(count - free)), longestWait)
  }

  /// Counting further makes no wait longer, and forgiving slower.
  fileprivate var highestCount: Int {
    free + Int(log2(max(1, longestWait / firstWait)).rounded(.up))
  }
}

/// Who has tried how often, and until when they wait; by the wall clock.
///
/// Whoever waits may try as often as they like: what is refused does not count. It holds a bounded
/// number of names, and forgets those that were quiet for longest.
package struct AttemptCounter: Sendable {
  private struct Record: Sendable {
    var count = 0
    var last: Date
  }

  private let limit: AttemptLimit
  private let capacity: Int
  /// Who tried lately.
  private var young: [String: Record] = [:]
  /// Who was young before so many others came.
  private var old: [String: Record] = [:]

  /// Remembers at least the last `capacity` names, and at most twice as many.
  package init(_ limit: AttemptLimit, capacity: Int = 20_000) {
    self.limit = limit
    self.capacity = capacity
  }

  /// How many seconds `name` has to wait; 0 for none.
  package func wait(_ name: String, at now: Date) -> TimeInterval {
    guard let record = record(of: name, at: now) else { return 0 }
    return max(0, limit.wait(after: record.count) - now.timeIntervalSince(record.last))
  }

  /// Counts an attempt, before its outcome is known: of many at once each counts.
  package mutating func count(_ name: String, at now: Date) {
    var record = record(of: name, at: now) ?? Record(last: now)
    let forgiven = Int(now.timeIntervalSince(record.last) / limit.longestWait)
    record.count = min(max(0, record.count - forgiven) + 1, limit.highestCount)
    record.last = now
    keep(record, of: name)
  }

  /// Takes one attempt back, which had a good end.
  package mutating func forget(_ name: String, at now: Date) {
    guard var record = record(of: name, at: now), record.count > 0 else { return }
    record.count -= 1
    keep(record, of: name)
  }

  /// Takes all attempts of `name` back, and remembers it.
  package mutating func reset(_ name: String, at now: Date) {
    keep(Record(last: now), of: name)
  }

  /// Whether `name` was counted or welcomed, and has not been forgotten since.
  package func remembers(_ name: String) -> Bool { young[name] != nil || old[name] != nil }

  /// A clock that was set back makes nobody wait for longer.
  private func record(of name: String, at now: Date) -> Record? {
    guard var record = young[name] ?? old[name] else { return nil }
    record.last = min(record.last, now)
    return record
  }

  private mutating func keep(_ record: Record, of name: String) {
    if young[name] == nil, young.count == capacity {
      old = young
      young = [:]
    }
    young[name] = record
  }
}
