package import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: LedgerReading {
  package func ledger(
    of customer: CustomerNumber, needs: LedgerNeeds
  ) async throws(StoreError) -> Ledger {
    try await read { try LedgerRows(db: $0, customer: customer).load(needs) }
  }

  package func nextDue(until date: Date) async throws(StoreError) -> DueSettlement? {
    try await read { try $0.nextDue(until: date) }
  }

  package func nextDue(of customer: CustomerNumber) async throws(StoreError) -> Date? {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT min(due_date) AS due_date FROM (
              SELECT due_date FROM subscription WHERE customer = :customer
              UNION ALL SELECT due_date FROM waiting_order WHERE customer = :customer)
            """), arguments: ["customer": customer.rawValue])
      return try row.flatMap {
        try CheckedRow($0, of: SubscriptionRow.databaseTableName).dateIfPresent("due_date")
      }
    }
  }

  package func purchases(of customer: CustomerNumber) async throws(StoreError) -> StoredPurchases {
    try await read { [cache = purchasesCache] db in
      let key = StoredPurchasesCache.Key(customer: customer, event: try db.lastEvent(of: customer))
      let sequence = try db.lastSequence()
      var purchases = try cache.purchases(key) {
        try db.purchases(of: customer, sequence: sequence)
      }
      // Other customers' events do not change the rows.
      purchases.sequence = sequence
      return purchases
    }
  }

  package func unfinished(
    of customer: CustomerNumber, device: Int64, after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> [LedgerTransaction] {
    try await read { db in
      try TransactionRow.fetchAll(
        db.cachedStatement(sql: LedgerQuery.unfinished),
        arguments: [
          "customer": customer.rawValue, "device": device,
          "after": id.map { Int64(clamping: $0.rawValue) } ?? 0, "limit": limit,
        ]
      ).map(\.value)
    }
  }

  package func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreError) -> LedgerTransaction? {
    try await read { try $0.transaction(id, of: customer) }
  }

  package func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    // A damaged notification must not stop the streams of updates, which need none.
    try await events(
      of: customer, after: sequence, limit: limit,
      columns: """
        sequence, epoch, customer, date, instance, body,
        NULL AS notifications, NULL AS notification_data
        """)
  }

  /// As ``events(of:after:limit:)``, with the notifications and their data.
  package func notifiedEvents(
    of customer: CustomerNumber, after sequence: Int64 = 0, limit: Int = .max
  ) async throws(StoreError) -> [StoredEvent] {
    try await events(of: customer, after: sequence, limit: limit, columns: "*")
  }

  private func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int, columns: String
  ) async throws(StoreError) -> [StoredEvent] {
    try await read { db in
      try EventRow.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT \(columns) FROM event WHERE customer = ? AND sequence > ?
            ORDER BY sequence LIMIT ?
            """),
        arguments: [customer.rawValue, sequence, limit]
      ).map(\.value)
    }
  }

  package func subscription(
    _ key: SubscriptionKey, of customer: CustomerNumber
  ) async throws(StoreError) -> StoredSubscription? {
    try await read { db in
      switch key {
      case .own(let groupID):
        try db.subscriptions(of: customer).first { $0.subscription.groupID == groupID }
      case .shared(let originalID):
        try db.sharedSubscriptions(of: customer).first { $0.subscription.originalID == originalID }
      }
    }
  }
}

extension SQLiteLedgerStore: LedgerStore {
  package func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    watcher.listeners.add(listener, of: customer)
  }

  package func requestState(
    of token: TokenHash, wall: MachineTime
  ) async throws(StoreError) -> StoredRequestState {
    try await read { db in
      let settings = try StoreRow.settings(db)
      let now = settings?.now(wall: wall) ?? wall.date
      return StoredRequestState(
        settings: settings, due: try db.nextDue(until: now), device: try db.device(token: token),
        catalogueVersion: try db.catalogueVersion(at: now))
    }
  }

  package func requestState(wall: MachineTime) async throws(StoreError) -> StoredStoreState {
    try await read { db in
      let settings = try StoreRow.settings(db)
      return StoredStoreState(
        settings: settings, due: try db.nextDue(until: settings?.now(wall: wall) ?? wall.date))
    }
  }
}

extension Database {
  func nextDue(until date: Date) throws -> DueSettlement? {
    try Row.fetchOne(
      cachedStatement(sql: LedgerQuery.due),
      arguments: ["date": date.millisecondsSince1970, "limit": 1]
    ).map(DueSettlement.init)
  }

  func transaction(_ id: TransactionID, of customer: CustomerNumber) throws -> LedgerTransaction? {
    guard let number = Int64(exactly: id.rawValue) else { return nil }
    return try TransactionRow.fetchOne(
      cachedStatement(sql: "SELECT * FROM \"transaction\" WHERE id = ? AND customer = ?"),
      arguments: [number, customer.rawValue])?.value
  }

