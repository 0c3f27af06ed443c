import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite

/// The contents of the store's database after the server has ended.
struct StoreContents {
  /// The keys of the charged orders, one for each charge.
  var charged: [OrderKey] = []
  /// How many orders were settled, with or without a charge.
  var settled = 0
  /// The IDs of all transactions.
  var transactions: [UInt64] = []
  /// The quantity of fuel that each device has paid for, by the device's number.
  var fuel: [Int64: Int] = [:]

  init(database: URL) async throws {
    let ledgers = try SQLiteLedgerStore(file: database)
    let customer = CustomerNumber(rawValue: 1)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      record(event.change.event)
    }
  }

  private mutating func record(_ event: LedgerEvent) {
    switch event {
    case .charged(let transaction):
      transactions.append(transaction.id.rawValue)
      if transaction.type == .consumable, let device = transaction.device {
        fuel[device, default: 0] += transaction.quantity
      }
    case .orderSettled(let key, _, let outcome):
      settled += 1
      if !outcome.alreadyOwned { charged.append(key) }
    default: break
    }
  }
}
