import AppStoreSheets
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import StandardStreams
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI

// A store of this machine may well have been closed for two months: its owner is asked at the start
// whether that time has passed. `--yes` is not an answer to that.
extension CustomerStore {
  /// The way in which the owner of a store is asked about a jump of its clock.
  typealias ClockQuestion = (LocalStore, ClockJump) async throws -> Void

  /// If the clock of this machine's store has jumped, asks whether that time has really passed.
  ///
  /// - Throws: `StoreError` if the store cannot be used, and what `question` throws.
  func askAboutJump(by question: ClockQuestion) async throws {
    guard case .local(let store) = self, let jump = try await store.engine.time().jump else {
      return
    }
    try await question(store, jump)
  }

  /// Asks on the terminal, and shows how far the store has come if the answer is yes.
  ///
  /// Without a terminal, and if there is nothing to accept, it says what to do. A program that
  /// reads JSON is neither asked nor notified: the output that it requested reports the jump.
  static func prompt(_ output: Output) -> ClockQuestion {
    { store, jump in
      guard !output.isJSON else { return }
      guard Prompt.isTerminal, jump.certificatesEnd == nil else {
        return Prompt.write("skdemo: \(jump.advice(in: .ofProcess()))\n")
      }
      guard await Prompt.confirms("\(jump.days) days have passed. Is that right? [y/N] ") else {
        return Prompt.write("\(jump.advice(in: .ofProcess()))\n")
      }
      let advance = InterruptibleAdvance(
        store: store.engine, printer: ProgressPrinter(.standard(isJSON: false)))
      _ = try await advance.perform(.acceptClock)
    }
  }

  /// Asks on a sheet, once the storefront has the screen; its notice says what to do if there is
  /// nothing to accept.
  static func sheet(
    _ sheets: TerminalSheets, after opened: AsyncStream<Void>
  ) -> ClockQuestion {
    { store, jump in
      guard jump.certificatesEnd == nil else { return }
      for await _ in opened { break }
      await sheets.ask(about: jump) { _ = try await store.engine.perform(.acceptClock) }
    }
  }
}

extension ClockJump {
  /// The reason why nothing is sold, and the remedy; the dates are in a time zone.
  func advice(in timeZone: TimeZone) -> String {
    if let certificatesEnd {
      return
        "the store's certificates expired on \(certificatesEnd.isoTime(in: timeZone)), so it stays at "
        + "its last time and sells nothing. Correct this machine's clock; if it is right, renew them "
        + "with the root's private key: skdemo store root renew FILE"
    }
    return
      "the store's clock jumped \(days) days ahead, to \(date.isoTime(in: timeZone)), so it stays "
      + "at its last time and sells nothing. If that time has passed, accept it with skdemo store "
      + "clock accept; if not, correct this machine's clock"
  }
}
