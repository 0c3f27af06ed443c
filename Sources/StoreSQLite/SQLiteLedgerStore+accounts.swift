package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore: AccountStore {
  package func addAccount(
    _ name: String, password: PasswordHash, signIn: TokenHash?, at now: Date
  ) async throws(StoreFault) {
    try await write(for: .nobody) { db in
      guard try db.account(named: name) == nil else { throw StoreFault.accountExists(name) }
      let id = try db.makeAccount(named: name)
      try PasswordRow(password, of: id).insert(db)
      try signIn.map { try SignInRow($0, account: id, at: now).insert(db) }
    }
  }

  package func password(of account: String) async throws(StoreFault) -> PasswordHash? {
    try await read { db in
      try PasswordRow.fetchOne(
        db,
        sql: """
          SELECT password.* FROM password JOIN account ON account.id = password.account
          WHERE name = ?
          """, arguments: [account]
      )?.value
    }
  }

  package func addSignIn(
    _ hash: TokenHash, account: String, at now: Date
  ) async throws(StoreFault) {
    try await write(for: .nobody) { db in
      let id = try db.account(named: account) ?? db.makeAccount(named: account)
      try SignInRow(hash, account: id, at: now).insert(db)
    }
  }

  package func removeSignIn(_ hash: TokenHash) async throws(StoreFault) -> StoredAccount? {
    try await write(for: .nobody) { db in
      guard let account = try db.account(signIn: hash) else { return nil }
      try db.execute(sql: "DELETE FROM sign_in WHERE token_hash = ?", arguments: [hash.bytes])
      return account
    }
  }

  package func removeSignIns(of account: StoredAccount) async throws(StoreFault) -> Int {
    try await write(for: .nobody) { db in
      try db.execute(sql: "DELETE FROM sign_in WHERE account = ?", arguments: [account.id])
      return db.changesCount
    }
  }

  package func account(signIn hash: TokenHash) async throws(StoreFault) -> StoredAccount? {
    try await read { try $0.account(signIn: hash) }
  }

  package func account(named name: String) async throws(StoreFault) -> StoredAccount? {
    try await read { db in
      try db.account(named: name).map { StoredAccount(id: $0, name: name) }
    }
  }

  package func addDevice(
    _ name: String, to account: StoredAccount, token: TokenHash, at now: Date,
    verificationID: @escaping @Sendable (Int64) -> UUID
  ) async throws(StoreFault) -> NewDevice {
    try await write(for: .nobody) { db in
      guard try DeviceRow.named(name, of: account, db) == nil else {
        throw StoreFault.deviceExists(name)
      }
      let last = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'device'"))
      let number = (last ?? 0) + 1
      var row = DeviceRow(
        number: number, account: account.id, name: name,
        registrationDate: now.millisecondsSince1970,
        verificationId: LowercaseUUID(verificationID(number)).description, tokenHash: token.bytes)
      try row.insert(db)
      return NewDevice(
        device: try row.device(), sequence: try db.lastSequence(),
        epoch: try StoreRow.existing(db).epoch)
    }
  }

  package func devices(of account: StoredAccount) async throws(StoreFault) -> [StoreDevice] {
    try await read { db in
      try DeviceRow.fetchAll(
        db.cachedStatement(
          sql: "SELECT * FROM device WHERE account = ? AND removal_date IS NULL ORDER BY number"),
        arguments: [account.id]
      ).map { try $0.device() }
    }
  }

  package func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date
  ) async throws(StoreFault) -> StoreDevice {
    try await write { db in
      guard var row = try DeviceRow.named(name, of: account, db) else {
        throw StoreFault.unknownDevice(name)
      }
      row.removalDate = now.millisecondsSince1970
      try row.update(db)
      // Its streams end, and only looking they find that out.
      return (try row.device(), try db.audience(of: account))
    }
  }

  package func device(token hash: TokenHash) async throws(StoreFault) -> StoredDevice? {
    try await read { try $0.device(token: hash) }
  }
}

extension DeviceRow {
  fileprivate static func named(
    _ name: String, of account: StoredAccount, _ db: Database
  ) throws -> DeviceRow? {
    try fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM device WHERE account = ? AND name = ? AND removal_date IS NULL"),
      arguments: [account.id, name])
  }
}

extension Database {
  func device(token hash: TokenHash) throws -> StoredDevice? {
    try Row.fetchOne(
      cachedStatement(
        sql: """
          SELECT device.*, customer.number AS customer FROM device
          JOIN customer ON customer.account = device.account
          WHERE token_hash = ? AND removal_date IS NULL
          """), arguments: [hash.bytes]
    ).map { row in
      let device = try DeviceRow(row: row)
      return StoredDevice(
        number: device.number ?? 0, verificationID: try device.verificationID(),
        customer: CustomerNumber(rawValue: row["customer"]))
    }
  }

  fileprivate func account(signIn hash: TokenHash) throws -> StoredAccount? {
    try AccountRow.fetchOne(
      cachedStatement(
        sql: """
          SELECT account.* FROM sign_in JOIN account ON account.id = sign_in.account
          WHERE token_hash = ?
          """), arguments: [hash.bytes]
    ).map { StoredAccount(id: $0.id ?? 0, name: $0.name) }
  }

  fileprivate func account(named name: String) throws -> Int64? {
    try Int64.fetchOne(
      cachedStatement(sql: "SELECT id FROM account WHERE name = ?"), arguments: [name])
  }

  /// The account's customer of today.
  fileprivate func audience(of account: StoredAccount) throws -> Audience {
    let number = try Int64.fetchOne(
      self, sql: "SELECT number FROM customer WHERE account = ?", arguments: [account.id])
    return number.map { .customer(CustomerNumber(rawValue: $0)) } ?? .nobody
  }

  /// An account with its first customer number.
  fileprivate func makeAccount(named name: String) throws -> Int64 {
    var account = AccountRow(name: name)
    try account.insert(self)
    guard let id = account.id else {
      throw DamagedRow(table: AccountRow.databaseTableName, column: "id")
    }
    var customer = CustomerRow(account: id)
    try customer.insert(self)
    return id
  }
}
