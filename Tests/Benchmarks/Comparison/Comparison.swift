import Foundation

/// Measures two pieces of work in turn, so that a busy machine slows both.
package struct Comparison {
  /// What the ratio of the two times means.
  package enum Measure: String {
    /// The reference's time divided by the subject's: more is better.
    case speed
    /// The subject's time divided by the reference's: less is better.
    case cost
  }

  private let name: String
  private let reference: String
  private let measure: Measure
  private let aim: Double?
  private let rounds: Int
  private let showsRates: Bool

  /// - Parameters:
  ///   - name: What is measured.
  ///   - reference: What it is measured against.
  ///   - measure: The kind of the ratio.
  ///   - aim: The ratio to reach; `nil` if there is none.
  ///   - rounds: How often both are measured.
  ///   - showsRates: Whether the row also has the number of each in a second.
  package init(
    name: String, reference: String, measure: Measure, aim: Double? = nil, rounds: Int = 200,
    showsRates: Bool = false
  ) {
    self.name = name
    self.reference = reference
    self.measure = measure
    self.aim = aim
    self.rounds = rounds
    self.showsRates = showsRates
  }
}

extension Comparison {
  /// Runs both and prints a row of the table.
  ///
  /// The medians go to standard error, because they differ between machines and runs. Each body
  /// returns the duration of its measured part.
  package func run(
    _ subject: () async throws -> Duration, against reference: () async throws -> Duration
  ) async throws {
    var times: (subject: [Duration], reference: [Duration]) = ([], [])
    for round in 0..<(rounds + warmUp) {
      // The second to run finds warmer caches, so the order alternates.
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
    let (subjectText, referenceText) = (
      name + rateText(subject.median), self.reference + rateText(reference.median)
    )
    print("| \(subjectText) | \(referenceText) | \(measure) \(ratio.twoPlaces) | \(aimText) |")
    printDetail("\(name): \(subject.summary); \(self.reference): \(reference.summary)")
  }

  private func rateText(_ time: Duration) -> String {
    guard showsRates else { return "" }
    let rate = (Duration.seconds(1) / time).formatted(
      .number.precision(.fractionLength(0)).grouping(.never))
    return ": \(rate) per second"
  }

  private var aimText: String {
    switch (measure, aim) {
    case (_, nil): ""
    case (.speed, let aim?): "at least \(aim.twoPlaces)"
    case (.cost, let aim?): "at most \(aim.twoPlaces)"
    }
  }
}

/// Prints to standard error, for figures that differ between machines and runs.
package func printDetail(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}

extension Double {
  package var twoPlaces: String {
    formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US")))
  }
}

/// The average duration of `count` runs of `body`.
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
