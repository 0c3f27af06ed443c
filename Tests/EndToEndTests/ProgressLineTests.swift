import Foundation
import StandardStreams
import StoreAPI
import StoreOperatorAPI
import Testing

@testable import skdemo

/// The line that shows how far an advance has come.
@Suite struct ProgressLineTests {
  private static let from = Date(timeIntervalSince1970: 1_768_996_800)

  @Test(arguments: [
    (
      80, 0.5, 512,
      "[==========================                           ] 20 Jan 2031  512 events"
    ),
    (50, 0, 0, "[                         ] 21 Jan 2026  0 events"),
    (50, 0.25, 1, "[======                    ] 22 Jul 2028  1 event"),
    (50, 1, 12_345, "[=====================] 19 Jan 2036  12345 events"),
    (40, 1, 12_345, "[===========] 19 Jan 2036  12345 events"),
    (34, 1, 12_345, "[=====] 19 Jan 2036  12345 events"),
    (33, 1, 12_345, "[==================] 19 Jan 2036"),
    (20, 0.5, 512, "[==   ] 20 Jan 2031"),
    (19, 0.5, 512, "20 Jan 2031"),
    (8, 0.5, 512, "20 Jan "),
  ])
  func `the bar has the date and the events as far as they fit`(
    columns: Int, fraction: Double, events: Int, expected: String
  ) {
    let line = ProgressLine(progress: .of(fraction, events: events)).bar(columns: columns)

    #expect(line == expected)
    #expect(line.count < columns)
  }

  @Test func `without a terminal it is a sentence`() {
    #expect(
      ProgressLine(progress: .of(0.5, events: 512)).text
        == "the clock is at 20 Jan 2031, moving to 19 Jan 2036: 512 events")
  }

  @Test func `the bar of an advance by nothing is full`() {
    let progress = OperatorProgress(
      from: Self.from, reached: Self.from, target: Self.from, events: 2)

    #expect(ProgressLine(progress: progress).bar(columns: 40).hasPrefix("[===============]"))
  }
}

/// When the progress is shown.
@Suite struct ProgressDisplayTests {
  @Test func `a bar appears after a second, is drawn again, and is removed at the end`() {
    var display = ProgressDisplay(.bar)
    let early = display.text(.of(0.1, events: 1), elapsed: .milliseconds(999), columns: 40)
    let first = display.text(.of(0.2, events: 2), elapsed: .seconds(1), columns: 40)
    let tooSoon = display.text(.of(0.3, events: 3), elapsed: .milliseconds(1_049), columns: 40)
    let second = display.text(.of(0.4, events: 4), elapsed: .milliseconds(1_050), columns: 20)

    #expect(early == nil && tooSoon == nil)
    #expect(first == "\r[===            ] 21 Jan 2028  2 events\u{1B}[K")
    #expect(second == "\r[==   ] 20 Jan 2030\u{1B}[K")
    #expect(display.end() == "\r\u{1B}[K")
    #expect(display.end() == nil)
  }

  @Test func `a command that ends within a second shows nothing`() {
    var display = ProgressDisplay(.bar)
    #expect(display.text(.of(1, events: 599), elapsed: .milliseconds(500), columns: 80) == nil)
    #expect(display.end() == nil)
  }

  @Test func `without a terminal there is a line every ten seconds`() {
    var display = ProgressDisplay(.lines)
    let texts = [1, 2, 10, 11, 12, 21].map { second in
      display.text(.of(0.5, events: 7), elapsed: .seconds(second), columns: 80)
    }

    let line: TerminalText = "skdemo: \(ProgressLine(progress: .of(0.5, events: 7)).text)\n"
    #expect(texts == [line, nil, nil, line, nil, line])
    #expect(display.end() == nil)
  }

  @Test(
    arguments: [
      (false, true, [:], .bar), (false, false, [:], .lines), (true, true, [:], .nothing),
      (true, false, [:], .nothing), (false, true, ["NO_COLOR": "1"], .lines),
      (false, true, ["NO_COLOR": ""], .bar), (false, true, ["TERM": "dumb"], .lines),
    ] as [(Bool, Bool, [String: String], ProgressDisplay.Style)])
  func `a bar needs a terminal that can erase, and no progress is mixed with JSON`(
    isJSON: Bool, isTerminal: Bool, environment: [String: String], expected: ProgressDisplay.Style
  ) {
    let style = ProgressDisplay.Style(
      isJSON: isJSON, isTerminal: isTerminal, environment: environment)

    #expect(style == expected)
  }

  @Test(arguments: [
    (0.5, 512, "512 renewals, failures and expirations have happened"),
    (0.5, 1, "1 renewal, failure or expiration has happened"),
    (0.4, 512, "everything that was due by then has happened"),
  ])
  func `an interrupted advance says where it stopped and how to go on`(
    fraction: Double, events: Int, expected: String
  ) {
    let date = OperatorProgress.of(0.5, events: 0).reached

    let failure = CommandFailure.stopped(at: date, after: .of(fraction, events: events))

    #expect(
      failure.message
        == "stopped at 2031-01-20T12:00:00Z: \(expected), and nothing after it. To continue, advance "
        + "the same store again with --to 2036-01-19T12:00:00Z")
    #expect(failure.exit == .refused)
  }

  @Test func `without any progress an interrupted advance names no date to go on to`() {
    let date = OperatorProgress.of(0.5, events: 0).reached

    let failure = CommandFailure.stopped(at: date, after: nil)

    #expect(
      failure.message
        == "stopped at 2031-01-20T12:00:00Z: everything that was due by then has happened, and "
        + "nothing after it. To continue, advance the same store again")
  }

  @Test(arguments: [
    (1_768_996_800.0, "2026-01-21T12:00:00Z"), (1_768_996_800.25, "2026-01-21T12:00:00.250Z"),
  ])
  func `the date to go on to is an argument that means the same date`(
    seconds: Double, expected: String
  ) throws {
    let date = Date(timeIntervalSince1970: seconds)

    #expect("\(DateArgument(date))" == expected)
    #expect(try DateArgument.read(expected).date == date)
  }
}

extension OperatorProgress {
  /// Part of the way through 3650 days.
  fileprivate static func of(_ fraction: Double, events: Int) -> OperatorProgress {
    let from = Date(timeIntervalSince1970: 1_768_996_800)
    let time = 3_650.0 * 86_400
    return OperatorProgress(
      from: from, reached: from.addingTimeInterval(time * fraction),
      target: from.addingTimeInterval(time), events: events)
  }
}
