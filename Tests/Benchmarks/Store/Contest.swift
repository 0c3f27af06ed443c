import Foundation

/// Two pieces of work that are measured in turn, so that a busy minute of the machine hits both.
struct Contest {
  /// Which way a ratio reads.
  enum Measure: String {
    /// How much of the reference's speed is reached: more is better.
    case speed
    /// How many times the reference's time is needed: less is better.
    case cost
  }

  let name: String
  let reference: String
  let measure: Measure
  /// What is hoped for; `nil` where nothing is.
  var aim: Double?
  var rounds = 200
}

extension Contest {
  /// Runs both and prints a row of the table; the medians themselves go to standard error,
  /// because they hold on one machine and in one minute only.
  ///
  /// Each body returns how long the part of it took that counts.
  func run(
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
    report(times.subject.median, times.reference.median)
  }

  private var warmUp: Int { max(4, rounds / 10) }

  private func report(_ subject: Duration, _ reference: Duration) {
    let ratio =
      switch measure {
      case .speed: reference / subject
      case .cost: subject / reference
      }
    print("| \(name) | \(self.reference) | \(measure) \(Self.text(ratio)) | \(aimText) |")
    let medians =
      "\(name): \(subject.microseconds) µs, \(self.reference): \(reference.microseconds) µs"
    FileHandle.standardError.write(Data("\(medians) (medians of \(rounds))\n".utf8))
  }

  private var aimText: String {
    switch (measure, aim) {
    case (_, nil): ""
    case (.speed, let aim?): "at least \(Self.text(aim))"
    case (.cost, let aim?): "at most \(Self.text(aim))"
    }
  }

  private static func text(_ ratio: Double) -> String {
    ratio.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US")))
  }
}

/// How long `count` repetitions of `body` take on average.
func timed(_ count: Int = 1, _ body: () async throws -> Void) async rethrows -> Duration {
  let start = ContinuousClock.now
  for _ in 0..<count { try await body() }
  return (ContinuousClock.now - start) / count
}

extension [Duration] {
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
