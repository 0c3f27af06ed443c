import Foundation
import OpenStoreKitConnection
import StoreAPI
import StoreClient
import StoreEngine

// A store of this machine may well have been closed for two months: its owner is asked once, at the
// start, whether that time has passed. `--yes` is not an answer to that.
extension CustomerStore {
  /// Asks whether the time has passed by which the clock of this machine's store has jumped, if it has.
  ///
  /// Without a terminal it says how to agree. If the answer is no, the store goes on waiting. A program
  /// that reads JSON is neither asked nor told: it reads of the jump in what it asked for.
  ///
  /// - Throws: `StoreFault` if the store cannot be used.
  func askAboutJump(_ output: Output) async throws {
    guard !output.isJSON, case .local(let store) = self,
      let jump = try await store.engine.time().jump
    else { return }
    guard Prompt.isTerminal, jump.certificatesEnd == nil else {
      return Prompt.write("skdemo: \(jump.advice)\n")
    }
    guard Prompt.confirms("\(jump.days) days have passed. Let them happen? [y/n] ") else {
      return Prompt.write("\(jump.advice)\n")
    }
    _ = try await store.engine.perform(.acceptClock)
  }
}

extension StoreArguments {
  /// Asks as ``CustomerStore/askAboutJump(_:)`` does, before the storefront has the terminal.
  ///
  /// A store that was written to lately is not opened for it, so that the first frame is not late.
  func askAboutJump() async throws {
    guard try address() == nil, try wasUnusedForLong() else { return }
    guard let store = try await LocalStore.existing(self) else { return }
    try await CustomerStore.local(store).askAboutJump(output)
  }

  /// Whether no file of the database was written to for nearly as long as the bound.
  private func wasUnusedForLong() throws -> Bool {
    let file = try folder().database.path(percentEncoded: false)
    let dates = [file, file + "-wal"].compactMap { path in
      try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    // A day less, because the use of a store is not stored at once.
    let bound = TimeInterval((clockBound - 1) * 86_400)
    return dates.max().map { Date().timeIntervalSince($0) > bound } ?? false
  }
}

extension ClockJump {
  /// What stands in the way, and what to do.
  var advice: String {
    if let certificatesEnd {
      return "the store's certificates ended on \(certificatesEnd.formatted(.iso8601)): it answers "
        + "at its last time and sells nothing. skdemo store root renew FILE renews them with the "
        + "root's private key; or set this machine's clock right"
    }
    return "the store's clock jumped \(days) days ahead, to \(date.formatted(.iso8601)): it "
      + "answers at its last time and sells nothing. If that time has passed, skdemo store clock "
      + "accept lets it happen; if not, set this machine's clock right"
  }
}
