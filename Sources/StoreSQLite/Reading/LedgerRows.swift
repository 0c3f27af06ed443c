import GRDB
import StoreAPI
import StoreEngine

/// Loads the entries that decisions about one customer need, all by index.
struct LedgerRows {
  let db: Database
  let customer: CustomerNumber

  /// Loads the current entries, and the other entries that one decision needs.
  func load(_ needs: LedgerNeeds) throws -> Ledger {
    var ledger = try empty()
    if let device = needs.device { try checkSignedIn(device) }
    try loadOwned(into: &ledger)
    try loadSubscriptions(into: &ledger)
    try loadWaitingOrders(into: &ledger)
    try loadUnapprovedOrders(into: &ledger)
    try loadShared(into: &ledger)
    try loadNeeds(needs, into: &ledger)
    return ledger
  }

  /// Loads only the unfinished consumables and the orders that wait.
  func loadUndelivered() throws -> Ledger {
    var ledger = try empty()
    let consumables = try TransactionRow.fetchAll(
      db.cachedStatement(sql: LedgerQuery.undelivered), arguments: [customer.rawValue])
    for row in consumables { ledger.transactions[row.value.id] = row.value }
    try loadWaitingOrders(into: &ledger)
    return ledger
  }

  private func empty() throws -> Ledger {
    let ledger = try Row.readFirst(
      db.cachedStatement(
        sql: "SELECT last_count, first_number FROM customer, store WHERE number = ?"),
      arguments: [customer.rawValue], emptyLedger)
    guard let ledger else { throw StoreError.unauthorized }
    return ledger
  }

  private func emptyLedger(_ row: Row) throws -> Ledger {
    let (store, own) = (
      CheckedRow(row, of: StoreRow.databaseTableName), CheckedRow(row, of: "customer")
    )
    let numbers = TransactionNumbers(first: try store.number("first_number", in: 0...Int64.max))
    var ledger = Ledger(customer: customer, numbers: numbers)
    ledger.lastCount = try own.number("last_count")
    guard numbers.hasCapacity(after: ledger.lastCount, of: customer) else {
      throw DamagedRowError(table: "customer", column: "last_count")
    }
    return ledger
  }

  private func checkSignedIn(_ device: Int64) throws {
    let isSignedIn = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT removal_date IS NULL FROM device WHERE number = ?"),
      arguments: [device])
    guard isSignedIn == true else { throw StoreError.unauthorized }
  }

  private func loadOwned(into ledger: inout Ledger) throws {
    for transaction in try db.ownedPurchases(of: customer) {
      ledger.transactions[transaction.id] = transaction
      ledger.owned[transaction.productID] = transaction.id
    }
  }

  private func loadSubscriptions(into ledger: inout Ledger) throws {
    for stored in try db.subscriptions(of: customer) {
      ledger.subscriptions[stored.subscription.groupID] = stored.subscription
      ledger.transactions[stored.transaction.id] = stored.transaction
    }
  }

  private func loadWaitingOrders(into ledger: inout Ledger) throws {
    for order in try db.waitingOrders(of: customer) { ledger.waitingOrders[order.number] = order }
  }

  private func loadUnapprovedOrders(into ledger: inout Ledger) throws {
    for unapproved in try db.unapprovedOrders(of: customer) {
      ledger.unapprovedOrders[unapproved.order.request.productID] = unapproved
    }
  }

  /// Loads what family members share, their messages, and those with whom the customer shares.
  private func loadShared(into ledger: inout Ledger) throws {
    for transaction in try db.sharedPurchases(of: customer) {
      ledger.transactions[transaction.id] = transaction
      if let source = transaction.shared {
        ledger.sharedPurchases[source.transactionID] = transaction.id
      }
    }
    for (plan, transaction) in try db.sharedPlans(of: customer) {
      ledger.sharedPlans[plan.purchaserOriginalID] = plan
      ledger.transactions[transaction.id] = transaction
    }
    ledger.recipients = try db.recipients(of: customer)
    ledger.inbox = try db.messages(to: customer)
    for message in ledger.inbox { try loadRefunded(by: message, into: &ledger) }
  }

  /// Loads the transaction whose source was refunded: it may be an earlier period.
  private func loadRefunded(by message: FamilyMessage, into ledger: inout Ledger) throws {
    guard case .refunded(let id, _) = message.body.change else { return }
    let shared = try db.transactions(
      """
      WHERE customer = ? AND purchaser_transaction_id = ? AND purchaser IS NOT NULL
        AND revocation_date IS NULL
      """, [customer.rawValue, id.column])
    for transaction in shared { ledger.transactions[transaction.id] = transaction }
  }

  /// Loads an order, and the one that it repeats.
  private func loadOrder(_ key: OrderKey, into ledger: inout Ledger) throws {
    let row = try OrderRow.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM orders WHERE customer = ? AND key = ?"),
      arguments: [customer.rawValue, key.description])
    ledger.orders[key] = try row.map { try record(of: $0) }
    // An order that is repeated waited, so it repeats no other one.
    if case .repeated(let original) = row?.record { try loadOrder(original, into: &ledger) }
  }

  /// Returns the state of an order's key: it is closed if the order's transaction was deleted.
  private func record(of row: OrderRow) throws -> OrderRecord {
    guard case .settled(_, let outcome) = row.record,
      try db.transaction(outcome.transactionID, of: customer) == nil
    else { return row.record }
    return .closed
  }

  private func loadNeeds(_ needs: LedgerNeeds, into ledger: inout Ledger) throws {
    if let key = needs.order { try loadOrder(key, into: &ledger) }
    for transaction in try db.transactions(needs.transactions, of: customer) {
      ledger.transactions[transaction.id] = transaction
    }
    if let code = needs.offerCode { ledger.codeUses[code] = try db.use(ofCode: code, by: customer) }
    if let key = needs.extensionRequest {
      ledger.grantedExtensions[key] = try db.grantedExtension(key, of: customer)
    }
    if let nonce = needs.nonce, try db.isUsed(nonce) { ledger.usedNonces.insert(nonce) }
  }
}
