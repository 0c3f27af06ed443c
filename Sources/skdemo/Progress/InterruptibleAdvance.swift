import Foundation
import StoreAPI
import StoreOperatorAPI

/// An advance of the store's clock that shows its progress and that a signal ends.
struct InterruptibleAdvance {
  let store: any StoreOperator
  let printer: ProgressPrinter

  /// Performs the command.
  ///
  /// - Throws: The store's errors, and ``CommandFailure`` that says where the clock stopped if a signal
  ///   has ended it.
  func perform(_ command: OperatorCommand) async throws -> Answer<OperatorResult> {
    defer { printer.end() }
    return try await Interruptible.run { [store, printer] in
      try await store.perform(command) { printer.show($0) }
    } failure: {
      try await failure()
    }
  }

  /// The failure that says at which time the clock has stopped.
  ///
  /// An advance by zero waits until the interrupted one has ended, even in a remote store. It
  /// settles the rest of what is due at that time.
  private func failure() async throws -> CommandFailure {
    let rest = try await store.perform(.advance(move: .by(.zero)))
    var progress = printer.last
    if case .advanced(_, _, let events, _) = rest.value { progress?.events += events }
    return .stopped(at: rest.time.now, after: progress)
  }
}

extension CommandFailure {
  /// The failure of an advance that a signal has ended at `date`.
  ///
  /// The number of events is known only if the last progress is that of this date. The advice
  /// contains no command line, which would have to name the same store.
  static func stopped(at date: Date, after progress: OperatorProgress?) -> CommandFailure {
    let events = progress?.reached == date ? progress?.events : nil
    let happened =
      switch events {
      case nil: "everything that was due by then has happened"
      case 1: "1 renewal, failure or expiration has happened"
      case let count?: "\(count) renewals, failures and expirations have happened"
      }
    let target = progress.map { " with --to \(DateArgument($0.target))" } ?? ""
    return CommandFailure(
      code: "interrupted",
      message: """
        stopped at \(date.formatted(.iso8601)): \(happened), and nothing after it. To continue, advance \
        the same store again\(target)
        """)
  }
}
