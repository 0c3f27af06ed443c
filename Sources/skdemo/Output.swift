import Foundation
import StoreAPI

/// What commands print: one JSON object for programs, or lines for people.
struct Output {
  let isJSON: Bool

  /// Prints `report` as JSON, or `text` for a person.
  func print(_ report: some Encodable, text: @autoclosure () -> String) throws {
    Swift.print(isJSON ? try Self.json(report) : text())
  }

  /// Prints `failure` where errors go.
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

/// How every command says in JSON that it failed.
private struct ErrorReport: Encodable {
  struct Details: Encodable {
    var code: String
    var message: String
  }

  var error: Details
}

extension CodingKey {
  /// Below it stands what the App Store signs, which writes dates in milliseconds.
  fileprivate var isTransaction: Bool { ["transaction", "transactions"].contains(stringValue) }
}
