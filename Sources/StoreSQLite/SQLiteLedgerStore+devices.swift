package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func addDevice(
    _ device: DeviceAddition, signIn: TokenHash, handOver: @escaping HandOver
  ) async throws(StoreFault) -> NewDevice {
    try await write { db in
      guard let account = try db.account(signIn: signIn) else { throw StoreFault.unauthorized }
      try db.checkPlace(for: device, of: account)
      let added = try db.insert(device, of: account)
      let audience = try db.handOver(account, handOver)
      let new = NewDevice(
        device: added, sequence: try db.lastSequence(), epoch: try StoreRow.existing(db).epoch)
      return (new, audience)
    }
  }

  package func devices(of account: StoredAccount) async throws(StoreFault) -> [StoreDevice] {
    try await read { db in try DeviceRow.signedIn(to: account, db).map { try $0.device() } }
  }

  package func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date, handOver: @escaping HandOver
  ) async throws(StoreFault) -> StoreDevice {
    try await write { db in
      guard var row = try DeviceRow.named(name, of: account, db) else {
        throw StoreFault.unknownDevice(name)
      }
      row.removalDate = now.millisecondsSince1970
      try row.update(db)
      _ = try db.handOver(account, handOver)
      // Its streams end, and only looking they find that out.
      return (try row.device(), .customer(try db.customer(of: account)))
    }
  }

  package func device(token hash: TokenHash) async throws(StoreFault) -> StoredDevice? {
    try await read { try $0.device(token: hash) }
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

  fileprivate func checkPlace(for device: DeviceAddition, of account: StoredAccount) throws {
    guard try DeviceRow.named(device.name, of: account, self) == nil else {
      throw StoreFault.deviceExists(device.name)
    }
    guard try DeviceRow.signedIn(to: account, self).count < device.limit else {
      throw StoreFault.tooManyDevices(limit: device.limit)
    }
  }

  fileprivate func insert(
    _ device: DeviceAddition, of account: StoredAccount
  ) throws -> StoreDevice {
    let last = try Int64.fetchOne(
      cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'device'"))
    let number = (last ?? 0) + 1
    var row = DeviceRow(
      number: number, account: account.id, name: device.name,
      registrationDate: device.date.millisecondsSince1970,
      verificationId: LowercaseUUID(device.verificationID(number)).description,
      tokenHash: device.token.bytes)
    try row.insert(self)
    return try row.device()
  }

  /// Lets `decide` say what becomes of what a customer's devices were to deliver.
  ///
  /// - Returns: Who has to look again.
  fileprivate func handOver(_ account: StoredAccount, _ decide: HandOver) throws -> Audience {
    let customer = try customer(of: account)
    let before = try LedgerRows(db: self, customer: customer).loadUndelivered()
    let devices = try DeviceRow.signedIn(to: account, self).compactMap(\.number)
    let settings = try StoreRow.existing(self)
    let decision = decide(before, devices, settings)
    try write(decision, to: before, settings)
    return decision.changes.isEmpty ? .nobody : .customer(customer)
  }

  /// The account's customer of today.
  fileprivate func customer(of account: StoredAccount) throws -> CustomerNumber {
    let number = try Int64.fetchOne(
      cachedStatement(sql: "SELECT number FROM customer WHERE account = ?"),
      arguments: [account.id])
    guard let number else {
      throw DamagedRow(table: CustomerRow.databaseTableName, column: "account")
    }
    return CustomerNumber(rawValue: number)
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

  /// The account's devices, oldest first.
  fileprivate static func signedIn(
    to account: StoredAccount, _ db: Database
  ) throws -> [DeviceRow] {
    try fetchAll(
      db.cachedStatement(
        sql: "SELECT * FROM device WHERE account = ? AND removal_date IS NULL ORDER BY number"),
      arguments: [account.id])
  }
}
