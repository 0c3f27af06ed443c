import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `account`.
struct AccountRow: MutableStoreRecord {
  static let databaseTableName = "account"

  var id: Int64?
  var name: String

  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
  }
}

extension AccountRow {
  init(row: Row) throws {
    id = try row.decode(forColumn: "id")
    name = try row.decode(forColumn: "name")
  }
}

/// A row of the table `password`.
struct PasswordRow: StoreRecord {
  static let table = Table<PasswordRow>(
    "password", key: ["account"],
    columns: [
      "account": { $0.account },
      "hash": { $0.value.bytes },
      "salt": { $0.value.salt },
      "rounds": { $0.value.cost.rounds },
      "block_size": { $0.value.cost.blockSize },
      "parallelism": { $0.value.cost.parallelism },
    ])

  let account: Int64
  let value: PasswordHash

  init(_ password: PasswordHash, of account: Int64) {
    self.account = account
    value = password
  }
}

extension PasswordRow {
  init(row: Row) throws {
    account = try row.decode(forColumn: "account")
    value = PasswordHash(
      bytes: try row.decode(forColumn: "hash"), salt: try row.decode(forColumn: "salt"),
      cost: ScryptParameters(
        rounds: try row.decode(forColumn: "rounds"),
        blockSize: try row.decode(forColumn: "block_size"),
        parallelism: try row.decode(forColumn: "parallelism")))
  }
}

/// A row of the table `customer`.
struct CustomerRow: MutableStoreRecord {
  static let databaseTableName = "customer"

  var number: Int64?
  var account: Int64
  var lastCount: Int64 = 0

  mutating func didInsert(_ inserted: InsertionSuccess) {
    number = inserted.rowID
  }
}

extension CustomerRow {
  init(row: Row) throws {
    number = try row.decode(forColumn: "number")
    account = try row.decode(forColumn: "account")
    lastCount = try row.decode(forColumn: "last_count")
  }
}

/// A row of the table `sign_in`.
struct SignInRow: Encodable, PersistableRecord {
  static let databaseTableName = "sign_in"
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }

  var tokenHash: Data
  var account: Int64
  var date: Int64

  init(_ hash: TokenHash, account: Int64, at now: Date) {
    tokenHash = hash.bytes
    self.account = account
    date = now.millisecondsSince1970
  }
}

/// A row of the table `device`.
struct DeviceRow: MutableStoreRecord {
  static let databaseTableName = "device"

  var number: Int64?
  var account: Int64
  var name: String
  var registrationDate: Int64
  var verificationId: String
  var tokenHash: Data
  var removalDate: Int64?

  mutating func didInsert(_ inserted: InsertionSuccess) {
    number = inserted.rowID
  }

  func verificationID() throws -> UUID {
    guard let id = UUID(uuidString: verificationId) else {
      throw DamagedRow(table: Self.databaseTableName, column: "verification_id")
    }
    return id
  }

  func device() throws -> StoreDevice {
    StoreDevice(
      id: name, registrationDate: Date(millisecondsSince1970: registrationDate),
      verificationID: LowercaseUUID(try verificationID()))
  }
}

extension DeviceRow {
  init(row: Row) throws {
    number = try row.decode(forColumn: "number")
    account = try row.decode(forColumn: "account")
    name = try row.decode(forColumn: "name")
    registrationDate = try row.decode(forColumn: "registration_date")
    verificationId = try row.decode(forColumn: "verification_id")
    tokenHash = try row.decode(forColumn: "token_hash")
    removalDate = try row.decode(forColumn: "removal_date")
  }
}
