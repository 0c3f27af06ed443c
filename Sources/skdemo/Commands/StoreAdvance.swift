import ArgumentParser
import Foundation
import StoreAPI
import StoreEngine

/// `skdemo store advance`: moves the store's clock forward.
struct StoreAdvance: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advance", abstract: "Move the store's clock forward.",
    discussion: """
      Everything due in between happens, each at its own time. A running clock goes on running, \
      a frozen one stays frozen.
      """)

  @Argument(
    help: ArgumentHelp(
      "How far, in ISO 8601: P1M, P2W, P1DT12H, PT30S.", valueName: "duration"))
  var duration: CalendarDuration?

  @Option(
    help: ArgumentHelp("Until when: 2027-01-31 or 2027-01-31T12:00:00Z.", valueName: "date"))
  var to: MomentArgument?

  @OptionGroup var store: OperatorOptions

  func validate() throws {
    guard (duration == nil) != (to == nil) else {
      throw ValidationError("Say how far, as in P1M, or until when, as in --to 2027-01-31.")
    }
  }

  func run() async throws {
    let opened = try await store.open()
    for move in [duration.map(ClockMove.by), to.map { .to($0.date) }].compactMap(\.self) {
      let advance = try await opened.advance(move).value
      try store.output.print(advance, text: advance.text)
    }
  }
}

extension ClockAdvance {
  fileprivate var text: String {
    let happened = events == 1 ? "1 renewal or expiration" : "\(events) renewals and expirations"
    return "\(from.formatted(.iso8601)) → \(to.formatted(.iso8601)), \(happened)"
  }
}

/// A date of ISO 8601 on the command line; without a time it is midnight, UTC.
struct MomentArgument: ExpressibleByArgument {
  let date: Date

  init?(argument: String) {
    let day = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    let moments = [.iso8601, day].compactMap { try? Date(argument, strategy: $0) }
    guard let date = moments.first else { return nil }
    self.date = date
  }
}

extension CalendarDuration: ExpressibleByArgument {}
