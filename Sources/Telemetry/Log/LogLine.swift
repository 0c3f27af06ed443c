import Foundation
import Logging

/// One line of a log: a JSON object with `time`, `level`, `message`, and what is known beside.
struct LogLine {
  var time: Date
  var level: Logger.Level
  var message: String
  var fields: [String: String]

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The line with its end.
  var data: Data {
    var fields = fields
    fields["time"] = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = level.rawValue
    fields["message"] = message
    guard let line = try? Self.encoder.encode(fields) else { return Data() }
    return line + Data("\n".utf8)
  }
}
