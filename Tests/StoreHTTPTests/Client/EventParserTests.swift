import HTTPService
import StoreHTTP
import StoreHTTPClient
import TestSupport
import Testing

@Suite struct EventParserTests {
  @Test func `the server's events are read, and heartbeats are skipped`() throws {
    let text =
      SSEHeartbeatHandler.comment
      + ServerSentEvent(.update, id: 7, data: #"{"value":1}"#).text
      + SSEHeartbeatHandler.comment
      + ServerSentEvent(.error, data: #"{"error":{}}"#).text

    #expect(
      try read(text) == [
        .init(name: "update", id: "7", data: #"{"value":1}"#),
        .init(name: "fault", id: "7", data: #"{"error":{}}"#),
      ])
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func `a line may end with LF, CR or CRLF`(end: String) throws {
    let text = ["event: update", "id: 1", "data: a", "data:b", "", "data:  c", "", ""]
      .joined(separator: end)

    #expect(
      try read(text) == [
        .init(name: "update", id: "1", data: "a\nb"), .init(id: "1", data: " c"),
      ])
  }

  @Test func `a truncated event is not returned, nor is one without data`() throws {
    #expect(try read("event: update\nid: 3\n\ndata: cut\n") == [])
  }

  @Test func `a byte order mark, unknown fields and an invalid ID are ignored`() throws {
    #expect(
      try read("\u{FEFF}data: a\nretry: 5\nid: 1\0\ncolour\n\n") == [.init(data: "a")])
  }

  @Test func `an event that never ends is refused at the size limit`() {
    #expect(throws: EventParser.EventTooLongError()) {
      var parser = EventParser(limit: 100)
      for _ in 0..<20 { _ = try parser.events(in: "data: 12345\n".utf8) }
    }
    #expect(throws: EventParser.EventTooLongError()) {
      var parser = EventParser(limit: 100)
      _ = try parser.events(in: String(repeating: "x", count: 101).utf8)
    }
  }

  @Test func `comments do not count towards the size limit`() throws {
    var parser = EventParser(limit: 100)
    for _ in 0..<10_000 { _ = try parser.events(in: ":\n: still here\n\n".utf8) }
    for _ in 0..<10_000 { _ = try parser.events(in: ": and no event between\n".utf8) }

    #expect(try parser.events(in: "data: a\n\n".utf8) == [.init(data: "a")])
  }

  @Test(arguments: 0..<20)
  func `the sizes of the received chunks make no difference`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let parts = [
      "data: ü🚗", "data:", "id: 12", "event: update", ":", ": beat", "\n", "\r\n", "\r", "\n\n",
      "\u{FEFF}", "x", "retry: 1", " ",
    ]
    let text = (0..<60).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    let whole = try read(text)

    for _ in 0..<50 {
      var parser = EventParser()
      var events: [EventParser.Event] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(.random(in: 1...7, using: &generator))
        events += try parser.events(in: chunk)
        rest = rest.dropFirst(chunk.count)
      }
      #expect(events == whole)
    }
  }

  @Test(arguments: 0..<20) func `random bytes do not crash the parser`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var parser = EventParser(limit: 200)
    for _ in 0..<500 {
      let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
      do {
        _ = try parser.events(in: bytes)
      } catch {
        parser = EventParser(limit: 200)
      }
    }
  }

  private func read(_ text: String) throws -> [EventParser.Event] {
    var parser = EventParser()
    return try parser.events(in: text.utf8)
  }
}
