import Foundation
import TestSupport
import Testing

/// The commands of the binary, as its own parser lists them.
struct CommandTree: Decodable {
  private struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var defaultSubcommand: String?

    /// The commands that do something, by what is typed after `skdemo`.
    func leaves(under path: [String] = []) -> [[String]: [String]] {
      let subcommands = (subcommands ?? []).filter { $0.commandName != "help" }
      guard !subcommands.isEmpty else { return [path: path] }
      let own = defaultSubcommand.map { [path: path + [$0]] } ?? [:]
      return subcommands.reduce(into: own) { leaves, command in
        leaves.merge(command.leaves(under: path + [command.commandName])) { $1 }
      }
    }
  }

  private let command: Command

  /// The names of all commands that do something, such as `store clock freeze`.
  var names: [String] {
    Set(command.leaves().values).map { $0.joined(separator: " ") }.sorted()
  }

  /// The name of the command that typed words begin with.
  func name(of typed: String) -> String? {
    let words = typed.split(separator: " ").map(String.init)
    let fitting = command.leaves().filter { words.starts(with: $0.key) }
    return fitting.max { $0.key.count < $1.key.count }?.value.joined(separator: " ")
  }

  static func read() async throws -> CommandTree {
    let run = try await CommandRun.inProcess(["--experimental-dump-help"]).succeeded()
    return try JSONDecoder().decode(CommandTree.self, from: Data(run.output.utf8))
  }
}
