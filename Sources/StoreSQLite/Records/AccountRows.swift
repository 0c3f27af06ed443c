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
