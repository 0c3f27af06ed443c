import AppStorePayloads
import Foundation
import GRDB
package import StoreAPI
package import StoreEngine

extension SQLiteLedgerStore {
  package func changePassword(
    _ change: StoredPasswordChange, of account: StoredAccount
  ) async throws(StoreError) -> ChangedAccount? {
    try await write { db in
      guard try db.hasPassword(change.old, account) else { return (nil, .noCustomer) }
      try PasswordRow(change.new, of: account.id).upsert(db)
      let signIns = try db.forgetSignIns(of: account.id)
      if let signIn = change.signIn {
        try db.insert(signIn: signIn, account: account.id, at: change.date)
      }
      let devices = try DeviceRow.signedIn(to: account, db).map(\.value)
      if change.removesDevices { try db.removeDevices(of: account, change.date) }
      let result = ChangedAccount(
        signIns: signIns, removed: change.removesDevices ? devices : [],
        staying: change.removesDevices ? [] : devices)
      if change.old == nil, result.staying.isEmpty { try db.makeLocal(account: account.id) }
      guard !result.removed.isEmpty else { return (result, .noCustomer) }
      // The streams of removed devices end when they read again.
      return (result, .customer(try db.customer(of: account)))
    }
  }
}

extension Database {
  /// Whether an account's password has this hash; always `true` without a hash.
  fileprivate func hasPassword(_ hash: PasswordHash?, _ account: StoredAccount) throws -> Bool {
    guard let hash else { return true }
    return try PasswordRow.of(account.name, self)?.value == hash
  }

  /// Removes all devices of an account.
  ///
  /// No device is left to deliver their unfinished consumables: these wait for the next one.
  fileprivate func removeDevices(of account: StoredAccount, _ date: Date) throws {
    try execute(
      sql: "UPDATE device SET removal_date = ? WHERE account = ? AND removal_date IS NULL",
      arguments: [date.millisecondsSince1970, account.id])
  }
}
