import Dispatch
import Foundation
import Logging
import Synchronization
import Telemetry
import TestSupport
import Testing

@Suite(.hangLimit) struct LogTests {
  @Test func `an event is one line of the log, even with line breaks in its metadata`() {
    let lines = RecordedLog()

    lines.logger.info("an answer", metadata: ["path": "a\nb\"}"])

    #expect(
      lines.text == #"""
        {"level":"info","message":"an answer","path":"a\nb\"}","time":"2026-01-21T12:00:00.000Z"}

        """#)
  }

  @Test(arguments: ["", "plain", "a/b", "ü", "\"", "\\", "\n", "\u{0}", "\u{7F}", "\u{2028}"])
  func `any text of the metadata is read back from the line`(text: String) throws {
    let lines = RecordedLog()

    lines.logger.info("an answer", metadata: [text: "\(text)"])

    let line = try JSONDecoder().decode([String: String].self, from: Data(lines.text.utf8))
    #expect(line[text] == text)
    #expect(lines.text.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
  }

  @Test func `a provider's metadata is in each line, unless the line has its own`() {
    let lines = RecordedLog()
    var logger = lines.logger
    logger.handler.metadataProvider = Logger.MetadataProvider {
      ["trace": "provided", "id": "provided"]
    }

    logger.info("an answer", metadata: ["id": "own"])

    #expect(lines.text.contains(#""trace":"provided""#))
    #expect(lines.text.contains(#""id":"own""#))
  }

  @Test func `a flush returns after every line is written`() async {
    let written = RecordedLog()
    let queue = LogQueue(metrics: PrometheusMetrics(), sink: { written.add($0) })
    for number in 1...1_000 { queue.add(Data("\(number)\n".utf8)) }

    await queue.flush(seconds: 60)

    #expect(written.text == (1...1_000).map { "\($0)\n" }.joined())
  }

  @Test func `a log that is not read drops lines without blocking, and reports their number`()
    async throws
  {
    let (written, metrics) = (RecordedLog(), PrometheusMetrics())
    let (begun, reader) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
    let queue = LogQueue(capacity: 10, metrics: metrics, now: { .fixture }) { lines in
      begun.continuation.yield()
      reader.wait()
      written.add(lines)
    }
    queue.add(Data("first\n".utf8))
    try await limited("the first write") { for await _ in begun.stream { break } }

    for _ in 1...5 { queue.add(Data("next\n".utf8)) }
    for _ in 1...3 { reader.signal() }
    await queue.flush(seconds: 60)

    #expect(
      written.text == #"""
        first
        next
        next
        {"count":"3","level":"warning","message":"lines of the log were dropped",\#
        "time":"2026-01-21T12:00:00.000Z"}

        """#)
    #expect(metrics.text.contains("skdemo_log_lines_dropped_total 3\n"))
  }
}

private final class RecordedLog: Sendable {
  private let lines = Mutex("")

  var text: String { lines.withLock { $0 } }

  var logger: Logger {
    Logger(label: "server") { _ in JSONLines(level: .trace, now: { .fixture }, sink: self.add) }
  }

  func add(_ bytes: Data) { lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
}

/// The contents that a line of the log must not have.
@Suite struct LogSecretTests {
  @Test func `a text that is too long for a log is cut`() {
    let lines = RecordedLog()
    let body = String(repeating: "eyJ", count: 1_000)

    lines.logger.info("an answer", metadata: ["body": "\(body)"])

    #expect(lines.text.contains(String(body.prefix(300)) + "…"))
    #expect(!lines.text.contains(body.prefix(301)))
  }

  @Test func `an error is named by its type and its field, without the value`() {
    struct Answer: Encodable {
      struct Unencodable: Encodable, CustomStringConvertible {
        let description = "the token of a device"
        func encode(to encoder: any Encoder) throws {
          throw EncodingError.invalidValue(
            self, .init(codingPath: encoder.codingPath, debugDescription: description))
        }
      }
      let token = Unencodable()
    }
    let lines = RecordedLog()
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(Answer()) }

    lines.logger.error("an operation failed", metadata: ["error": "\(error?.kind ?? "")"])
    lines.logger.error("an operation failed", error: error)

    #expect(lines.text.ranges(of: #""error":"EncodingError in token""#).count == 2)
    #expect(!lines.text.contains("the token of a device"))
  }
}
