import Foundation
import Logging
import StoreAPI

/// One line of a log: a JSON object with `time`, `level`, `message`, and what is known beside.
struct LogLine {
  var time: Date
  var level: Logger.Level
  var message: String
  var fields: [String: String]

  /// The line with its end.
  var data: Data {
    var fields = fields
    fields["time"] = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    fields["level"] = level.rawValue
    fields["message"] = message
    guard let line = try? JSONEncoder.payload.encode(fields) else { return Data() }
    return line + Data("\n".utf8)
  }
}
