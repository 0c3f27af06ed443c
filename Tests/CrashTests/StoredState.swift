import StoreAPI
import StoreEngine
import StoreSQLite

/// What the store's database says about its one customer.
struct StoredState {
  var transactions: [LedgerTransaction]
  /// The transaction that answers each order; `nil` for one whose key was closed.
  var orders: [OrderKey: OrderOutcome?] = [:]
  /// How often each order was answered or closed.
  var endings: [OrderKey: Int] = [:]
  /// The transactions that were charged, in order, by what charged them.
  var charges: [(reason: TransactionReason, id: TransactionID)] = []

  init(_ ledgers: SQLiteLedgerStore) async throws {
    let stored = try await ledgers.allTransactions(account: nil)
    transactions = stored.map(\.transaction)
    let customer = CustomerNumber(rawValue: 1)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      note(event.change.event)
    }
  }

  private mutating func note(_ event: LedgerEvent) {
    switch event {
    case .charged(let transaction): charges.append((transaction.reason, transaction.id))
    case .orderSettled(let key, _, let outcome):
      orders[key] = .some(outcome)
      endings[key, default: 0] += 1
    case .orderClosed(let key):
      orders[key] = .some(nil)
      endings[key, default: 0] += 1
    default: break
    }
  }

  /// The transactions that orders were charged for.
  var paid: [TransactionID] {
    orders.values.compactMap { $0 }.filter { !$0.alreadyOwned && !$0.scheduled }
      .map(\.transactionID)
  }

  /// How much of each fuel a device has paid for.
  func fuel(of device: Int64) -> [String: Int] { Self.fuel(of: device, in: transactions) }

  /// How much of each fuel a device says that it has delivered.
  func deliveredFuel(of device: Int64) -> [String: Int] {
    Self.fuel(of: device, in: transactions.filter(\.isFinished))
  }

  private static func fuel(
    of device: Int64, in transactions: [LedgerTransaction]
  ) -> [String: Int] {
    let cans = transactions.filter { $0.type == .consumable && $0.device == device }
    return Dictionary(cans.map { ($0.productID, $0.quantity) }, uniquingKeysWith: +)
  }

  /// The products that the customer has for good, and the plan.
  var owned: Set<String> {
    Set(transactions.filter { $0.type != .consumable }.map(\.productID))
  }
}
