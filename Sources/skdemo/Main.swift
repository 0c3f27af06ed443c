import ArgumentParser
import Foundation
import OpenStoreKit
import StoreAPI

@main
enum Main {
  /// Parses and runs the command, and maps an error to a sentence and an exit code.
  ///
  /// Without arguments there is nothing to parse: the parser would take a tenth of the start.
  static func main() async {
    do {
      // Whether the command succeeds or not, the device keeps what came last.
      defer { StoreSession.closeProcess() }
      guard arguments.count > 1 else { return try await StorefrontArguments().open() }
      var command = try Skdemo.parseAsRoot(Array(arguments.dropFirst()))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let exit as ExitCode {
      Foundation.exit(exit.rawValue)
    } catch {
      end(with: error)
    }
  }

  private static let arguments = ProcessArguments.current

  private static func end(with error: any Error) -> Never {
    let parsed = Skdemo.exitCode(for: error)
    if parsed.isSuccess { end(printing: Skdemo.fullMessage(for: error)) }
    let failure =
      parsed == .validationFailure
      ? Skdemo.unknownCommand(in: Array(arguments.dropFirst())) ?? .malformed(error)
      : CommandFailure(error)
    // What follows a terminator is another program's.
    Output(isJSON: arguments.prefix { $0 != "--" }.contains("--json")).printError(failure)
    Foundation.exit(failure.exit.rawValue)
  }

  /// Prints what was asked for, such as the help.
  private static func end(printing message: String) -> Never {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    StandardStream.output.write(TerminalText(lines: message.isEmpty ? [] : lines))
    Foundation.exit(EXIT_SUCCESS)
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
