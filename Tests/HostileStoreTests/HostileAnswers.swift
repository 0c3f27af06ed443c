import Foundation
import StoreAPI
import StoreHTTP
import TestSupport

/// The answers of a hostile store, from a seed.
///
/// Half of them have the documented shape, and values that go on: otherwise no device would come past
/// its first question.
struct HostileAnswers: Sendable {
  let seed: UInt64
  let genuine: GenuineValues
  /// The target of a redirection.
  let elsewhere: String

  /// The response to the request with this number.
  func response(to request: HostileStore.Request, number: Int) -> HostileResponse {
    var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
    guard let route = request.route else { return HostileResponse(status: 404, "") }
    let roll = random.roll(400)
    return switch roll {
    case 0: HostileResponse(bytes: Self.endlessHead, mebibytes: 65, end: .closes)
    case 1...3: HostileResponse(bytes: Self.unendedAnswer, end: .keepsOpen)
    case 4...10: HostileResponse(end: .closes)
    case 11...20: redirection(&random, route)
    case 21...50: refusal(&random)
    case 51...70: truncated(&random, route, request)
    case 71...80: HostileResponse(status: 200, Self.garbage[random.roll(Self.garbage.count)])
    case 81...220: answer(&random, route, request, isMutated: true)
    default: answer(&random, route, request, isMutated: false)
    }
  }

  private static let endlessHead = "HTTP/1.1 200 OK\r\ncontent-length: \(65 << 20)\r\n\r\n"
  private static let unendedAnswer = "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"
  private static let garbage = [
    "", "<html>\u{1B}[2J</html>", "null", "[]", "{}", "\u{FEFF}{}", "7", #"{"value":}"#, "\u{0}",
    String(repeating: "[", count: 100_000), #"{"value":{},"value":{}}"#,
  ]

  private func redirection(_ random: inout SeededGenerator, _ route: Route) -> HostileResponse {
    HostileResponse(
      status: [301, 302, 303, 307, 308][random.roll(5)], "",
      headers: ["location: \(elsewhere)\(route.path)"])
  }

  /// A refusal with any code and any status, half of them not as documented.
  private func refusal(_ random: inout SeededGenerator) -> HostileResponse {
    let codes = StoreErrorCode.allCases.map(\.schema) + RequestError.Code.allCases.map(\.schema)
    var sampler = SchemaSampler(random: random)
    var document = sampler.value(codes[random.roll(codes.count)])
    if random.chance(of: 2) { document = document.mutated(&random) }
    return HostileResponse(
      status: [400, 401, 404, 409, 418, 422, 429, 500, 503][random.roll(9)], document.text,
      headers: ["retry-after: \(Mutation.numbers[random.roll(Mutation.numbers.count)])"])
  }

  private func truncated(
    _ random: inout SeededGenerator, _ route: Route, _ request: HostileStore.Request
  ) -> HostileResponse {
    let text = body(&random, route, request, isMutated: false)
    return HostileResponse(status: 200, String(text.prefix(random.roll(text.count + 1))))
  }

  private func answer(
    _ random: inout SeededGenerator, _ route: Route, _ request: HostileStore.Request,
    isMutated: Bool
  ) -> HostileResponse {
    let acceptsEvents = request.head.lowercased().contains("text/event-stream")
    guard acceptsEvents, route.format == .events || random.chance(of: 2) else {
      return HostileResponse(
        status: 200, body(&random, route, request, isMutated: isMutated),
        headers: ["content-type: application/json"])
    }
    let events = (0..<random.roll(4)).map { _ in
      event(&random, route, request, isMutated: isMutated)
    }
    return HostileResponse(
      bytes: "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n" + events.joined(),
      end: random.chance(of: 4) ? .keepsOpen : .closes)
  }

  private func event(
    _ random: inout SeededGenerator, _ route: Route, _ request: HostileStore.Request,
    isMutated: Bool
  ) -> String {
    let kind: ServerSentEvent.Kind =
      route.progress == nil ? .update : [.progress, .progress, .answer][random.roll(3)]
    var value: JSON
    if kind == .progress, let progress = route.progress {
      var sampler = SchemaSampler(random: random)
      value = sampler.value(progress)
    } else {
      value = sample(&random, route, request)
    }
    if isMutated { value = value.mutated(&random) }
    return "id: \(random.roll(9))\nevent: \(kind.rawValue)\ndata: \(value.text)\n\n"
  }

  private func body(
    _ random: inout SeededGenerator, _ route: Route, _ request: HostileStore.Request,
    isMutated: Bool
  ) -> String {
    let value = sample(&random, route, request)
    return (isMutated ? value.mutated(&random) : value).text
  }

  private func sample(
    _ random: inout SeededGenerator, _ route: Route, _ request: HostileStore.Request
  ) -> JSON {
    var sampler = SchemaSampler(random: random)
    sampler.known = { genuine.value(of: $1, in: $0, answering: request) }
    sampler.tokens = genuine.tokens
    defer { random = sampler.random }
    return sampler.value(route.output)
  }
}
