import ArgumentParser
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StandardStreams
import StoreHTTPClient

@main
enum Main {
  static func main() async {
    Foundation.exit(await exitCode(of: Array(ProcessArguments.current.dropFirst())))
  }

  /// Parses and runs a command line without the program's name, and maps an error to a sentence and
  /// an exit code.
  static func exitCode(of arguments: [String]) async -> Int32 {
    let arguments = CommandPath.movingHelp(in: arguments)
    do {
      // Whether or not the command succeeds, the device keeps its latest state.
      defer { StoreSession.closeProcess() }
      let notice = WaitingNotice()
      try await HTTPStore.Settings.noticing({ notice.show($0) }) {
        try await runAndSend(arguments)
      }
      return EXIT_SUCCESS
    } catch let exit as ExitCode {
      return exit.rawValue
    } catch {
      return exitCode(reporting: error, of: arguments)
    }
  }

  /// Runs a command, and sends the notifications of what has happened, whether or not it succeeds.
  ///
  /// What cannot be sent now stays in the store, and the next program that uses the store sends it.
  private static func runAndSend(_ arguments: [String]) async throws {
    do {
      try await run(arguments)
    } catch {
      try? await LocalStore.sendDueNotifications()
      throw error
    }
    try? await LocalStore.sendDueNotifications()
  }

  /// Without arguments there is nothing to parse: the parser would take a tenth of the start.
  private static func run(_ arguments: [String]) async throws {
    guard !arguments.isEmpty else { return try await StorefrontArguments().open() }
    // The parser also completes what is typed in a shell, for which it may have to read the store.
    var command = try await Skdemo.asyncParseAsRoot(arguments)
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  private static func exitCode(reporting error: any Error, of arguments: [String]) -> Int32 {
    // The arguments after a terminator are another program's.
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    guard var failure = failure(of: error, arguments, isJSON) else { return EXIT_SUCCESS }
    if CommandPath(arguments).isOperators { failure.localMessage = nil }
    Output(isJSON: isJSON).printError(failure)
    return failure.exit.rawValue
  }

  /// The failure for an error; `nil` if the error is requested output, such as the help, which is
  /// printed.
  private static func failure(
    of error: any Error, _ arguments: [String], _ isJSON: Bool
  ) -> CommandFailure? {
    let parsed = Skdemo.exitCode(for: error)
    guard parsed.isSuccess || parsed == .validationFailure else { return CommandFailure(error) }
    if let failure = CommandPath(arguments).failure(isJSON: isJSON) { return failure }
    guard parsed.isSuccess else { return .malformed(error) }
    do {
      try print(Skdemo.fullMessage(for: error))
      return nil
    } catch {
      return CommandFailure(error)
    }
  }

  /// Prints the requested output.
  private static func print(_ message: String) throws(OutputError) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try StandardStream.output.writeResult(TerminalText(lines: message.isEmpty ? [] : lines))
  }
}

extension CommandFailure {
  /// The failure of a command line that the parser refuses: its sentence, and how the command is used.
  fileprivate static func malformed(_ error: any Error) -> CommandFailure {
    let message = Skdemo.message(for: error)
    let usage = Skdemo.fullMessage(for: error).trimmingPrefix("Error: ").trimmingPrefix(message)
    var failure = malformed(message)
    failure.usage = usage.split(separator: "\n").map(String.init)
    return failure
  }
}
