import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: AccountStore {
  package func addAccount(
    _ name: String, password: PasswordHash, madeBy maker: AccountMaker, at now: Date
  ) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      guard try db.account(named: name) == nil else { throw StoreError.accountExists(name: name) }
      let id = try db.makeAccount(named: name)
      try PasswordRow(password, of: id).insert(db)
      switch maker {
      case .signUp(let signIn): try db.insert(signIn: signIn, account: id, at: now)
      case .operator: try db.makeLocal(account: id)
      }
    }
  }

  package func password(of account: String) async throws(StoreError) -> StoredPassword {
    try await read { db in
      StoredPassword(
        hash: try PasswordRow.of(account, db)?.value,
        costs: try PasswordRow.costs(db))
    }
  }

  package func replacePassword(
    _ old: PasswordHash, by new: PasswordHash, of account: String
  ) async throws(StoreError) {
    try await write(for: .noCustomer) { db in
      guard let row = try PasswordRow.of(account, db), row.value == old else { return }
      try PasswordRow(new, of: row.account).upsert(db)
    }
  }

  package func addSignIn(
    _ hash: TokenHash, account: String, by proof: SignInProof, at now: Date, limit: Int
  ) async throws(StoreError) -> Bool {
    try await write(for: .noCustomer) { db in
      guard let id = try db.account(named: account, by: proof) else { return false }
      try db.add(signIn: hash, account: id, at: now, limit: limit)
      return true
    }
  }

  package func removeSignIn(_ hash: TokenHash) async throws(StoreError) -> StoredAccount? {
    try await write(for: .noCustomer) { db in
      guard let account = try db.account(signIn: hash) else { return nil }
      try db.execute(sql: "DELETE FROM sign_in WHERE token_hash = ?", arguments: [hash.bytes])
      return account
    }
  }

  package func removeSignIns(of account: StoredAccount) async throws(StoreError) -> Int {
    try await write(for: .noCustomer) { db in
      try db.forgetSignIns(of: account.id)
    }
  }

  package func account(signIn hash: TokenHash) async throws(StoreError) -> StoredAccount? {
    try await read { try $0.account(signIn: hash) }
  }

  package func account(named name: String) async throws(StoreError) -> StoredAccount? {
    try await read { try $0.account(named: name) }
  }
}

extension Database {
  func account(signIn hash: TokenHash) throws -> StoredAccount? {
    try account("JOIN sign_in ON sign_in.account = account.id WHERE token_hash = ?", [hash.bytes])
  }

  fileprivate func account(named name: String) throws -> StoredAccount? {
    try account("WHERE name = ?", [name.argument])
  }

  private func account(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> StoredAccount? {
    try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT account.id, name, EXISTS (
            SELECT 1 FROM local_account WHERE local_account.account = account.id) AS is_local
          FROM account \(condition)
          """), arguments: arguments
    ).map { row in
      let row = CheckedRow(row, of: "account")
      return StoredAccount(
        id: try row.key("id"), name: try row.decode(forColumn: "name"),
        isLocal: try row.decode(forColumn: "is_local"))
    }
  }

  /// Returns the account that a customer may sign in to; a local account is created if necessary.
  fileprivate func account(named name: String, by proof: SignInProof) throws -> Int64? {
    guard case .password(let password) = proof else { return try localAccount(named: name) }
    guard let row = try PasswordRow.of(name, self), row.value == password else { return nil }
    return row.account
  }

  private func localAccount(named name: String) throws -> Int64 {
    guard let account = try account(named: name) else {
      let account = try makeAccount(named: name)
      try makeLocal(account: account)
      return account
    }
    guard account.isLocal else { throw StoreError.accountExists(name: name) }
    return account.id
  }

  func makeLocal(account: Int64) throws {
    try execute(
      sql: "INSERT OR IGNORE INTO local_account (account) VALUES (?)", arguments: [account])
  }

  /// Inserts a sign-in, and deletes the account's oldest ones if there are more than `limit`.
  fileprivate func add(signIn hash: TokenHash, account: Int64, at now: Date, limit: Int) throws {
    try forgetSignIns(of: account, leaving: limit - 1)
    try insert(signIn: hash, account: account, at: now)
  }

  /// Deletes every sign-in to an account, and returns their number.
  func forgetSignIns(of account: Int64) throws -> Int {
    try execute(sql: "DELETE FROM sign_in WHERE account = ?", arguments: [account])
    return changesCount
  }

  /// Deletes the sign-ins to an account except the newest `count`.
  fileprivate func forgetSignIns(of account: Int64, leaving count: Int) throws {
    try execute(
      sql: """
        DELETE FROM sign_in WHERE token_hash IN (
          SELECT token_hash FROM sign_in WHERE account = ?
          ORDER BY date DESC, token_hash LIMIT -1 OFFSET ?)
        """, arguments: [account, count])
  }

  /// Creates an account with its first customer number.
  fileprivate func makeAccount(named name: String) throws -> Int64 {
    try execute(sql: "INSERT INTO account (name) VALUES (?)", arguments: [name.argument])
    let account = lastInsertedRowID
    try insertCustomer(of: account)
    return account
  }

  /// Gives an account a new customer number.
  func insertCustomer(of account: Int64) throws {
    try execute(sql: "INSERT INTO customer (account) VALUES (?)", arguments: [account])
  }

  func insert(signIn hash: TokenHash, account: Int64, at now: Date) throws {
    try execute(
      sql: "INSERT INTO sign_in (token_hash, account, date) VALUES (?, ?, ?)",
      arguments: [hash.bytes, account, now.millisecondsSince1970])
  }
}

extension PasswordRow {
  static func of(_ account: String, _ db: Database) throws -> PasswordRow? {
    try fetchOne(
      db,
      sql: """
        SELECT password.* FROM password JOIN account ON account.id = password.account
        WHERE name = ?
        """, arguments: [account.argument])
  }

  /// The costs of all passwords; there are few, however many passwords there are.
  fileprivate static func costs(_ db: Database) throws -> Set<ScryptParameters> {
    let next = try db.cachedStatement(sql: LedgerQuery.nextPasswordCost)
    var costs: Set<ScryptParameters> = []
    var last: StatementArguments = [0, 0, 0]
    while let row = try Row.fetchOne(next, arguments: last) {
      let cost = try ScryptParameters(row: CheckedRow(row, of: databaseTableName))
      costs.insert(cost)
      last = [cost.rounds, cost.blockSize, cost.parallelism]
    }
    return costs
  }
}
