import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// Fuel is delivered to the device that ordered it, or to the account's oldest device if that
/// device was removed.
@Suite(.hangLimit) struct LostFuelTests {
  @Test func `if devices are removed at the same time, all fuel goes to the device that is left`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let otherEngine = try await fixture.another()
    var cans: [TransactionID] = []
    for name in ["alpha", "beta", "gamma", "delta"] {
      let (backend, _) = try await fixture.device(name)
      cans.append(try await backend.buy("consumable.fuel.octane87").transaction().transactionId)
    }

    try await withThrowingTaskGroup { group in
      for (engine, name) in [
        (fixture.engine, "alpha"), (otherEngine, "beta"), (otherEngine, "gamma"),
      ] {
        group.addTask {
          _ = try await engine.perform(.removeDevice(device: name, account: "alice"))
        }
      }
      try await group.waitForAll()
    }

    let (epsilon, _) = try await fixture.device("epsilon")
    #expect(try await epsilon.unfinishedIDs().isEmpty)
    _ = try await fixture.engine.perform(.removeDevice(device: "delta", account: "alice"))
    #expect(try await epsilon.unfinishedIDs() == cans)
  }

  @Test func `an order during the removal of its device is refused, or its fuel is reassigned`()
    async throws
  {
    let fixture = try await StoreFixture.make()
    let (beta, _) = try await fixture.device("beta")
    let bought = try await (0..<40).asyncMap { round -> [TransactionID] in
      let (alpha, _) = try await fixture.device("alpha\(round)")
      async let orders = (0..<3).asyncMap { _ in
        try? await alpha.buy("consumable.fuel.octane87").transaction().transactionId
      }
      _ = try await fixture.engine.perform(
        .removeDevice(device: "alpha\(round)", account: "alice"))
      return await orders.compactMap(\.self)
    }

    #expect(try await beta.unfinishedIDs() == bought.flatMap(\.self))
  }

  @Test func `a decision for a removed device is refused`() async throws {
    let fixture = try await StoreFixture.make()
    _ = try await fixture.device("alpha")
    let ledgers = try SQLiteLedgerStore(file: fixture.folder.appending(path: "store.sqlite"))
    try await ledgers.transact(.alice, needs: LedgerNeeds(device: 1)) { ledger, _ in
      Decision(LedgerDraft(ledger), at: .fixture, value: ())
    }

    _ = try await fixture.engine.perform(.removeDevice(device: "alpha", account: "alice"))

    for device: Int64 in [1, 2] {
      await #expect(throws: StoreError.unauthorized) {
        try await ledgers.transact(.alice, needs: LedgerNeeds(device: device)) { ledger, _ in
          Decision(LedgerDraft(ledger), at: .fixture, value: ())
        }
      }
    }
  }
}

extension CustomerNumber {
  fileprivate static let alice = CustomerNumber(rawValue: 1)
}
