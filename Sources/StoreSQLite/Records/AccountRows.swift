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

/// A row of the table `password`.
struct PasswordRow: StoreRecord {
  static let databaseTableName = "password"

  var account: Int64
  var hash: Data
  var salt: Data
  var rounds: Int
  var blockSize: Int
  var parallelism: Int

  init(_ password: PasswordHash, of account: Int64) {
    self.account = account
    hash = password.bytes
    salt = password.salt
    rounds = password.cost.rounds
    blockSize = password.cost.blockSize
    parallelism = password.cost.parallelism
  }

  var value: PasswordHash {
    PasswordHash(
      bytes: hash, salt: salt,
      cost: PasswordCost(rounds: rounds, blockSize: blockSize, parallelism: parallelism))
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

/// A row of the table `sign_in`.
struct SignInRow: StoreRecord {
  static let databaseTableName = "sign_in"

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
