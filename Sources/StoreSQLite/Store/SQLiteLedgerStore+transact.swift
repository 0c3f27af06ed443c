import AppStorePayloads
import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: LedgerTransacting {
  package func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value {
    try await write(for: .customer(customer)) { db in
      let settings = try StoreRow.existing(db)
      try db.checkTerms(of: needs, settings)
      let before = try LedgerRows(db: db, customer: customer).load(needs)
      let decision = try decide(before, settings)
      try db.write(decision, for: customer, settings)
      return decision.value
    }
  }
}

extension Database {
  /// Checks that the catalogue and the settings have not changed since a snapshot was read.
  fileprivate func checkTerms(of needs: LedgerNeeds, _ settings: StoreSettings) throws {
    guard let terms = needs.terms else { return }
    let version = try catalogueVersion(at: .distantFuture)
    guard terms == CatalogueTerms(version: version, settings) else {
      throw StoreError.termsChanged
    }
  }

  /// Writes a decision about a customer's ledger: its events and their effects.
  func write<Value>(
    _ decision: Decision<Value>, for customer: CustomerNumber, _ settings: StoreSettings
  ) throws {
    let difference = decision.draft.difference
    guard !decision.draft.changes.isEmpty || !difference.appliedMessages.isEmpty else { return }
    let modified = try record(
      decision.draft.changes.map { CustomerChange(customer: customer, change: $0) },
      settings)
    try write([(customer, difference)], modified: modified)
    try decision.draft.outbox.map(FamilyMessageRow.init).insert(self)
    try moveClock(decision.clock, at: decision.now, settings)
  }

  /// Inserts events and, if the store sends them, their notifications.
  ///
  /// - Returns: For each transaction that they have modified, the sequence of the last of these events.
  func record(
    _ changes: [CustomerChange], _ settings: StoreSettings
  ) throws -> [TransactionID: Int64] {
    try changes.map { EventRow($0.change, of: $0.customer, epoch: settings.epoch) }.insert(self)
    // AUTOINCREMENT gives the rows of one transaction numbers without a gap.
    let first = lastInsertedRowID - Int64(changes.count) + 1
    try settings.outgoingNotifications(of: changes, from: first).map(NotificationRow.init)
      .insert(self)
    return zip(first..., changes).reduce(into: [:]) { modified, element in
      for id in element.1.change.modifiedTransactions { modified[id] = element.0 }
    }
  }

  /// Writes what has changed in customers' ledgers.
  ///
  /// - Parameters:
  ///   - differences: The changes of each customer.
  ///   - modified: The result of ``record(_:_:)`` for their events.
  /// - Throws: The errors of SQLite.
  func write(
    _ differences: [(customer: CustomerNumber, difference: LedgerDifference)],
    modified: [TransactionID: Int64]
  ) throws {
    for (customer, difference) in differences {
      try writeLastCount(difference, of: customer)
      try deleteSubscriptions(in: difference.deletedSubscriptions, of: customer)
    }
    try differences.flatMap { customer, difference in
      difference.transactions.map { TransactionRow($0, of: customer, modifiedAt: modified[$0.id]) }
    }.upsert(self)
    try finishTransactions(differences.flatMap(\.difference.finishedTransactions))
    try differences.flatMap { customer, difference in
      difference.subscriptions.map { SubscriptionRow($0, of: customer) }
    }.upsert(self)
    try differences.flatMap { customer, difference in
      difference.orders.map { OrderRow($1, key: $0, of: customer) }
    }.insert(self)
    try deleteWaitingOrders(differences.flatMap(\.difference.endedOrders))
    try differences.flatMap { customer, difference in
      difference.waitingOrders.map { WaitingOrderRow($0, of: customer) }
    }.upsert(self)
    try differences.flatMap { customer, difference in
      difference.sharedPlans.map { SharedPlanRow($0, of: customer) }
    }.upsert(self)
    try deleteMessages(differences.flatMap(\.difference.appliedMessages))
    try differences.flatMap { customer, difference in
      difference.unapprovedOrders.map { UnapprovedOrderRow($0, of: customer) }
    }.upsert(self)
    for (customer, difference) in differences {
      try deleteUnapprovedOrders(of: difference.reorderedProducts, customer)
    }
    try differences.flatMap { customer, difference in
      difference.grantedExtensions.map { GrantedExtensionRow($0, of: customer) }
    }.insert(self)
    for used in differences.flatMap(\.difference.usedNonces) { try remember(used) }
    for (customer, difference) in differences {
      for code in difference.redeemedCodes { try redeem(code, by: customer) }
    }
    // Last: by now no subscription refers to them.
    try deleteTransactions(differences.flatMap(\.difference.deletedTransactions))
  }

  private func writeLastCount(_ difference: LedgerDifference, of customer: CustomerNumber) throws {
    guard let lastCount = difference.lastCount else { return }
    try cachedStatement(sql: "UPDATE customer SET last_count = ? WHERE number = ?")
      .execute(arguments: [Int64(clamping: lastCount), customer.rawValue])
  }

  private func deleteSubscriptions(in groups: [String], of customer: CustomerNumber) throws {
    guard !groups.isEmpty else { return }
    let statement = try cachedStatement(
      sql: "DELETE FROM subscription WHERE customer = ? AND group_id = ?")
    for group in groups { try statement.execute(arguments: [customer.rawValue, group]) }
  }

  /// Writes one column only, so that SQLite does not evaluate the checks and update the indexes of
  /// the others.
  private func finishTransactions(_ ids: [TransactionID]) throws {
    guard !ids.isEmpty else { return }
    let statement = try cachedStatement(
      sql: "UPDATE \"transaction\" SET is_finished = 1 WHERE id = ?")
    for id in ids { try statement.execute(arguments: [id.column]) }
  }

  private func deleteTransactions(_ ids: [TransactionID]) throws {
    guard !ids.isEmpty else { return }
    let statement = try cachedStatement(sql: "DELETE FROM \"transaction\" WHERE id = ?")
    for id in ids { try statement.execute(arguments: [id.column]) }
  }

  /// Writes the time of a decision and the clock afterwards; `nil` leaves the clock as it is.
  func moveClock(_ clock: StoreClock?, at now: Date, _ settings: StoreSettings) throws {
    var moved = settings
    moved.lastNow = max(now, settings.lastNow)
    moved.clock = clock ?? settings.clock
    if moved != settings { try StoreRow(moved).updateClock(self) }
  }
}
