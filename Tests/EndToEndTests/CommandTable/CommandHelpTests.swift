import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import skdemo

/// The help of every command, from which the manual is generated.
@Suite struct CommandHelpTests {
  @Test func `every command has an abstract, and help with examples that it accepts`() throws {
    let commands = DocumentedCommand.all
    try #require(commands.count > 60)
    for command in commands {
      #expect(!command.type.configuration.abstract.isEmpty, "\(command.name)")
      #expect(!command.examples.isEmpty, "\(command.name)")
      for example in command.examples {
        let parsed = CommandLineText(example)?.command
        #expect(parsed.map(command.includes) == true, "\(command.name): \(example)")
      }
    }
  }

  @Test func `every command of skdemo stands in a group of its help`() {
    #expect(Skdemo.configuration.ungroupedSubcommands.isEmpty)
    #expect(
      Skdemo.configuration.groupedSubcommands.map(\.name) == [
        "Shop", "Device", "Screen", "Operator", "Server",
      ])
  }

  @Test func `the manual loses no character of the help and takes no line for a macro`() {
    let help = Skdemo._dumpHelp()
    #expect(help.unicodeScalars.filter { !$0.isASCII } == [])
    for command in DocumentedCommand.all {
      let lines = command.type.configuration.discussion.split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix(".") || $0.hasPrefix("'") }, "\(command.name)")
    }
  }

  @Test(arguments: [
    (["store", "help"], ["help", "store"]),
    (["store", "help", "clock"], ["help", "store", "clock"]),
    (["store", "clock", "help"], ["help", "store", "clock"]),
    (["--data", "help", "store", "help"], ["--data", "help", "help", "store"]),
  ])
  func `help may follow the group that it is about`(typed: [String], usual: [String]) async {
    let run = await CommandRun.inProcess(typed)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("USAGE: skdemo store "))
    #expect(await run.output == CommandRun.inProcess(usual).output)
  }

  @Test func `help says how help is asked for`() async {
    let run = await CommandRun.inProcess(["help", "help"])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("USAGE: skdemo help "))
  }

  @Test(arguments: [["device", "remove", "help"], ["store", "dance", "help"], ["--", "help"]])
  func `help stays where it is not asked for`(arguments: [String]) {
    #expect(CommandPath.movingHelp(in: arguments) == arguments)
  }

  @Test func `every command line in the README and in the documentation is accepted`() throws {
    let articles = FileManager.default.enumerator(
      at: .packageRoot.appending(path: "Sources"), includingPropertiesForKeys: nil)
    let files = (articles?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "md" }
    try #require(files.count > 20)
    var lines = 0
    for file in files + [.packageRoot.appending(path: "README.md")] {
      for line in try String(contentsOf: file, encoding: .utf8).commandLines {
        let typed = try #require(CommandLineText(line))
        #expect(typed.command != nil, "\(file.lastPathComponent): \(line)")
        lines += 1
      }
    }
    #expect(lines > 30)
  }
}

/// A command, by what is typed for it.
private struct DocumentedCommand {
  let name: String
  let type: any ParsableCommand.Type

  static var all: [Self] { Self(name: "skdemo", type: Skdemo.self).tree }

  private var subcommands: [Self] {
    type.configuration.subcommands.map {
      Self(name: "\(name) \($0.configuration.commandName ?? "")", type: $0)
    }
  }

  private var tree: [Self] { [self] + subcommands.flatMap(\.tree) }

  /// The lines at the end of the help that can be typed.
  var examples: [String] {
    let lines = type.configuration.discussion.split(separator: "\n")
    return lines.reversed().prefix { $0.hasPrefix("  ") }.map { $0.dropFirst(2).description }
  }

  /// Whether a command is this one, or one of this group.
  func includes(_ command: any ParsableCommand) -> Bool {
    tree.contains { $0.subcommands.isEmpty && $0.type == Swift.type(of: command) }
  }
}

/// A line that runs skdemo, as a person types it.
private struct CommandLineText {
  /// The words after the program's name.
  let words: [String]

  /// - Returns: `nil` if the line does not run skdemo.
  init?(_ line: String) {
    let code = line.prefix { !"#>&)".contains($0) }
    guard let program = code.firstMatch(of: /\bskdemo\b/) else { return nil }
    words = code[program.range.upperBound...].matches(of: /'([^']*)'|[^\s']+/).map { match in
      match.output.1.map(String.init) ?? (match.output.0 == "ID" ? "7" : String(match.output.0))
    }
  }

  /// The command that the words name; `nil` if it refuses them.
  var command: (any ParsableCommand)? { try? Skdemo.parseAsRoot(words) }
}

extension String {
  /// The lines in blocks of commands that run skdemo.
  fileprivate var commandLines: [String] {
    components(separatedBy: "\n```sh\n").dropFirst().flatMap { block in
      block.components(separatedBy: "\n```")[0].split(separator: "\n").map(String.init)
    }.filter { $0.hasPrefix("skdemo") }
  }
}
