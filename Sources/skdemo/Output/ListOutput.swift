import Foundation
import StandardStreams
import TerminalUI

/// Prints a list page by page, so that a list of any length takes the memory of one page: one JSON
/// object for programs, or lines for people.
///
/// The object has the list under its key, then `isComplete`, and if that is false `incomplete` with
/// the code and the sentence that explain what is missing.
struct ListOutput {
  private let output: Output
  private let key: String
  private let emptyText: String
  /// The JSON of the lists before this one: the keys of the object so far.
  private var earlier = "{"
  private var widths: [Int] = []
  private var isEmpty = true

  /// - Parameters:
  ///   - output: The command's output.
  ///   - key: The list's key in JSON.
  ///   - emptyText: The line for people if there is nothing.
  init(_ output: Output, key: String, emptyText: String) {
    self.output = output
    self.key = key
    self.emptyText = emptyText
  }

  /// Prints a short list before this one, under a key of its own.
  ///
  /// - Throws: ``StoreAPI/OutputError`` if it cannot be written.
  mutating func print(_ values: some Encodable, under key: String, rows: [[String]]) throws {
    if output.isJSON {
      earlier = String(try Output.json([key: values]).dropLast(2)) + ","
    } else {
      try StandardStream.output.writeResult(TerminalText(lines: Table(rows).lines))
    }
  }

  /// Prints a page: the values as JSON, or the rows in columns that are never narrower than those of the
  /// pages before.
  ///
  /// - Throws: ``StoreAPI/OutputError`` if it cannot be written.
  mutating func print(_ values: [some Encodable], rows: @autoclosure () -> [[String]]) throws {
    guard !values.isEmpty else { return }
    defer { isEmpty = false }
    if output.isJSON {
      try write(json: isEmpty ? opening : ",", elements(values))
    } else {
      let table = Table(rows(), atLeast: widths)
      widths = table.widths
      try StandardStream.output.writeResult(TerminalText(lines: table.lines))
    }
  }

  /// Ends the list.
  ///
  /// - Parameter failure: The reason why the list is incomplete; `nil` if it is complete.
  /// - Throws: The failure, so that the command ends with it.
  func end(_ failure: CommandFailure? = nil) throws {
    if output.isJSON {
      try write(json: isEmpty ? opening : "", "\n  ],\n", closing(failure), "\n")
    } else if isEmpty, failure == nil {
      try StandardStream.output.writeResult("\(emptyText)\n")
    }
    if let failure { throw failure }
  }

  private func write(json parts: any StringProtocol...) throws {
    try StandardStream.output.writeResult(TerminalText(json: parts.map { String($0) }.joined()))
  }

  private var opening: String { "\(earlier)\n  \"\(key)\" : [" }

  /// The elements of a page as they appear between the brackets of the list.
  private func elements(_ values: [some Encodable]) throws -> Substring {
    let text = try Output.json([key: values])
    let body = text.drop { $0 != "[" }.dropFirst()
    let end = body.lastIndex(of: "]") ?? body.endIndex
    return body[..<end].trimmingSuffix { $0.isWhitespace }
  }

  /// The keys after the list, without the opening brace of their object.
  private func closing(_ failure: CommandFailure?) throws -> Substring {
    let incomplete = failure.map { ["code": $0.code, "message": $0.message] }
    return try Output.json(Ending(isComplete: failure == nil, incomplete: incomplete)).dropFirst(2)
  }

  private struct Ending: Encodable {
    var isComplete: Bool
    var incomplete: [String: String]?
  }
}
