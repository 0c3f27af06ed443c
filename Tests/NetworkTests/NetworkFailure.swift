import TestSupport

/// The proxy's treatment of one request.
enum NetworkFailure: CaseIterable, Sendable {
  case noError
  /// The request is forwarded after a delay.
  case delayed
  /// The connection is closed and the request is not forwarded.
  case lostRequest
  /// The connection is closed in the middle of the response's body.
  case truncatedResponse
  /// The request is forwarded twice.
  case duplicated
  /// The request is forwarded again after its response was sent.
  case lateCopy
  /// The response is held back until another request has been answered.
  case reorderedResponse
  /// The request is not forwarded. The response is 502, in HTML.
  case badGateway
  /// The request is forwarded, but the response is replaced by 503, in HTML.
  case replacedByUnavailable
  /// The request is forwarded, but the response is replaced by 200, in HTML.
  case replacedByHTML
}

/// The faults of one sender's requests.
///
/// They depend on the seed and the sender only, not on other senders' requests.
struct FaultSchedule {
  private var generator: SeededGenerator

  init(seed: UInt64, sender: String) {
    let mixed = sender.utf8.reduce(seed) { ($0 &* 1_099_511_628_211) ^ UInt64($1) }
    generator = SeededGenerator(seed: mixed)
  }

  /// Returns no fault for half of the requests.
  mutating func next() -> NetworkFailure {
    let faults = NetworkFailure.allCases.filter { $0 != .noError }
    return generator.chance(of: 2) ? .noError : faults[generator.roll(faults.count)]
  }

  /// How many bytes of a body are sent before the connection is closed.
  mutating func truncatedLength(of length: Int) -> Int { generator.roll(max(1, length)) }

  /// How many chunks of a stream are sent before the connection is closed.
  mutating func chunksOfStream() -> Int { 1 + generator.roll(20) }

  /// In milliseconds.
  mutating func delay() -> Int { 1 + generator.roll(80) }
}
