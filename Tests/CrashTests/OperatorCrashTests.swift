import AppStorePayloads
import CrashScript
import Crypto
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

/// What the operator's commands write is whole or absent, whenever they are killed.
@Suite(.serialized, .hangLimit) struct OperatorCrashTests {
  @Test func `an import keeps the file and its key or neither, whenever it is killed`()
    async throws
  {
    let key = P256.Signing.PrivateKey().derRepresentation.base64EncodedString()
    let file = """
      {"subscriptionOffersKeyPair": {"id": "FILE", "privateKey": "\(key)"},
       "products": [{"productID": "nonconsumable.car", "type": "NonConsumable", "displayPrice": "1"}]}
      """

    try await expectAllOrNothing(of: .importCatalogue(configuration: file)) { ledgers in
      ImportedFile(
        version: try await ledgers.catalogueVersion(at: .distantFuture),
        offerKey: try await ledgers.offerKey("FILE"))
    }
  }

  @Test(arguments: [
    OperatorCommand.setGracePeriod(gracePeriod: .days16),
    .setTimeRate(timeRate: .oneRenewalEveryMinute),
  ])
  func `a setting changes or stays, whenever its command is killed`(
    command: OperatorCommand
  ) async throws {
    try await expectAllOrNothing(of: command) { ledgers in try await ledgers.settings() }
  }

  @Test func `all codes are made or none, whenever their command is killed`() async throws {
    try await expectAllOrNothing(
      of: .createOfferCodes(request: OfferCodeRequest(reference: "pro.free.month", number: 3))
    ) { ledgers in
      try await ledgers.offerCodes(limit: 9).count
    }
  }

  @Test func `a key exists or does not, whenever its command is killed`() async throws {
    try await expectAllOrNothing(of: .createAPIKey) { ledgers in
      try await ledgers.apiKeys(limit: 9).count
    }
  }

  @Test func `an approved order is sold once or goes on waiting, whenever its approval is killed`()
    async throws
  {
    try await expectAllOrNothing(
      of: .approve(orderID: Self.first),
      prepare: { store in
        let (beta, _) = try await store.device("beta")
        _ = try await beta.purchase(
          Order(
            key: OrderKey(UUID()), productID: "nonconsumable.car", simulatesAskToBuy: true))
      },
      read: { ledgers in
        ApprovedOrder(
          waiting: try await ledgers.waitingOrders().map(\.order.number),
          sold: try await ledgers.transactions().map(\.productID))
      })
  }

  @Test(arguments: [RefundRequestState.granted, .declined])
  func `a request for a refund is decided once or stays pending, whenever its decision is killed`(
    decision: RefundRequestState
  ) async throws {
    try await expectAllOrNothing(
      of: decision == .granted
        ? .refund(transactionID: Self.first) : .declineRefund(transactionID: Self.first),
      prepare: { store in try await store.askForRefund(of: Self.first) },
      read: { ledgers in try await ledgers.transactions().map(Refund.init) })
  }

  @Test func `a refund is taken back whole or not at all, whenever its reversal is killed`()
    async throws
  {
    try await expectAllOrNothing(
      of: .reverseRefund(transactionID: Self.first),
      prepare: { store in
        try await store.askForRefund(of: Self.first)
        _ = try await store.engine.perform(.refund(transactionID: Self.first))
      },
      read: { ledgers in try await ledgers.transactions().map(Refund.init) })
  }

  @Test func `a transaction is deleted with its plan or stays with it, whenever it is killed`()
    async throws
  {
    try await expectAllOrNothing(
      of: .delete(transactionID: Self.first),
      prepare: { store in
        let (beta, _) = try await store.device("beta")
        _ = try await beta.purchase(Order(key: OrderKey(UUID()), productID: "subscription.pro"))
      },
      read: { ledgers in
        let customer = CustomerNumber(rawValue: 1)
        return SoldPlans(
          transactions: try await ledgers.transactions().map(\.id),
          plans: try await ledgers.purchases(of: customer).subscriptions.map(\.transaction.id))
      })
  }

