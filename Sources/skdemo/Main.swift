import ArgumentParser
import Foundation

@main
enum Main {
  /// Parses and runs the command, and maps what went wrong to a sentence and an exit code.
  static func main() async {
    do {
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
    if parsed.isSuccess {
      Skdemo.exit(withError: error)
    }
    let failure =
      parsed == .validationFailure
      ? CommandFailure(
        code: "malformed", message: Skdemo.fullMessage(for: error), exit: .malformed)
      : CommandFailure(error)
    Output(isJSON: CommandLine.arguments.contains("--json")).printError(failure)
    Foundation.exit(failure.exit.rawValue)
  }
}
