import ArgumentParser
import Foundation
import StoreAPI
import StoreOperatorAPI

extension StoreCommand {
  struct Advance: ControlArguments {
    static let configuration = CommandConfiguration(
      abstract: "Move the store's clock forward.",
      discussion: """
        Everything that is due in between happens at its own time. A running clock continues to run, \
        and a frozen one stays frozen. After a second the command shows its progress. The interrupt \
        key ends it: then everything before the date that it prints has happened, and nothing after.
        """,
      examples: ["skdemo store advance P1M", "skdemo store advance --to 2027-01-31"])

    @Argument(
      help: ArgumentHelp(
        "By how much, in ISO 8601: P1M, P2W, P1DT12H, PT30S.", valueName: "duration"),
      transform: CalendarDuration.read)
    var duration: CalendarDuration?

    @Option(
      help: ArgumentHelp("Until when: 2027-01-31 or 2027-01-31T12:00:00Z.", valueName: "date"),
      transform: DateArgument.read)
    var to: DateArgument?

    var command: OperatorCommand {
      get throws {
        switch (duration, to) {
        case (let duration?, nil): .advance(move: .by(duration))
        case (nil, let to?): .advance(move: .to(to.date))
        default:
          throw ValidationError("Give a duration, as in P1M, or a date, as in --to 2027-01-31.")
        }
      }
    }

    func validate() throws { _ = try command }
  }
}

extension ProgressDisplay.Style {
  /// The style for this process's terminal and environment.
  static func standard(isJSON: Bool) -> Self {
    Self(
      isJSON: isJSON, isTerminal: Prompt.writesToTerminal,
      environment: ProcessInfo.processInfo.environment)
  }
}
