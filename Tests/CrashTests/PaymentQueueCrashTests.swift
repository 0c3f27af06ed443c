import AppStorePayloads
import CrashScript
import Foundation
import StoreAPI
import StoreOperatorAPI
import StoreEngine
import TestSupport
import Testing

/// Runs of an app on original StoreKit, whose observer delivers and then finishes, killed at each effect.
@Suite(.serialized, .hangLimit) struct PaymentQueueCrashTests {
  private static let car = "nonconsumable.car"
  private static let fuel = "consumable.fuel.octane87"

  @Test func `fuel is charged once and credited once, whenever its payment is killed`()
    async throws
  {
    let fixture = try await CrashFixture.make()
    try await fixture.runToEnd(.onPaymentQueue(.pay(Self.car, quantity: 1)))

    try await expectRecovery(of: .pay(Self.fuel, quantity: 3), in: fixture, afterLaunch: true) {
      state, _ in
      let charged = state.fuel(of: 1)[Self.fuel]
      #expect(charged == nil || charged == 3)
    }
  }

  @Test func `each renewal is delivered, whenever the renewals are killed`() async throws {
    let fixture = try await CrashFixture.make()
    try await fixture.runToEnd(.onPaymentQueue(.pay(CrashFixture.plan, quantity: 1)))
    let renewals = CrashScript.PaymentQueueAction.command(
      .advance(move: .to(.fixture + 61 * 86_400)))

    try await expectRecovery(
      of: renewals, in: fixture, endingWith: renewals, afterLaunch: true
    ) { state, _ in
      #expect(state.charges.map(\.reason) == [.purchase, .renewal, .renewal])
    }
  }

  @Test func `a restore restores the car and delivers waiting fuel once, whenever it is killed`()
    async throws
  {
    let fixture = try await CrashFixture.make()
    try await fixture.runToEnd(.onPaymentQueue(.pay(Self.car, quantity: 1)))
    try await fixture.crash(
      .before, "backend finish", in: .onPaymentQueue(.pay(Self.fuel, quantity: 3)))

    try await expectRecovery(of: .restore, in: fixture, endingWith: .restore) { state, heard in
      let restored = heard.filter { $0.isRestored && $0.run == heard.last?.run }
      let cars = state.transactions.filter { $0.productID == Self.car }
      #expect(restored.map(\.transactionID) == cars.map(\.id.rawValue))
      #expect(state.fuel(of: 1) == [Self.fuel: 3])
    }
  }

  /// Kills a run at every moment and checks the state after one more launch.
  private func expectRecovery(
    of action: CrashScript.PaymentQueueAction, in fixture: CrashFixture,
    endingWith last: CrashScript.PaymentQueueAction = .launch, afterLaunch: Bool = false,
    expecting: @escaping @Sendable (StoredState, [HeardPayment]) -> Void
  ) async throws {
    let trace = EffectTrace(
      fixture: fixture, action: .onPaymentQueue(action), afterLaunch: afterLaunch)
    try await trace.crashEverywhere { fixture, end in
      if case .completed(let report) = end {
        #expect(report.effects.contains("file replace sandboxReceipt"), "\(report.effects)")
      }
      try await fixture.expectNothingLost(after: "\(end)")

      let report = try await fixture.lastLaunch(.onPaymentQueue(last))

      try await fixture.expectConsistency(["alpha": report], after: "\(end)")
      try await fixture.expectAllHeard(after: "\(end)")
      expecting(try await fixture.storedState(), try fixture.heardPayments())
    }
  }
}

extension CrashFixture {
  /// Immediately after a crash, every file is complete, and what is finished was delivered.
  fileprivate func expectNothingLost(after end: String) async throws {
    try expectNoTornFile(after: end)
    _ = try await receiptIDs()
    let state = try await storedState()
    expectDelivered(state, after: end)
    let finished = state.transactions.filter(\.isFinished).map(\.id.rawValue)
    #expect(try purchasedIDs().isSuperset(of: finished), "\(end)")
  }

  /// After a completed launch, the observers were told of every transaction, of none twice in one run,
  /// and the receipt has what it must keep.
  fileprivate func expectAllHeard(after end: String) async throws {
    let transactions = try await storedState().transactions
    let heard = try heardPayments()
    #expect(Set(heard).count == heard.count, "\(end)")
    #expect(try purchasedIDs() == Set(transactions.map(\.id.rawValue)), "\(end)")
    let kept = transactions.filter { $0.type != .consumable }.map(\.id.rawValue)
    #expect(try await receiptIDs().isSuperset(of: kept), "\(end)")
  }

  /// What the observers were told in all runs, in order.
  fileprivate func heardPayments() throws -> [HeardPayment] {
    try Data(contentsOf: CrashScript.heardPayments(in: folder))
      .split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(HeardPayment.self, from: $0) }
  }

  private func purchasedIDs() throws -> Set<UInt64> {
    Set(try heardPayments().filter { !$0.isRestored }.map(\.transactionID))
  }

  /// The transactions of the device's receipt, which must be whole; empty if there is none.
  private func receiptIDs() async throws -> Set<UInt64> {
    let file = folder.appending(path: "alpha/sandboxReceipt")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    let root = try Data(contentsOf: folder.appending(path: "authority/root.der"))
    let receipt = try await SignedReceipt(Data(contentsOf: file))
      .verified(by: ReceiptVerifier(rootCertificates: [root]))
    return Set(receipt.inAppPurchases.map(\.transactionID.rawValue))
  }
}
