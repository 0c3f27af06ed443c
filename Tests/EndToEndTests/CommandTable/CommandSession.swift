import Foundation
import TestSupport
import Testing

/// Runs commands with `--json` one after the other, and notes how each ends and what keys it prints.
struct CommandSession {
  let commandLine: CommandLineFixture
  private let tree: CommandTree
  private var environment = ["SKDEMO_PASSWORD": "correct horse"]
  /// For each command its exit code, the code of its error, and what was typed.
  private(set) var endings: [String] = []
  /// For each command with a result every key of its JSON.
  private(set) var keys: Set<String> = []
  /// The commands that have succeeded.
  private(set) var succeeded: Set<String> = []

  init(_ commandLine: CommandLineFixture, _ tree: CommandTree) {
    (self.commandLine, self.tree) = (commandLine, tree)
  }

  /// Sets a variable for the commands that follow.
  mutating func set(_ variable: String, _ value: String) { environment[variable] = value }

  /// Runs commands; a name in braces, such as `{id}`, stands for a value.
  mutating func run(_ lines: String, replacing values: [String: String] = [:]) async throws {
    for line in lines.split(separator: "\n") {
      try await run(words: line.split(separator: " ").map(String.init), values)
    }
  }

  private mutating func run(words: [String], _ values: [String: String]) async throws {
    let typed = words.joined(separator: " ")
    let arguments = words.map { word in
      values.reduce(word) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
    // What follows a terminator is another program's.
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let run = try await commandLine.skdemo(
      arguments[..<end] + ["--json"] + arguments[end...], environment: environment)
    note(run, of: typed)
  }

  /// Notes a run that was made elsewhere.
  mutating func note(_ run: CommandRun, of typed: String) {
    let error = (try? run.errorCode()) ?? nil
    endings.append("\(run.status) \(error.map { "\($0) " } ?? "")\(typed)")
    if run.status == 0 { succeeded.insert(tree.name(of: typed) ?? typed) }
    if error != nil { note(run.errors, as: "failure") }
    if !run.output.isEmpty { note(run.output, as: tree.name(of: typed) ?? typed) }
  }

  /// Notes the keys of a JSON text.
  private mutating func note(_ text: String, as name: String) {
    do {
      keys.formUnion(try JSONShape(text).lines(of: name))
    } catch {
      Issue.record("\(name) prints no JSON: \(text)")
    }
  }
}
