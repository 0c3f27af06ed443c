package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: FamilyStore {
  package func families() async throws(StoreError) -> (
    families: [Family], unsharedPlans: [CustomerNumber: [String]]
  ) {
    try await read { db in
      let families = try db.families(
        "JOIN family ON family.organizer = family_member.organizer ORDER BY family.organizer", [])
      return (families, try db.unsharedPlans())
    }
  }

  package func changeFamily(
    _ family: FamilyReference, joining: String?, _ settlement: SettlementContext,
    decide: @escaping @Sendable (FamilyChange) throws(StoreError) -> FamilyDecision
  ) async throws(StoreError) -> SettledChange<Date> {
    try await write(for: .allCustomers) { db in
      try db.settle(settlement) { settings in
        let account = try family.account(among: try db.organizers())
        let change = try db.familyChange(of: account, joining: joining, at: settings.lastNow)
        try db.write(try decide(change))
        try StoreRow(settings).upsert(db)
        return settings.lastNow
      }
    }
  }
}

extension Database {
  /// The messages of a customer, in their order.
  func messages(to customer: CustomerNumber) throws -> [FamilyMessage] {
    try FamilyMessageRow.fetchAll(
      cachedStatement(sql: "SELECT * FROM family_message WHERE recipient = ? ORDER BY number"),
      arguments: [customer.rawValue]
    ).map(\.value)
  }

  /// Deletes the rows of messages that were applied.
  func deleteMessages(_ numbers: [Int64]) throws {
    guard !numbers.isEmpty else { return }
    let statement = try cachedStatement(sql: "DELETE FROM family_message WHERE number = ?")
    for number in numbers { try statement.execute(arguments: [number]) }
  }

  /// The family members with whom a customer shares, in the order of their numbers.
  func recipients(of customer: CustomerNumber) throws -> [CustomerNumber] {
    try CustomerNumber.fetchAll(
      cachedStatement(
        sql: """
          SELECT other.customer FROM family_member AS own
          JOIN family_member AS other ON other.organizer = own.organizer
          WHERE own.customer = ? AND own.is_sharing = 1 AND other.customer <> own.customer
          ORDER BY other.customer
          """), [customer.rawValue])
  }

  /// The plans that family members share with a customer, each with its current transaction.
  func sharedPlans(
    of customer: CustomerNumber
  ) throws -> [(plan: SharedPlan, transaction: LedgerTransaction)] {
    try SharedPlanRow.fetchAll(
      cachedStatement(
        sql: "SELECT * FROM shared_plan WHERE customer = ? ORDER BY purchaser_original_id"),
      arguments: [customer.rawValue]
    ).map { row in
      let transaction = try transaction(row.value.subscription.transactionID, of: customer)
        .required("transaction_id", of: SharedPlanRow.self)
      return (row.value, transaction)
    }
  }

  fileprivate func unsharedPlans() throws -> [CustomerNumber: [String]] {
    try Row.fetchAll(cachedStatement(sql: LedgerQuery.unsharedPlans)).reduce(into: [:]) {
      let row = CheckedRow($1, of: SubscriptionRow.databaseTableName)
      let plan: String = try row.decode(forColumn: "product_id")
      $0[try row.customer("customer"), default: []].append(plan)
    }
  }

  fileprivate func families(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [Family] {
    let rows = try Row.fetchAll(
      cachedStatement(
        sql: """
          SELECT family_member.*, account.name AS account_name FROM family_member
          JOIN customer ON customer.number = family_member.customer
          JOIN account ON account.id = customer.account \(condition), family_member.customer
          """), arguments: arguments)
    return try rows.reduce(into: []) { families, row in
      let row = CheckedRow(row, of: "family_member")
      let organizer = try row.customer("organizer")
      if families.last?.organizer != organizer {
        families.append(Family(organizer: organizer, members: []))
      }
      families[families.count - 1].members.append(try Family.Member(row: row))
    }
  }

  private func family(of customer: CustomerNumber) throws -> Family? {
    try families(
      """
      WHERE family_member.organizer =
        (SELECT organizer FROM family_member WHERE customer = ?) ORDER BY family_member.organizer
      """, [customer.rawValue]
    ).first
  }

  private func member(_ account: String) throws -> Family.Member {
    let row = try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT customer.number AS customer, account.name AS account_name, 1 AS is_sharing
          FROM account JOIN customer ON customer.account = account.id WHERE account.name = ?
          """), arguments: [account.argument])
    guard let row else { throw StoreError.unknownAccount(name: account) }
    return try Family.Member(row: CheckedRow(row, of: "family_member"))
  }

  /// The accounts that organize families, two at most: a command names one if there are several.
  fileprivate func organizers() throws -> [String] {
    try String.fetchAll(
      cachedStatement(
        sql: """
          SELECT account.name FROM family
          JOIN customer ON customer.number = family.organizer
          JOIN account ON account.id = customer.account ORDER BY family.organizer LIMIT 2
          """))
  }

  fileprivate func familyChange(
    of account: String, joining: String?, at now: Date
  ) throws -> FamilyChange {
    let member = try member(account)
    let joining = try joining.map { account in
      let member = try self.member(account)
      return FamilyChange.JoiningMember(
        member: member, family: try self.family(of: member.customer))
    }
    let family = try family(of: member.customer)
    let customers =
      (family?.members ?? []).map(\.customer) + [member.customer]
      + [joining?.member.customer].compactMap(\.self)
    let ledgers = try Set(customers).map { customer in
      (customer, try LedgerRows(db: self, customer: customer).load(LedgerNeeds()))
    }
    return FamilyChange(
      state: FamilyState(
        family: family, ledgers: Dictionary(uniqueKeysWithValues: ledgers), now: now),
      member: member, joining: joining)
  }

  fileprivate func write(_ decision: FamilyDecision) throws {
    let family = decision.family
    try execute(
      sql: "DELETE FROM family WHERE organizer = ?", arguments: [family.organizer.rawValue])
    if !family.members.isEmpty {
      try execute(
        sql: "INSERT INTO family (organizer) VALUES (?)", arguments: [family.organizer.rawValue])
    }
    for member in family.members {
      try execute(
        sql: "INSERT INTO family_member (customer, organizer, is_sharing) VALUES (?, ?, ?)",
        arguments: [member.customer.rawValue, family.organizer.rawValue, member.isSharing])
    }
    try decision.messages.map(FamilyMessageRow.init).insert(self)
  }
}

extension Family.Member {
  fileprivate init(row: CheckedRow) throws {
    self.init(
      customer: try row.customer("customer"), account: try row.decode(forColumn: "account_name"),
      isSharing: try row.decode(forColumn: "is_sharing"))
  }
}
