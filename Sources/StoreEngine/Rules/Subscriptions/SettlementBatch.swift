package import Foundation
package import StoreOperatorAPI

// The settlements of one storage transaction.
//
// Invariants; the tests name their numbers:
//
// 1. Subscriptions are settled in the order of their due dates, over all customers. With the same
//    due date, the customer with the lower number comes first, and of one customer's, the group
//    with the lower ID.
// 2. A customer's ledger is loaded once, when its first subscription is settled.
// 3. Several small batches record what one large batch records, in the same order.
// 4. Each subscription is settled with the catalogue snapshot of its due date.

/// The settlements of many customers, in the order of their due dates.
///
/// A subscription that is due again afterwards is settled again, so one batch can have many
/// renewals of one plan.
package struct SettlementBatch: Sendable {
  /// The maximum number of settlements in one storage transaction.
  ///
  /// Other writes wait during the transaction. A lower limit writes the subscriptions of many
  /// customers more often.
  package static let standardLimit = 2_500

  /// The changes, oldest first.
  package private(set) var changes: [CustomerChange] = []
  package private(set) var progress = SettlementProgress()
  private let end: Date
  private let limit: Int
  /// The settlements and the messages that were applied.
  private var steps = 0
  private var drafts: [CustomerNumber: LedgerDraft] = [:]
  /// The next due date of each customer, latest first.
  private var queue: [DueSettlement]

  /// Creates an empty batch.
  ///
  /// - Parameters:
  ///   - due: The subscriptions that are due first: `limit` of them, or all if there are fewer.
  ///   - end: The last due date that is settled.
  ///   - limit: The maximum number of settlements.
  package init(of due: [DueSettlement], until end: Date, limit: Int) {
    var customers: Set<CustomerNumber> = []
    queue = due.filter { $0.date <= end }.sorted().filter { customers.insert($0.customer).inserted }
      .reversed()
    self.end = end
    self.limit = limit
  }

  /// Settles what is due, up to the limit.
  ///
  /// - Parameters:
  ///   - load: Returns the ledger of a customer.
  ///   - snapshot: Returns the catalogue snapshot of a date.
  /// - Throws: The errors of `load` and `snapshot`; then the batch must not be used.
  package mutating func settle(
    load: (CustomerNumber) throws -> Ledger, snapshot: (Date) throws -> CatalogueSnapshot
  ) throws {
    while !progress.hasReachedLimit, let due = queue.popLast() {
      var draft = try drafts.removeValue(forKey: due.customer) ?? LedgerDraft(load(due.customer))
      let recorded = draft.changes.count
      let isMessage = !draft.ledger.inbox.isEmpty
      let entry = draft.ledger.nextDue
      draft.settleNext(in: try snapshot(due.date))
      progress.add(draft.settledEvents(from: recorded, of: entry), of: due.customer)
      changes += draft.changes[recorded...].map {
        CustomerChange(customer: due.customer, change: $0)
      }
      steps += 1
      progress.add(due.date, counts: !isMessage, hasReachedLimit: steps == limit)
      enqueue(draft.ledger)
      let messages = draft.takeOutbox()
      drafts[due.customer] = draft
      for message in messages { try deliver(message, load: load) }
    }
  }

  /// Lets a message be applied next, at its own date.
  private mutating func deliver(
    _ message: FamilyMessage, load: (CustomerNumber) throws -> Ledger
  ) throws {
    let recipient = message.recipient
    var draft = try drafts.removeValue(forKey: recipient) ?? LedgerDraft(load(recipient))
    draft.deliver(message)
    drafts[recipient] = draft
    queue.removeAll { $0.customer == recipient }
    enqueue(draft.ledger)
  }

  /// The messages that the batch has made and not applied, those of each recipient in their order.
  package var undelivered: [FamilyMessage] {
    drafts.sorted { $0.key.rawValue < $1.key.rawValue }
      .flatMap { $0.value.ledger.inbox.filter { $0.number == nil } }
  }

  /// The customers whose ledgers have changed.
  package var customers: Set<CustomerNumber> { Set(drafts.keys) }

  /// The ledgers that have changed, with the entries that each decision needs.
  ///
  /// Those with messages that were not applied are left out: the messages get their numbers later.
  package var ledgers: [CustomerNumber: Ledger] {
    drafts.filter(\.value.ledger.inbox.isEmpty).mapValues(\.ledger.current)
  }

  /// Returns a customer's ledger, if it was loaded.
  func ledger(of customer: CustomerNumber) -> Ledger? { drafts[customer]?.ledger }

  /// Returns the entries of a customer's ledger that are new or have changed.
  package func difference(of customer: CustomerNumber) -> LedgerDifference? {
    drafts[customer]?.difference
  }

  private mutating func enqueue(_ ledger: Ledger) {
    guard let date = ledger.nextDue?.date, date <= end else { return }
    let next = DueSettlement(customer: ledger.customer, date: date)
    // Most are due later than all others.
    queue.insert(next, at: queue.firstIndex { $0 < next } ?? queue.endIndex)
  }
}

/// A change in the ledger of one customer.
package struct CustomerChange: Hashable, Sendable {
  package let customer: CustomerNumber
  package let change: LedgerChange

  package init(customer: CustomerNumber, change: LedgerChange) {
    self.customer = customer
    self.change = change
  }
}

/// Something that happened by itself to one customer.
package struct CustomerEvent: Hashable, Sendable {
  package let customer: CustomerNumber
  package let event: SettledEvent
}

/// The progress of one storage transaction, or several, in settling due subscriptions.
package struct SettlementProgress: Hashable, Sendable {
  /// The number of renewals, failures and expirations.
  package private(set) var count = 0
  /// The first events, at most ``StoreOperatorAPI/SettledEvent/listLimit``, with their customers.
  package private(set) var events: [CustomerEvent] = []
  /// The due date of the last one: everything that was due earlier is settled; `nil` if there is
  /// none.
  package private(set) var lastDueDate: Date?
  /// Whether more may be due.
  package private(set) var hasReachedLimit = false

  package init() {}

  /// Adds the settlements of the next transaction.
  package mutating func add(_ batch: SettlementProgress) {
    count += batch.count
    events += batch.events.prefix(SettledEvent.listLimit - events.count)
    lastDueDate = batch.lastDueDate ?? lastDueDate
    hasReachedLimit = batch.hasReachedLimit
  }

  fileprivate mutating func add(_ settled: [SettledEvent], of customer: CustomerNumber) {
    guard events.count < SettledEvent.listLimit else { return }
    events += settled.prefix(SettledEvent.listLimit - events.count).map {
      CustomerEvent(customer: customer, event: $0)
    }
  }

  fileprivate mutating func add(_ dueDate: Date, counts: Bool, hasReachedLimit: Bool) {
    if counts { count += 1 }
    lastDueDate = dueDate
    self.hasReachedLimit = hasReachedLimit
  }
}