  @Test func `a plan of last year is bought with all its renewals or not at all`() async throws {
    let order = Order(key: OrderKey(UUID()), productID: "subscription.pro")
    try await expectAllOrNothing(
      of: .buy(
        purchase: OperatorPurchase(
          order: order, account: "alice", purchaseDate: .fixture - 90 * 86_400)),
      prepare: { store in _ = try await store.device("beta") },
      // What is due is settled by the next request, so the first transaction says whether it was bought.
      read: { ledgers in try await ledgers.transactions().map(\.id).min() })
  }

  /// The ID of the first transaction, or the number of the first order that waits.
  private static let first = TransactionID(rawValue: 1_000_000_001)

  /// What a decision about a refund changes in a transaction.
  private struct Refund: Equatable, Sendable {
    var request: RefundRequest?
    var revocation: LedgerTransaction.Revocation?
    var refunded: Decimal

    init(_ transaction: LedgerTransaction) {
      request = transaction.refundRequest
      revocation = transaction.revocation
      refunded = transaction.refunded
    }
  }

  private struct ApprovedOrder: Equatable, Sendable {
    var waiting: [TransactionID]
    var sold: [String]
  }

  private struct SoldPlans: Equatable, Sendable {
    var transactions: [TransactionID]
    var plans: [TransactionID]
  }

  private struct ImportedFile: Equatable, Sendable {
    var version: Int
    var offerKey: OfferKey?
  }

  /// Kills a command at every moment, and compares what `read` returns with the value before and after
  /// the command.
  ///
  /// Carried out once more, the command leads to the value after it. A decision about an order or a
  /// transaction is refused the second time, and codes would be made twice, so these are carried out
  /// once more only if they have left the value before them.
  private func expectAllOrNothing<Value: Equatable & Sendable>(
    of command: OperatorCommand,
    prepare: (StoreFixture) async throws -> Void = { _ in },
    read: @escaping @Sendable (SQLiteLedgerStore) async throws -> Value
  ) async throws {
    let fixture = try await CrashFixture.make(prepare: prepare)
    let action = CrashScript.ScriptedAction.command(command)
    let completed = try fixture.copy()
    try await completed.runToEnd(action)
    let (old, new) = (try await fixture.stored(read), try await completed.stored(read))
    #expect(old != new)

    let trace = EffectTrace(fixture: fixture, action: action, afterLaunch: true)
    try await trace.crashEverywhere { fixture, end in
      let value = try await fixture.stored(read)
      #expect(value == old || value == new, "\(end)")
      let isDone = command.happensOnce && value == new
      let report = try await fixture.lastLaunch(isDone ? .launch : action)
      try await fixture.expectConsistency(["alpha": report], after: "\(end)")
      let last = try await fixture.stored(read)
      #expect(last == new, "\(end)")
    }
  }
}

extension OperatorCommand {
  fileprivate var happensOnce: Bool {
    [
      "approve", "refund", "declineRefund", "reverseRefund", "delete", "createOfferCodes",
      "createAPIKey",
    ].contains(name)
  }
}

extension SQLiteLedgerStore {
  fileprivate func transactions() async throws -> [LedgerTransaction] {
    try await allTransactions(account: nil, before: nil, limit: 9).map(\.transaction)
  }
}

extension StoreFixture {
  /// A device buys a car, and its customer asks for the refund.
  fileprivate func askForRefund(of id: TransactionID) async throws {
    let (beta, _) = try await device("beta")
    _ = try await beta.purchase(Order(key: OrderKey(UUID()), productID: "nonconsumable.car"))
    _ = try await beta.perform(
      .requestRefund(
        transactionID: id, requestID: LowercaseUUID(UUID()), reason: .unintendedPurchase,
        text: nil))
  }
}

extension CrashFixture {
  /// Returns what `read` returns for the store's database, which is open meanwhile.
  fileprivate func stored<Value: Sendable>(
    _ read: (SQLiteLedgerStore) async throws -> Value
  ) async throws -> Value {
    let ledgers = try ledgers()
    defer { ledgers.close() }
    return try await read(ledgers)
  }
}
