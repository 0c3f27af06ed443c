import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// The schema itself refuses what the rules never write.
@Suite struct SchemaTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try DatabaseSchema.migrator.migrate(queue)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO store VALUES (1, 'com.example.skdemo', zeroblob(32), 'USA', 'en_US', 0,
            NULL, 0, 1, NULL, 0, 0, NULL, '{}', NULL, 'Sandbox');
          INSERT INTO account VALUES (1, 'alice');
          INSERT INTO customer VALUES (1, 1, 0);
          INSERT INTO event VALUES (1, 1, 1, 0, NULL, '{}', NULL, NULL);
          INSERT INTO api_key VALUES (1, 'ABCDE23456', zeroblob(64), 0, 7);
          """)
      try TransactionRow(.car, of: .alice).insert(db)
    }
  }

  /// The columns that a refund writes.
  private static let refund = """
    revocation_date = purchase_date + 1, revocation_reason = 0, revocation_type = 'REFUND_FULL',
    revocation_percentage = 100000, refunded = price
    """

  @Test(arguments: [
    "UPDATE event SET date = 1", "DELETE FROM event", "UPDATE store SET last_now = -1",
    "UPDATE store SET epoch = 0", "UPDATE store SET frozen_at = 1",
    "UPDATE store SET clock_generation = -1",
    "UPDATE store SET first_number = 1", "UPDATE store SET first_number = -1",
    "INSERT INTO store SELECT 2, bundle_id, root_hash, storefront, locale, clock_offset, "
      + "frozen_at, last_now, epoch, seed, 0, 0, NULL, rules, NULL, environment FROM store",
    "UPDATE store SET shared_secret = ''", "UPDATE store SET environment = 'Production'",
    "UPDATE store SET rules = NULL", "UPDATE store SET rules = '{'",
    "UPDATE store SET rules = '[]'", "UPDATE store SET rules = 'null'",
    "UPDATE store SET root_hash = randomblob(32)", "UPDATE store SET root_hash = x'00'",
    "INSERT INTO event VALUES (2, 1, 1, 0, NULL, '{}', NULL, '{}')",
    "INSERT INTO event VALUES (2, 1, 1, 0, NULL, '{}', '[]', '{')",
    "INSERT INTO account VALUES (2, 'alice')",
    "INSERT INTO customer (account) VALUES (1)", "INSERT INTO customer (account) VALUES (7)",
    "INSERT INTO sign_in VALUES (x'00', 1, 0)", "DELETE FROM account",
    "INSERT INTO password VALUES (1, zeroblob(31), zeroblob(16), 2, 1, 1)",
    "INSERT INTO password VALUES (1, zeroblob(32), zeroblob(15), 2, 1, 1)",
    "INSERT INTO password VALUES (1, zeroblob(32), zeroblob(16), 3, 1, 1)",
    "INSERT INTO password VALUES (1, zeroblob(32), zeroblob(16), 2, 0, 1)",
    "INSERT INTO password VALUES (7, zeroblob(32), zeroblob(16), 2, 1, 1)",
    "INSERT INTO orders VALUES (1, 'short', NULL, NULL, NULL)",
    "INSERT INTO orders VALUES (1, '00000000-0000-0000-0000-000000000000', '{}', NULL, NULL)",
    "INSERT INTO orders VALUES (1, '00000000-0000-0000-0000-000000000000', NULL, NULL, 'short')",
    "INSERT INTO waiting_order VALUES (1, 7, '00000000-0000-0000-0000-000000000000', NULL, '{}')",
    "INSERT INTO waiting_order VALUES (1, 1, 'short', NULL, '{}')",
    "INSERT INTO unapproved_order VALUES (7, 'car', '{}')",
    "INSERT INTO unapproved_order VALUES (1, '', '{}')",
    "INSERT INTO granted_extension VALUES (7, 1, 'outage', '{}')",
    "INSERT INTO granted_extension VALUES (1, 1, '', '{}')",
    "INSERT INTO granted_extension VALUES (1, 1, 'outage', '{')",
    "INSERT INTO mass_extension VALUES (1, '', 'outage', '{}', '{}', 0)",
    "INSERT INTO mass_extension VALUES (1, 'pro', '', '{}', '{}', 0)",
    "INSERT INTO mass_extension VALUES (1, 'pro', 'outage', '{', '{}', 0)",
    "INSERT INTO mass_extension VALUES (1, 'pro', 'outage', '{}', '{', 0)",
    "INSERT INTO mass_extension VALUES (1, 'pro', 'outage', '{}', '{}', 1)",
    "INSERT INTO mass_extension VALUES (1, 'pro', 'outage', '{}', '{\"completeDate\":1}', 0)",
    "INSERT INTO family VALUES (7)",
    "INSERT INTO family_member VALUES (1, 7, 1)",
    "INSERT INTO family_message VALUES (1, 7, 0, '{}')",
    "INSERT INTO shared_plan VALUES (1, 7, 7, '{}')",
    "INSERT INTO api_key VALUES (2, 'SHORT', zeroblob(64), 0, NULL)",
    "INSERT INTO api_key VALUES (2, 'ABCDE23456', zeroblob(64), 0, NULL)",
    "INSERT INTO api_key VALUES (2, 'ZZZZZ99999', zeroblob(65), 0, NULL)",
    "UPDATE api_key SET revocation_date = NULL", "UPDATE api_key SET revocation_date = 8",
    "UPDATE api_key SET public_key = randomblob(64)", "DELETE FROM api_key",
  ])
  func `a statement that violates an invariant is refused`(sql: String) throws {
    #expect {
      try queue.write { try $0.execute(sql: sql) }
    } throws: { $0.isConstraint }
  }

  @Test(arguments: [
    "customer = 2", "original_id = id + 1", "product_id = ''", "type = 'Car'", "quantity = 0",
    "quantity = 2", "price = -1", "reason = 'RENEWAL'", "group_id = 'navigation'",
    "expiration_date = purchase_date + 1", "is_upgraded = 1", "is_finished = 2",
    "revocation_date = purchase_date", "refunded = 1", "refunded = price + 1",
    refund + ", refunded = price - 1", refund + ", revocation_date = purchase_date - 1",
    refund + ", revocation_percentage = NULL", refund + ", revocation_percentage = 100001",
    refund + ", revocation_percentage = 50000", refund + ", revocation_type = 'REFUND_HALF'",
    "offer_type = 1",
    "original_purchase_date = purchase_date + 1", "currency = 'dollars'", "device = 7",
    "id = 2000000001", "refund_request = 'please'", "refund_amount = 0",
    refund + ", refund_amount = price + 1", refund + ", refund_amount = -1",
  ])
  func `an invalid transaction is refused`(change: String) throws {
    #expect {
      try queue.write { try $0.execute(sql: "UPDATE \"transaction\" SET \(change)") }
    } throws: { $0.isConstraint }
  }

  @Test func `a part of the price of a car can be refunded`() throws {
    try queue.write { db in
      try db.execute(
        sql: "UPDATE \"transaction\" SET " + Self.refund
          + ", revocation_reason = 1, revocation_type = 'REFUND_PRORATED'"
          + ", revocation_percentage = 50000, refunded = price / 2, refund_amount = price / 2")
    }
    let refunded = try queue.read { try TransactionRow.fetchAll($0).map(\.value) }
    #expect(refunded.map(\.revocation?.percentage) == [50_000])
    #expect(refunded.map { $0.refunded < $0.price } == [true])
  }

  @Test func `a free transaction can be refunded`() throws {
    try queue.write { db in
      try db.execute(sql: "UPDATE \"transaction\" SET price = 0")
      try db.execute(sql: "UPDATE \"transaction\" SET " + Self.refund)
    }
    #expect(try queue.read { try TransactionRow.fetchAll($0).map(\.value.refunded) } == [0])
  }

  @Test func `a free period that an upgrade has replaced cannot be refunded`() throws {
    var free = LedgerTransaction.plan
    free.price = 0
    free.isUpgraded = true
    try queue.write { try TransactionRow(free, of: .alice).insert($0) }
    let refund = "UPDATE \"transaction\" SET \(Self.refund) WHERE id = \(free.id.rawValue)"

    #expect {
      try queue.write { try $0.execute(sql: refund) }
    } throws: { $0.isConstraint }
    try queue.write { db in
      try db.execute(sql: "UPDATE \"transaction\" SET is_upgraded = 0")
      try db.execute(sql: refund)
    }
  }

  @Test func `an owned car cannot be inserted twice`() throws {
    var second = LedgerTransaction.car
    second.id = TransactionID(rawValue: 1_000_000_002)
    second.originalID = second.id

    #expect {
      try queue.write { try TransactionRow(second, of: .alice).insert($0) }
    } throws: { $0.isConstraint }
    try queue.write { db in
      try db.execute(sql: "UPDATE \"transaction\" SET " + Self.refund)
      try TransactionRow(second, of: .alice).insert(db)
    }
  }

  @Test func `an order is settled once`() throws {
    let key = OrderKey(UUID())
    try queue.write { try OrderRow(.closed, key: key, of: .alice).insert($0) }

    #expect {
      try queue.write { try $0.execute(sql: "UPDATE orders SET request = '{}', outcome = '{}'") }
    } throws: { $0.isConstraint }
    #expect {
      try queue.write { try OrderRow(.closed, key: key, of: .alice).insert($0) }
    } throws: { $0.isConstraint }
  }

  /// Each query whose cost must not grow, with the indexes in its plan, and whether it may sort the few
  /// rows that it returns.
  private static let plans: [(sql: String, indexes: [String], sorts: Bool)] = [
    (
      LedgerQuery.subscribers,
      [
        "INDEX subscription_of_next_plan (auto_renew_preference=?)",
        "INDEX subscription_of_present_plan (<expr>=?)",
      ], true
    ),
    (
      LedgerQuery.due,
      [
        "SEARCH subscription USING COVERING INDEX subscription_due (due_date<?)",
        "SEARCH waiting_order USING COVERING INDEX waiting_order_due",
        "SEARCH family_message USING COVERING INDEX family_message_due",
      ], false
    ),
    (LedgerQuery.nextPasswordCost, ["SEARCH password USING COVERING INDEX password_cost"], false),
    (
      LedgerQuery.latestTransactions,
      [
        "INDEX transaction_of_product (customer=? AND product_id>?)",
        "INDEX transaction_of_product (customer=? AND product_id=?)",
      ], true
    ),
    (
      LedgerQuery.history,
      [
        "INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        "INDEX transaction_restored (customer=? AND id>? AND id<?)",
      ], false
    ),
    (LedgerQuery.listedHistory, ["INDEX transaction_listed (customer=? AND id<?)"], false),
    (
      LedgerQuery.historyOfProduct,
      ["INDEX transaction_of_product (customer=? AND product_id=? AND id<?)"], false
    ),
    (
      LedgerQuery.listedHistoryOfConsumable,
      ["INDEX consumable_listed (customer=? AND product_id=? AND id<?)"], false
    ),
    (
      LedgerQuery.storedTransactions,
      [
        "INDEX transaction_by_date (purchase_date=? AND id<?)",
        "INDEX transaction_by_date (purchase_date<?)",
      ], true
    ),
    (
      LedgerQuery.storedTransactionsOfCustomer, ["INTEGER PRIMARY KEY (rowid>? AND rowid<?)"], true
    ),
    (LedgerQuery.storedTransaction, [], true),
    (
      LedgerQuery.unfinished,
      [
        "MERGE (UNION ALL)", "INDEX transaction_unfinished (customer=? AND id>?)",
        "INDEX consumable_unfinished (customer=? AND device=? AND id>?)",
      ], false
    ),
    (LedgerQuery.undelivered, ["INDEX consumable_unfinished (customer=?)"], true),
    (
      LedgerQuery.latestUnrevoked,
      ["INDEX transaction_of_product (customer=? AND product_id=?)"], false
    ),
  ]

  @Test(arguments: plans.indices)
  func `rows are found by index, and those of a page are not sorted`(index: Int) throws {
    let (sql, indexes, sorts) = Self.plans[index]
    let plan = try queue.read { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      statement.setUncheckedArguments([])
      return try Row.fetchAll(statement).map { $0["detail"] as String }.joined(separator: "\n")
    }

    for index in indexes { #expect(plan.contains(index), "\(plan)") }
    let scans = plan.matches(of: #/SCAN ([a-z_]+)/#).map { String($0.1) }
    #expect(Set(scans).isSubset(of: ["json_each", "product", "page"]), "\(plan)")
    #expect(sorts || !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test(arguments: [
    "due_date = NULL", "expiration_intent = 1", "revocation_date = 1",
    "expiration_intent = 6, due_date = NULL, will_auto_renew = 0",
    "expiration_intent = 1, due_date = NULL", "revocation_date = 1, due_date = NULL",
    "renewal_count = -1", "transaction_id = 7", "term = 'pro'",
  ])
  func `an invalid subscription is refused`(change: String) throws {
    let sql = "UPDATE subscription SET "
    try queue.write { db in
      try TransactionRow(.plan, of: .alice).insert(db)
      try SubscriptionRow(.plan, of: .alice).insert(db)
      try db.execute(sql: sql + "revocation_date = 1, due_date = NULL, will_auto_renew = 0")
      try db.execute(sql: sql + "revocation_date = NULL, due_date = 1, will_auto_renew = 1")
    }

    #expect {
      try queue.write { try $0.execute(sql: sql + change) }
    } throws: { $0.isConstraint }
  }

  @Test func `a transaction is read as it was written`() throws {
    let read = try queue.read { try TransactionRow.fetchAll($0).map(\.value) }

    #expect(read == [.car])
  }
}

extension LedgerTransaction {
  /// One month of a plan.
  fileprivate static let plan = LedgerTransaction(
    id: TransactionID(rawValue: 1_000_000_002), originalID: TransactionID(rawValue: 1_000_000_002),
    productID: "subscription.plan", type: .autoRenewable, purchaseDate: .fixture,
    originalPurchaseDate: .fixture, price: 4.99, storefront: car.storefront,
    period: .init(
      groupID: "navigation", webOrderLineItemID: "1",
      expirationDate: Subscription.plan.expirationDate))

  fileprivate static let car = LedgerTransaction(
    id: TransactionID(rawValue: 1_000_000_001), originalID: TransactionID(rawValue: 1_000_000_001),
    productID: "nonconsumable.car", type: .nonConsumable, purchaseDate: .fixture,
    originalPurchaseDate: .fixture, price: 9.99,
    storefront: .unitedStates)
}

extension Subscription {
  fileprivate static let plan: Subscription = {
    guard let month = Period(1, .month) else { preconditionFailure("a month is a period") }
    return Subscription(
      groupID: "navigation", originalID: TransactionID(rawValue: 1_000_000_002),
      originalPurchaseDate: .fixture, transactionID: TransactionID(rawValue: 1_000_000_002),
      term: Term(
        productID: "subscription.plan", level: 1, period: month,
        billingCycle: BillingCycle(from: .fixture, lasting: month, timeRate: .realTime)),
      autoRenewPreference: "subscription.plan", willAutoRenew: true, expirationIntent: nil,
      recentSubscriptionStartDate: .fixture, usedIntroductoryOffer: false, renewalCount: 0)
  }()
}

extension Error {
  /// Whether the database has refused a statement by one of its constraints, and not as malformed.
  fileprivate var isConstraint: Bool {
    (self as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT
  }
}
