import Foundation

/// Two pieces of work that are measured in turn, so that a busy minute of the machine hits both.
package struct Contest {
  /// Which way a ratio reads.
  package enum Measure: String {
    /// How much of the reference's speed is reached: more is better.
    case speed
    /// How many times the reference's time is needed: less is better.
    case cost
  }

  private let name: String
  private let reference: String
  private let measure: Measure
  private let aim: Double?
  private let rounds: Int

  /// `aim` is what is hoped for; `nil` where nothing is.
  package init(
    name: String, reference: String, measure: Measure, aim: Double? = nil, rounds: Int = 200
  ) {
    self.name = name
    self.reference = reference
    self.measure = measure
    self.aim = aim
    self.rounds = rounds
  }
}

extension Contest {
  /// Runs both and prints a row of the table; the medians themselves go to standard error,
  /// because they hold on one machine and in one minute only.
  ///
  /// Each body returns how long the part of it took that counts.
  package func run(
    _ subject: () async throws -> Duration, against reference: () async throws -> Duration
  ) async throws {
    var times: (subject: [Duration], reference: [Duration]) = ([], [])
    for round in 0..<(rounds + warmUp) {
      // Whoever goes second finds warmer caches: they take turns.
      let isFirst = round.isMultiple(of: 2)
      let early = isFirst ? try await subject() : nil
      let middle = try await reference()
      let late = isFirst ? nil : try await subject()
      guard round >= warmUp, let time = early ?? late else { continue }
      times.subject.append(time)
      times.reference.append(middle)
    }
    report(times.subject, times.reference)
  }

  private var warmUp: Int { max(4, rounds / 10) }

  private func report(_ subject: [Duration], _ reference: [Duration]) {
    let ratio =
      switch measure {
      case .speed: reference.median / subject.median
      case .cost: subject.median / reference.median
      }
    print("| \(name) | \(self.reference) | \(measure) \(ratio.twoPlaces) | \(aimText) |")
    remark("\(name): \(subject.summary); \(self.reference): \(reference.summary)")
  }

  private var aimText: String {
    switch (measure, aim) {
    case (_, nil): ""
    case (.speed, let aim?): "at least \(aim.twoPlaces)"
    case (.cost, let aim?): "at most \(aim.twoPlaces)"
    }
  }
}

/// Says on standard error what holds on one machine and in one minute only.
package func remark(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

extension Double {
  package var twoPlaces: String {
    formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US")))
  }
}

/// How long `count` repetitions of `body` take on average.
package func timed(_ count: Int = 1, _ body: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  for _ in 0..<count { try await body() }
  return (ContinuousClock.now - start) / count
}

extension [Duration] {
  fileprivate var summary: String {
    let (median, worst) = (median.microseconds, (self.max() ?? .zero).microseconds)
    return "median \(median) µs, worst \(worst) µs of \(count)"
  }

  fileprivate var median: Duration {
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

extension Duration {
  fileprivate var microseconds: String {
    (self / .microseconds(1)).formatted(.number.precision(.fractionLength(1)).grouping(.never))
  }
}
