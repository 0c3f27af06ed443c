import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite

/// What the store's database says, when the server has ended.
struct StoreBooks {
  /// The orders that were charged, each as often as it was.
  var charged: [OrderKey] = []
  /// How many orders were answered, whatever was charged.
  var settled = 0
  /// The transactions that there are.
  var transactions: [UInt64] = []
  /// How many cans of fuel each device has paid for, by its number.
  var fuel: [Int64: Int] = [:]

  init(database: URL) async throws {
    let ledgers = try SQLiteLedgerStore(file: database)
    let customer = CustomerNumber(rawValue: 1)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      note(event.change.event)
    }
  }

  private mutating func note(_ event: LedgerEvent) {
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
