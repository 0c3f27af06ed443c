import Foundation
import Telemetry
import VisibleText

/// A line of the log: its date, its level and its text.
struct LogLine: Hashable, Sendable {
  /// `nil` for a line that another part of the process has written to standard error.
  var date: Date?
  /// `nil` for a line that another part of the process has written to standard error.
  var level: LogLevel?
  var text: String

  init(_ level: LogLevel, _ text: String, at date: Date) {
    (self.date, self.level, self.text) = (date, level, text)
  }

  /// Reads a line of the file.
  init(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    text = line
    guard words.count == 3, let date = try? Date(String(words[0]), strategy: Self.style),
      let level = LogLevel(rawValue: String(words[1]))
    else { return }
    (self.date, self.level, text) = (date, level, String(words[2]))
  }

  /// The maximum length of a text in the file, in bytes; a longer one is cut off.
  static let textLimit = 4 * 1024

  /// The line in the file, without its end; a line of text cannot become two.
  var description: String {
    let text = text.cutOff(atByte: Self.textLimit).escapingControls.cutOff(atByte: Self.textLimit)
    guard let date, let level else { return text }
    return "\(date.formatted(Self.style)) \(level.rawValue) \(text)"
  }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension String {
  /// The text, or its beginning and "…" if it has more than `limit` bytes.
  fileprivate func cutOff(atByte limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit - "…".utf8.count)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return String(self[..<end]) + "…"
  }
}
