import Foundation
import StoreAPI

/// Prints the result of a command: one JSON object for programs, or lines for people.
struct Output {
  let isJSON: Bool

  /// Prints `report` as JSON, or `text` for a person.
  func print(_ report: some Encodable, text: @autoclosure () -> String) throws {
    Swift.print(isJSON ? try Self.json(report) : text())
  }

  /// Prints `failure` to standard error.
  func printError(_ failure: CommandFailure) {
    let json = try? Self.json(
      ErrorReport(error: .init(code: failure.code, message: failure.message)))
    let text = isJSON ? json : nil
    FileHandle.standardError.write(Data(((text ?? "skdemo: \(failure.message)") + "\n").utf8))
  }

  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      if encoder.codingPath.contains(where: { $0.isTransaction }) {
        try container.encode(date.millisecondsSince1970)
      } else {
        try container.encode(date.formatted(.iso8601))
      }
    }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

/// The JSON of a failure.
private struct ErrorReport: Encodable {
  struct Details: Encodable {
    var code: String
    var message: String
  }

  var error: Details
}

extension CodingKey {
  /// Whether the value below is what the App Store signs, which has dates in milliseconds.
  fileprivate var isTransaction: Bool { ["transaction", "transactions"].contains(stringValue) }
}
