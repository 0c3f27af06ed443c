import CrashScript
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport
import Testing

/// What crosses the ledgers of a family arrives once, whenever the process is killed.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FamilyCrashTests {
  private static let car = "nonconsumable.utilityvehicle"

  @Test func `a purchase reaches the family once, whenever it is killed`() async throws {
    let fixture = try await fixture(organizer: "alice")

    try await expectOnce(.buy(Self.car, quantity: 1), fixture)
  }

  @Test func `who joins gets what is shared once, whenever the command is killed`() async throws {
    let fixture = try await fixture(organizer: nil) { store in
      let (beta, _) = try await store.device("beta")
      try await beta.buy(Self.car)
    }

    try await expectOnce(.command(.addFamilyMember(account: "bob", organizer: "alice")), fixture)
  }

  private func fixture(
    organizer: String?, prepare: (StoreFixture) async throws -> Void = { _ in }
  ) async throws -> CrashFixture {
    try await CrashFixture.make { store in
      _ = try await store.engine.signUp(Credentials(account: "bob", password: "bob likes cars"))
      if let organizer {
        _ = try await store.engine.perform(
          .addFamilyMember(account: "bob", organizer: organizer))
      }
      try await prepare(store)
    }
  }

  /// Kills an action at every moment: the member's transaction is then there, on its way, or not yet
  /// caused; and there once in the end.
  private func expectOnce(
    _ action: CrashScript.ScriptedAction, _ fixture: CrashFixture
  ) async throws {
    try await EffectTrace(fixture: fixture, action: action).crashEverywhere { fixture, end in
      let left = try await fixture.delivery()
      #expect(left.delivered + left.waiting <= 1, "\(end)")
      let isCaused = left != Delivery(delivered: 0, waiting: 0)
      _ = try await fixture.lastLaunch(isCaused ? .launch : action)
      #expect(
        try await fixture.delivery() == Delivery(delivered: 1, waiting: 0), "\(end)")
    }
  }
}

/// What `bob` has of the family, and what is on its way to them.
private struct Delivery: Equatable {
  var delivered: Int
  var waiting: Int
}

extension CrashFixture {
  fileprivate func delivery() async throws -> Delivery {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    let bob = CustomerNumber(rawValue: 2)
    return Delivery(
      delivered: try await ledgers.allTransactions(account: "bob", before: nil, limit: 9).count,
      waiting: try await ledgers.ledger(of: bob, needs: LedgerNeeds()).inbox.count)
  }
}
