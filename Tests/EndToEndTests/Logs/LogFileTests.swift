import Foundation
import PrivateFiles
import Telemetry
import TestSupport
import Testing

@testable import skdemo

/// The storefront's log.
@Suite struct LogFileTests {
  private let folder: TemporaryFolder
  private let log: LogFile
  private let date = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    folder = try TemporaryFolder()
    log = LogFile(url: folder.url.appending(path: "state/skdemo.log"), level: .info)
  }

  @Test func `a line is read as it was recorded`() throws {
    log.record(.warning, "the store does not answer", at: date)

    #expect(try log.lines() == [LogLine(.warning, "the store does not answer", at: date)])
    #expect(PrivateFile.permissions(of: log.url) == 0o600)
  }

  @Test func `a text with a line end stays one line`() throws {
    log.record(.info, "one\ntwo", at: date)

    #expect(try log.lines().count == 1)
  }

  @Test func `what is less important than the log's level is not recorded`() throws {
    log.record(.debug, "detail", at: date)
    log.record(.info, "start", at: date)
    log.record(.error, "end", at: date)

    #expect(try log.lines().map(\.text) == ["start", "end"])
  }

  @Test func `a line that another part has printed has no date and no level`() throws {
    log.record(.info, "start", at: date)
    let descriptor = try FileHandle(forWritingTo: log.url)
    try descriptor.seekToEnd()
    try descriptor.write(contentsOf: Data("Fatal error: no car\n".utf8))

    let last = try #require(try log.lines().last)
    #expect(last.level == nil && last.date == nil && last.text == "Fatal error: no car")
  }

  @Test func `a log keeps its latest lines, and whole ones`() throws {
    let text = String(repeating: "x", count: 1_000)
    for number in 0..<400 { log.record(.info, "\(number) \(text)", at: date) }

    #expect(try #require(PrivateFile.size(of: log.url)) <= LogFile.sizeLimit)
    let lines = try log.lines()
    #expect(lines.last?.text.hasPrefix("399 ") == true)
    #expect(lines.allSatisfy { $0.level == .info && $0.text.hasSuffix(text) })
  }

  @Test(arguments: ["é", "\u{1B}", "x", "🏎️"])
  func `a record that is too long is cut off, and drops no others`(character: String) throws {
    log.record(.info, "before", at: date)
    log.record(.info, String(repeating: character, count: 1_000_000), at: date)

    let lines = try log.lines()
    let long = try #require(lines.last?.text)
    #expect(lines.map(\.level) == [.info, .info] && lines[0].text == "before")
    #expect(long.utf8.count <= LogLine.textLimit && long.utf8.count > LogLine.textLimit - 32)
    #expect(long.hasSuffix("…") && !long.contains("\u{FFFD}"))
  }

  @Test func `text that others print does not make the log longer than its limit`() throws {
    log.record(.info, "before", at: date)
    let descriptor = try FileHandle(forWritingTo: log.url)
    for length in [100, 2 * LogFile.sizeLimit] {
      try descriptor.seekToEnd()
      let lines = String(repeating: String(repeating: "y", count: length) + "\n", count: 3_000)
      try descriptor.write(contentsOf: Data(lines.utf8.prefix(4 * LogFile.sizeLimit)))
      log.record(.info, "after", at: date)

      #expect(try #require(PrivateFile.size(of: log.url)) <= LogFile.sizeLimit)
      #expect(try log.lines().last == LogLine(.info, "after", at: date))
    }
    #expect(PrivateFile.permissions(of: log.url) == 0o600)
  }

  @Test func `without a file the log is empty`() throws {
    #expect(try log.lines().isEmpty)
  }
}