  /// The transactions with these IDs; those of other customers are left out.
  func transactions(
    _ ids: [TransactionID], of customer: CustomerNumber
  ) throws -> [LedgerTransaction] {
    guard ids.count > 1 else { return try ids.compactMap { try transaction($0, of: customer) } }
    let numbers = ids.compactMap { Int64(exactly: $0.rawValue) }
    // The unary plus keeps SQLite from reading all transactions of the customer to find a few.
    return try TransactionRow.fetchAll(
      cachedStatement(
        sql: """
          SELECT * FROM "transaction"
          WHERE id IN (SELECT value FROM json_each(?)) AND +customer = ?
          """), arguments: [JSONText.encode(numbers), customer.rawValue]
    ).map(\.value)
  }

  /// The transactions that a condition selects; its statement is prepared once for a connection.
  func transactions(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [LedgerTransaction] {
    try TransactionRow.fetchAllIfAny(
      cachedStatement(sql: "SELECT * FROM \"transaction\" " + condition), arguments: arguments
    ).map(\.value)
  }

  func subscriptions(of customer: CustomerNumber) throws -> [StoredSubscription] {
    try SubscriptionRow.fetchAllIfAny(
      cachedStatement(sql: "SELECT * FROM subscription WHERE customer = ? ORDER BY group_id"),
      arguments: [customer.rawValue]
    ).map { row in
      let subscription = row.value
      let transaction = try transaction(subscription.transactionID, of: customer)
        .required("transaction_id", of: SubscriptionRow.self)
      return StoredSubscription(subscription: subscription, transaction: transaction)
    }
  }

  fileprivate func latestTransactions(of customer: CustomerNumber) throws -> [LedgerTransaction] {
    try TransactionRow.fetchAll(
      cachedStatement(sql: LedgerQuery.latestTransactions),
      arguments: ["customer": customer.rawValue]
    ).flatMap { row in try [latestUnrevoked(before: row), row.value].compactMap(\.self) }
  }

  /// The latest transaction that was not revoked, of a product whose latest one was revoked: an
  /// earlier pass, or a purchase that family members share too.
  private func latestUnrevoked(before row: TransactionRow) throws -> LedgerTransaction? {
    guard row.value.type != .autoRenewable, row.value.revocation != nil else { return nil }
    return try TransactionRow.fetchOne(
      cachedStatement(sql: LedgerQuery.latestUnrevoked),
      arguments: [row.customer.rawValue, row.value.productID])?.value
  }

  /// The non-consumables that the customer has bought.
  func ownedPurchases(of customer: CustomerNumber) throws -> [LedgerTransaction] {
    try transactions(
      """
      WHERE customer = ? AND type = 'Non-Consumable' AND revocation_date IS NULL
        AND purchaser IS NULL
      """, [customer.rawValue])
  }

  /// The non-consumables that family members share with the customer.
  func sharedPurchases(of customer: CustomerNumber) throws -> [LedgerTransaction] {
    try transactions(
      """
      WHERE customer = ? AND type = 'Non-Consumable' AND revocation_date IS NULL
        AND purchaser IS NOT NULL
      """, [customer.rawValue])
  }

  /// The plans that family members share with the customer.
  fileprivate func sharedSubscriptions(of customer: CustomerNumber) throws -> [StoredSubscription] {
    try sharedPlans(of: customer).map { plan, transaction in
      StoredSubscription(subscription: plan.subscription, transaction: transaction)
    }
  }

  fileprivate func purchases(
    of customer: CustomerNumber, sequence: Int64
  ) throws -> StoredPurchases {
    let shared = try sharedSubscriptions(of: customer)
    let latest = try latestTransactions(of: customer)
    let own = try subscriptions(of: customer)
    let sharing = try sharedPurchases(of: customer) + shared.map(\.transaction)
    let hidden =
      try sharing.isEmpty
      ? [] : sharing + ownedPurchases(of: customer) + own.map(\.transaction)
    return StoredPurchases(
      latest: latest.adding(hidden), subscriptions: own + shared,
      orders: try customerOrders(of: customer), sequence: sequence)
  }

  /// A customer's last event; `nil` if there is none.
  fileprivate func lastEvent(of customer: CustomerNumber) throws -> StoredPurchasesCache.Event? {
    try Row.readFirst(
      cachedStatement(
        sql: """
          SELECT sequence, date, body FROM event WHERE customer = ?
          ORDER BY sequence DESC LIMIT 1
          """), arguments: [customer.rawValue]
    ) { row in
      StoredPurchasesCache.Event(
        sequence: try row.decode(forColumn: "sequence"), date: try row.decode(forColumn: "date"),
        body: try row.decode(forColumn: "body"))
    }
  }

  /// The number of the store's last event, even if a reset has deleted the event.
  func lastSequence() throws -> Int64 {
    try lastNumber(in: EventRow.databaseTableName)
  }

  /// The last number that a row of a table had; 0 before the first.
  func lastNumber(in table: String) throws -> Int64 {
    try Row.readFirst(
      cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?"), arguments: [table]
    ) { row -> Int64 in try CheckedRow(row, of: "sqlite_sequence").number("seq") } ?? 0
  }
}

extension [LedgerTransaction] {
  /// Adds transactions that a later one of their product hides: the customer may have both an own
  /// one and a shared one.
  fileprivate func adding(_ others: [LedgerTransaction]) -> [LedgerTransaction] {
    var known = Set(map(\.id))
    return (self + others.filter { known.insert($0.id).inserted }).sorted { $0.id < $1.id }
  }
}
