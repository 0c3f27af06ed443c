import ArgumentParser
import Foundation
import OpenStoreKit

@main
enum Main {
  /// Parses and runs the command, and maps an error to a sentence and an exit code.
  ///
  /// Without arguments there is nothing to parse: the parser would take a tenth of the start.
  static func main() async {
    do {
      // Whether the command succeeds or not, the device keeps what came last.
      defer { StoreSession.closeProcess() }
      guard CommandLine.arguments.count > 1 else { return try await StorefrontArguments().open() }
      var command = try Skdemo.parseAsRoot()
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

  private static func end(with error: any Error) -> Never {
    let parsed = Skdemo.exitCode(for: error)
    if parsed.isSuccess { Skdemo.exit(withError: error) }
    // What follows a terminator is another program's.
    let arguments = CommandLine.arguments.prefix { $0 != "--" }
    let output = Output(isJSON: arguments.contains("--json"))
    let failure =
      parsed == .validationFailure
      ? Skdemo.unknownCommand(in: Array(CommandLine.arguments.dropFirst()))
        ?? .malformed(message(of: error, isJSON: output.isJSON)) : CommandFailure(error)
    output.printError(failure)
    Foundation.exit(failure.exit.rawValue)
  }

  /// The sentence alone for programs; people also see how the command is used.
  private static func message(of error: any Error, isJSON: Bool) -> String {
    if isJSON { return Skdemo.message(for: error) }
    return String(Skdemo.fullMessage(for: error).trimmingPrefix("Error: "))
  }
}
