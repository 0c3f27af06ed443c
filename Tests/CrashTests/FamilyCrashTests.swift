import AppStorePayloads
import CrashScript
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// What crosses the ledgers of a family arrives once, whenever the process is killed.
@Suite(.serialized, .hangLimit) struct FamilyCrashTests {
  private static let car = "nonconsumable.utilityvehicle"
  private static let plan = "subscription.pro"
  private static let lowerPlan = "subscription.standard"
  /// The first transaction of the purchaser.
  private static let first = TransactionID(rawValue: 1_000_000_001)
  /// The plan begins with two months at an introductory price.
  private static let afterRenewal = Date.fixture.addingTimeInterval(61 * 86_400)

  @Test func `a purchase reaches the family once, whenever it is killed`() async throws {
    let fixture = try await fixture(organizer: "alice")

    try await expectOnce(.buy(Self.car, quantity: 1), fixture)
  }

  @Test func `who joins gets what is shared once, whenever the command is killed`() async throws {
    let fixture = try await fixture(organizer: nil, bought: [Self.car])

    try await expectOnce(.command(.addFamilyMember(account: "bob", organizer: "alice")), fixture)
  }

  @Test(arguments: [
    OperatorCommand.removeFamilyMember(account: "bob"),
    .setFamilySharing(isOn: false, account: "alice"),
    .refund(transactionID: FamilyCrashTests.first), .delete(transactionID: FamilyCrashTests.first),
    .expire(subscription: .transaction(FamilyCrashTests.first)),
    .advance(move: .to(FamilyCrashTests.afterRenewal)),
  ])
  func `what becomes of a shared plan reaches the family once, whenever it is killed`(
    command: OperatorCommand
  ) async throws {
    let fixture = try await fixture(organizer: "alice", bought: [Self.plan])

    try await expectOnce(.command(command), fixture)
  }

  @Test func `a reversed refund reaches the family once, whenever it is killed`() async throws {
    let fixture = try await fixture(organizer: "alice", bought: [Self.car]) { store in
      _ = try await store.engine.refund(Self.first)
    }

    try await expectOnce(.command(.reverseRefund(transactionID: Self.first)), fixture)
  }

  @Test(arguments: [GracePeriod.off, .days16])
  func `a payment that fails and is fixed reaches the family once, whenever it is killed`(
    grace: GracePeriod
  ) async throws {
    let plan = SubscriptionReference.transaction(Self.first)
    let failing = try await fixture(organizer: "alice", bought: [Self.plan]) { store in
      _ = try await store.engine.perform(.setGracePeriod(gracePeriod: grace))
      _ = try await store.engine.perform(.failBilling(subscription: plan))
    }
    let failure = CrashScript.ScriptedAction.command(.advance(move: .to(Self.afterRenewal)))
    try await expectOnce(failure, failing)

    try await failing.runToEnd(failure)
    try await expectOnce(.command(.recoverBilling(subscription: plan)), failing)
  }

  @Test func `an upgrade reaches the family once, whenever it is killed`() async throws {
    let fixture = try await fixture(organizer: "alice", bought: [Self.lowerPlan])

    try await expectOnce(.buy(Self.plan, quantity: 1), fixture)
  }

  @Test func `sharing that is turned on again reaches the family once, whenever it is killed`()
    async throws
  {
    let off = OperatorCommand.setFamilySharing(isOn: false, account: "alice")
    let fixture = try await fixture(organizer: "alice", bought: [Self.plan, Self.car]) { store in
      _ = try await store.engine.perform(off)
    }

    try await expectOnce(.command(.setFamilySharing(isOn: true, account: "alice")), fixture)
  }

  private func fixture(
    organizer: String?, bought: [String] = [],
    prepare: (StoreFixture) async throws -> Void = { _ in }
  ) async throws -> CrashFixture {
    try await CrashFixture.make { store in
      try await store.shareEverything()
      _ = try await store.engine.signUp(Credentials(account: "bob", password: "bob likes cars"))
      if let organizer {
        _ = try await store.engine.perform(
          .addFamilyMember(account: "bob", organizer: organizer))
      }
      if !bought.isEmpty {
        let (beta, _) = try await store.device("beta")
        for product in bought { try await beta.buy(product) }
      }
      try await prepare(store)
    }
  }

  /// Kills an action at every moment: what it changes for the member is then there, on its way, or not
  /// yet caused; and there once in the end.
  private func expectOnce(
    _ action: CrashScript.ScriptedAction, _ fixture: CrashFixture
  ) async throws {
    let completed = try fixture.copy()
    try await completed.runToEnd(action)
    let (old, new) = (try await fixture.delivery(), try await completed.delivery())
    #expect(old != new && new.waiting == 0)

    let trace = EffectTrace(fixture: fixture, action: action, afterLaunch: true)
    try await trace.crashEverywhere { fixture, end in
      let left = try await fixture.delivery()
      #expect([old, new].map(\.transactions).contains(left.transactions), "\(end)")
      // A refund of a plan is two messages: of its transaction, and of the plan.
      #expect(left.waiting <= 2, "\(end)")
      _ = try await fixture.lastLaunch(left == old ? action : .launch)
      #expect(try await fixture.delivery() == new, "\(end)")
    }
  }
}

/// What `bob` has of the family, and what is on its way to them.
private struct Delivery: Equatable {
  var transactions: [SharedTransaction]
  var plans: [TransactionID: SharedPlan]
  var waiting: Int
}

private struct SharedTransaction: Equatable {
  var id: TransactionID
  var isRevoked: Bool
}

extension CrashFixture {
  fileprivate func delivery() async throws -> Delivery {
    let ledgers = try ledgers()
    defer { ledgers.close() }
    let bob = CustomerNumber(rawValue: 2)
    let transactions = try await ledgers.allTransactions(account: "bob", before: nil, limit: 9)
    let ledger = try await ledgers.ledger(of: bob, needs: LedgerNeeds())
    return Delivery(
      transactions: transactions.map {
        SharedTransaction(id: $0.transaction.id, isRevoked: $0.transaction.revocation != nil)
      },
      plans: ledger.sharedPlans, waiting: ledger.inbox.count)
  }
}
