import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import StoreEngine

/// A row of the table `device`.
struct DeviceRow: StoreRecord {
  static let table = Table<DeviceRow>(
    "device", key: ["number"],
    columns: [
      "number": { $0.number },
      "account": { $0.account },
      "name": { $0.value.id },
      "registration_date": { $0.value.registrationDate.millisecondsSince1970 },
      "verification_id": { $0.value.verificationID.description },
      "token_hash": { $0.token.bytes },
    ])

  let number: Int64
  let account: Int64
  let token: TokenHash
  let value: StoreDevice
}

extension DeviceRow {
  init(row: CheckedRow) throws {
    number = try row.number("number")
    account = try row.key("account")
    token = TokenHash(bytes: try row.decode(forColumn: "token_hash"))
    value = StoreDevice(
      id: try row.decode(forColumn: "name"), registrationDate: try row.date("registration_date"),
      verificationID: try row.uuid("verification_id"))
  }
}
