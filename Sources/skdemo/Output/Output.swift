import AppStorePayloads
import Foundation
import StandardStreams
import StoreAPI

/// Prints the result of a command: one JSON object for programs, or lines for people.
struct Output {
  let isJSON: Bool
  /// Whether the output is the result of a change that was made.
  private(set) var isOfChange = false

  init(isJSON: Bool) { self.isJSON = isJSON }

  /// The same output, for the result of a change that was made.
  var afterChange: Output {
    var output = self
    output.isOfChange = true
    return output
  }

  /// Prints `report` as JSON, or `lines` for a person.
  ///
  /// - Throws: ``StoreAPI/OutputError`` if it cannot be written; after a change ``CommandFailure``,
  ///   which says what was done.
  func print(_ report: some Encodable, lines: @autoclosure () -> [String]) throws {
    let json = isJSON ? TerminalText(json: try Self.json(report) + "\n") : nil
    do throws(OutputError) {
      try StandardStream.output.writeResult(json ?? TerminalText(lines: lines()))
    } catch {
      guard isOfChange else { throw error }
      throw CommandFailure.unwritten(lines(), because: error)
    }
  }

  /// Prints `report` as JSON, or one line of text for a person.
  func print(_ report: some Encodable, text: @autoclosure () -> String) throws {
    try print(report, lines: [text()])
  }

  /// Prints one entry of a stream: a line of JSON, or a line of text for a person.
  ///
  /// - Throws: ``StoreAPI/OutputError`` if it cannot be written.
  func printEntry(_ report: some Encodable, text: @autoclosure () -> String) throws {
    let json =
      isJSON ? TerminalText(json: try Self.json(report, isOneLine: true) + "\n") : nil
    try StandardStream.output.writeResult(json ?? TerminalText(lines: [text()]))
  }

  /// Prints `failure` to standard error.
  func printError(_ failure: CommandFailure) {
    let report = ["error": ["code": failure.code, "message": failure.message]]
    let json = isJSON ? try? Self.json(report) + "\n" : nil
    let text: TerminalText = "skdemo: \(failure.localMessage ?? failure.message)\n"
    StandardStream.error.write(
      json.map(TerminalText.init(json:)) ?? text + TerminalText(lines: failure.usage))
  }

  /// The JSON of a report, as it can be written to a terminal.
  static func json(_ value: some Encodable, isOneLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      if encoder.codingPath.contains(where: { $0.isSigned }) {
        try container.encode(date.millisecondsSince1970)
      } else {
        try container.encode(date.formatted(.iso8601))
      }
    }
    return TerminalText(json: String(decoding: try encoder.encode(value), as: UTF8.self)).text
  }
}

extension CodingKey {
  /// Whether the value has the App Store's signed form, with dates in milliseconds.
  fileprivate var isSigned: Bool {
    ["transaction", "transactions", "renewalInfo"].contains(stringValue)
  }
}
