import AppStorePayloads
import StoreAPI
import StoreEngine
import StoreSQLite

/// The contents of the store's database about its one customer.
struct StoredState {
  var transactions: [LedgerTransaction]
  /// The outcome of each order; `nil` if its key was closed.
  var orders: [OrderKey: OrderOutcome?] = [:]
  /// How often each order was settled or closed.
  var outcomeCounts: [OrderKey: Int] = [:]
  /// The charged transactions in order, each with the reason of the charge.
  var charges: [(reason: TransactionReason, id: TransactionID)] = []
  /// How often each offer code was redeemed.
  var redemptions: [String: Int] = [:]
  /// How many orders each offer code has settled.
  var redeemingOrders: [String: Int] = [:]

  init(_ ledgers: SQLiteLedgerStore) async throws {
    let stored = try await ledgers.allTransactions(account: nil, before: nil, limit: .max)
    transactions = stored.map(\.transaction)
    for code in try await ledgers.offerCodes(limit: .max).map(\.code) {
      redemptions[code.code] = code.redemptions
      redeemingOrders[code.code] = 0
    }
    let customer = CustomerNumber(rawValue: 1)
    for event in try await ledgers.events(of: customer, after: 0, limit: .max) {
      record(event.change.event)
    }
  }

  private mutating func record(_ event: LedgerEvent) {
    switch event {
    case .charged(let transaction): charges.append((transaction.reason, transaction.id))
    case .orderSettled(let key, let request, let outcome):
      orders[key] = .some(outcome)
      outcomeCounts[key, default: 0] += 1
      if let code = request.offer?.offerCode { redeemingOrders[code, default: 0] += 1 }
    case .orderClosed(let key):
      orders[key] = .some(nil)
      outcomeCounts[key, default: 0] += 1
    case .deleted(let id):
      charges.removeAll { $0.id == id }
      orders = orders.mapValues { $0?.transactionID == id ? nil : $0 }
    default: break
    }
  }

  /// The transactions that were charged for an order.
  var paid: [TransactionID] {
    orders.values.compactMap { $0 }.filter { !$0.alreadyOwned && !$0.scheduled }
      .map(\.transactionID)
  }

  /// The quantity of each fuel that a device has paid for.
  func fuel(of device: Int64) -> [String: Int] { Self.fuel(of: device, in: transactions) }

  /// The quantity of each fuel that a device has finished.
  func deliveredFuel(of device: Int64) -> [String: Int] {
    Self.fuel(of: device, in: transactions.filter(\.isFinished))
  }

  private static func fuel(
    of device: Int64, in transactions: [LedgerTransaction]
  ) -> [String: Int] {
    let fuel = transactions.filter { $0.type == .consumable && $0.device == device }
    return Dictionary(fuel.map { ($0.productID, $0.quantity) }, uniquingKeysWith: +)
  }

  /// The products that the customer owns, without consumables and what was refunded.
  var owned: Set<String> {
    let owned = transactions.filter { $0.type != .consumable && $0.revocation == nil }
    return Set(owned.map(\.productID))
  }
}
