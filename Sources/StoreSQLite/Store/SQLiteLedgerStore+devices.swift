import AppStorePayloads
package import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func addDevice(
    _ device: DeviceAddition, signIn: TokenHash, reassignment: @escaping DeliveryReassignment
  ) async throws(StoreError) -> AddedDevice {
    try await write { db in
      guard let account = try db.account(signIn: signIn) else { throw StoreError.unauthorized }
      if let earlier = try DeviceRow.named(device.name, of: account, db),
        earlier.token == device.token
      {
        return (try db.added(earlier), .noCustomer)
      }
      try db.checkPlace(for: device, of: account)
      let row = try db.insert(device, of: account)
      let scope = try db.reassignment(account, reassignment)
      return (try db.added(row), scope)
    }
  }

  package func devices(of account: StoredAccount) async throws(StoreError) -> [StoreDevice] {
    try await read { db in try DeviceRow.signedIn(to: account, db).map(\.value) }
  }

  package func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date,
    reassignment: @escaping DeliveryReassignment
  ) async throws(StoreError) -> StoreDevice {
    try await write { db in
      guard let row = try DeviceRow.named(name, of: account, db) else {
        throw StoreError.unknownDevice(name: name)
      }
      try db.execute(
        sql: "UPDATE device SET removal_date = ? WHERE number = ?",
        arguments: [now.millisecondsSince1970, row.number])
      _ = try db.reassignment(account, reassignment)
      // The device's streams end when they read again and find that it was removed.
      return (row.value, .customer(try db.customer(of: account)))
    }
  }

  package func device(token hash: TokenHash) async throws(StoreError) -> StoredDevice? {
    try await read { try $0.device(token: hash) }
  }
}

extension Database {
  func device(token hash: TokenHash) throws -> StoredDevice? {
    try Row.readFirst(
      cachedStatement(
        sql: """
          SELECT device.*, customer.number AS customer FROM device
          JOIN customer ON customer.account = device.account
          WHERE token_hash = ? AND removal_date IS NULL
          """), arguments: [hash.bytes]
    ) { row in
      let device = try DeviceRow(row: row)
      return StoredDevice(
        number: device.number, account: AccountNumber(rawValue: device.account),
        verificationID: device.value.verificationID.uuid,
        customer: try CheckedRow(row, of: "customer").customer("customer"))
    }
  }

  fileprivate func checkPlace(for device: DeviceAddition, of account: StoredAccount) throws {
    // A token is never used for another device: a copy of a registration may arrive after the
    // removal.
    let earlier = try Int64.fetchOne(
      cachedStatement(sql: "SELECT number FROM device WHERE token_hash = ?"),
      arguments: [device.token.bytes])
    guard try earlier == nil && DeviceRow.named(device.name, of: account, self) == nil else {
      throw StoreError.deviceExists(name: device.name)
    }
    guard try DeviceRow.signedIn(to: account, self).count < device.limit else {
      throw StoreError.tooManyDevices(maximum: device.limit)
    }
  }

  fileprivate func insert(_ device: DeviceAddition, of account: StoredAccount) throws -> DeviceRow {
    let number = try lastNumber(in: DeviceRow.databaseTableName) + 1
    let row = DeviceRow(
      number: number, account: account.id, token: device.token,
      value: StoreDevice(
        id: device.name, registrationDate: device.date.wholeMilliseconds,
        verificationID: LowercaseUUID(device.verificationID(number))))
    try row.insert(self)
    return row
  }

  fileprivate func added(_ row: DeviceRow) throws -> AddedDevice {
    AddedDevice(
      device: row.value, sequence: try lastSequence(),
      epoch: try StoreRow.existing(self).epoch)
  }

  /// Writes the decision of `decide` about the consumables that an account's devices were to
  /// deliver.
  ///
  /// - Returns: The customers whose listeners must be notified.
  fileprivate func reassignment(
    _ account: StoredAccount, _ decide: DeliveryReassignment
  ) throws -> ChangeScope {
    let customer = try customer(of: account)
    let before = try LedgerRows(db: self, customer: customer).loadUndelivered()
    let devices = try DeviceRow.signedIn(to: account, self).map(\.number)
    let settings = try StoreRow.existing(self)
    let decision = decide(before, devices, settings)
    try write(decision, for: customer, settings)
    return decision.draft.changes.isEmpty ? .noCustomer : .customer(customer)
  }

  /// The account's present customer number.
  func customer(of account: StoredAccount) throws -> CustomerNumber {
    let numbers = try CustomerNumber.fetchAll(
      cachedStatement(sql: "SELECT number FROM customer WHERE account = ?"), [account.id],
      column: "number")
    guard let number = numbers.first else {
      throw DamagedRowError(table: "customer", column: "account")
    }
    return number
  }
}

extension DeviceRow {
  fileprivate static func named(
    _ name: String, of account: StoredAccount, _ db: Database
  ) throws -> DeviceRow? {
    try fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM device WHERE account = ? AND name = ? AND removal_date IS NULL"),
      arguments: [account.id, name.argument])
  }

  /// The account's devices, oldest first.
  static func signedIn(to account: StoredAccount, _ db: Database) throws -> [DeviceRow] {
    try fetchAll(
      db.cachedStatement(
        sql: "SELECT * FROM device WHERE account = ? AND removal_date IS NULL ORDER BY number"),
      arguments: [account.id])
  }
}
