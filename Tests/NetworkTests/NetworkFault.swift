import TestSupport

/// What happens to one request on its way.
enum NetworkFault: CaseIterable, Sendable {
  case fair
  /// It takes a while.
  case delayed
  /// It never arrives: the connection is cut.
  case lostRequest
  /// It arrives, and its answer is cut in the middle of the body.
  case cutAnswer
  /// It arrives twice.
  case duplicated
  /// It arrives, and once more when everything is over.
  case lateCopy
  /// Its answer waits until another has passed.
  case reordered
  /// A server on the way refuses it with 502, in HTML.
  case refused
  /// It arrives, but a server on the way answers 503 in its place.
  case refusedAfterwards
  /// It arrives, and something else comes back with a 200.
  case garbage
}

/// The weather of each traveller: the same for the same seed, however many others are on the way.
struct FaultSchedule {
  private var generator: SeededGenerator

  init(seed: UInt64, traveller: String) {
    let mixed = traveller.utf8.reduce(seed) { ($0 &* 1_099_511_628_211) ^ UInt64($1) }
    generator = SeededGenerator(seed: mixed)
  }

  /// Fair every second time.
  mutating func next() -> NetworkFault {
    let bad = NetworkFault.allCases.filter { $0 != .fair }
    return generator.chance(of: 2) ? .fair : bad[generator.roll(bad.count)]
  }

  /// Where an answer of so many bytes is cut.
  mutating func cut(of length: Int) -> Int { generator.roll(max(1, length)) }

  /// How many pieces of a stream pass before it is cut.
  mutating func piecesOfStream() -> Int { 1 + generator.roll(20) }

  /// Milliseconds that a delayed request takes.
  mutating func delay() -> Int { 1 + generator.roll(80) }
}
