import ArgumentParser
import Foundation
import OpenStoreKit
import StoreAPI
import StoreHTTP

@main
enum Main {
  /// Parses and runs the command, and maps an error to a sentence and an exit code.
  ///
  /// Without arguments there is nothing to parse: the parser would take a tenth of the start.
  static func main() async {
    do {
      // Whether the command succeeds or not, the device keeps what came last.
      defer { StoreSession.closeProcess() }
      let notice = WaitingNotice()
      try await HTTPStore.Settings.noticing({ notice.show($0) }) { try await run() }
    } catch let exit as ExitCode {
      Foundation.exit(exit.rawValue)
    } catch {
      end(with: error)
    }
  }

  private static func run() async throws {
    guard arguments.count > 1 else { return try await StorefrontArguments().open() }
    var command = try Skdemo.parseAsRoot(Array(arguments.dropFirst()))
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      try command.run()
    }
  }

  private static let arguments = ProcessArguments.current

  private static func end(with error: any Error) -> Never {
    // What follows a terminator is another program's.
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    guard let failure = failure(of: error, isJSON) else { Foundation.exit(EXIT_SUCCESS) }
    Output(isJSON: isJSON).printError(failure)
    Foundation.exit(failure.exit.rawValue)
  }

  /// The failure for an error; `nil` if the error is output that was asked for, such as the help,
  /// which is printed.
  private static func failure(of error: any Error, _ isJSON: Bool) -> CommandFailure? {
    let parsed = Skdemo.exitCode(for: error)
    guard parsed.isSuccess || parsed == .validationFailure else { return CommandFailure(error) }
    let path = CommandPath(Array(arguments.dropFirst()))
    if let failure = path.failure(isJSON: isJSON) { return failure }
    guard parsed.isSuccess else { return .malformed(error) }
    do {
      try print(Skdemo.fullMessage(for: error))
      return nil
    } catch {
      return CommandFailure(error)
    }
  }

  /// Prints what was asked for.
  private static func print(_ message: String) throws(UnwrittenOutput) {
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
