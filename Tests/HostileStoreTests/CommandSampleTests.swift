import ArgumentParser
import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import skdemo

/// The samples, compared with the commands of the program.
@Suite(.hangLimit) struct CommandSampleTests {
  /// The commands that need no sample, and why.
  private static let withoutSample = [
    "serve": "it is the store of other machines, and runs until a signal",
    "run": "it replaces the process",
    "storefront": "it needs a terminal, and is skdemo status without one",
    "store api-key token": "it reads the file of a key first",
    "store notifications listen": "it runs until a signal",
    "watch": "it runs until a signal",
    "logs": "it reads the log of this machine",
    "settings": "it reads the settings of this machine",
    "store backup": "it reads the folder of a store on this machine",
    "store restore": "it makes such a folder",
    "store root export": "it reads such a folder",
    "store root remove": "it changes such a folder",
    "store root renew": "it changes such a folder",
  ]

  /// Operator commands that differ only in the control they send are one command, `ControlCommand`,
  /// and some of them are samples.
  @Test func `each command that asks a store is a sample`() {
    let samples = CommandSample.all + CommandSample.operators + [["sign-in"]]
    let missing = commands(below: Skdemo.self).filter { name, command in
      !"\(command)".hasPrefix("ControlCommand<") && !samples.contains { $0.starts(with: name) }
    }
    #expect(
      missing.map { $0.name.joined(separator: " ") }.sorted() == Self.withoutSample.keys.sorted())
  }

  @Test func `a half restored folder is refused by each sample`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path
    // A restore makes it first, and renames it at the end.
    try PrivateFile.make(folder.url.appending(path: "store.sqlite.draft"))

    for sample in [["sign-in", "--account", "ann"]] + CommandSample.all + CommandSample.operators {
      let end = await CommandSample.run(sample + ["--data", path])

      let advice = "run skdemo store restore FILE --into \(path) again"
      #expect(end.failure?.contains(advice) == true, "\(sample): \(end)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: path)
      #expect(files == ["store.sqlite.draft"], "\(sample)")
    }
    withExtendedLifetime(folder) {}
  }

  /// The commands that do something, by what is typed after `skdemo`.
  private func commands(
    below command: any ParsableCommand.Type, named name: [String] = []
  ) -> [(name: [String], command: any ParsableCommand.Type)] {
    let subcommands = command.configuration.subcommands
    guard !subcommands.isEmpty else { return [(name, command)] }
    return subcommands.flatMap { commands(below: $0, named: name + [$0._commandName]) }
  }
}
