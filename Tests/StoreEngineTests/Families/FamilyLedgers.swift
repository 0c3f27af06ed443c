import Foundation
import StoreAPI
import StoreOperatorAPI

@testable import StoreEngine

/// The ledgers of eight customers in two families of four, with the rules and without a store.
///
/// It does what storage does: a message is stored with its cause, and what is due and the messages
/// that wait are settled in batches before anything else happens.
struct FamilyLedgers {
  private(set) var ledgers: [Int64: Ledger] = [:]
  private(set) var families: [Family?]
  private(set) var changes: [CustomerChange] = []
  var snapshot: CatalogueSnapshot
  /// The products that were taken off sale, by ID.
  private var withdrawn: [String: StoreProduct] = [:]
  private(set) var now: Date
  /// The highest number of settlements and messages between which the store cannot die.
  private let limit: Int
  private var lastNumber: Int64 = 0

  init(selling snapshot: CatalogueSnapshot, at now: Date, limit: Int) {
    (self.snapshot, self.now, self.limit) = (snapshot, now, limit)
    families = Self.customers.map { customers in
      Family(organizer: customers[0].customer, members: customers)
    }
    for number in Self.numbers { ledgers[number] = Ledger(customer: .init(rawValue: number)) }
    tellRecipients()
  }

  static let numbers = Int64(1)...8

  /// The customers of the two families.
  private static let customers = [Int64(1)...4, 5...8].map { $0.map(member) }

  private static func member(_ number: Int64) -> Family.Member {
    Family.Member(customer: CustomerNumber(rawValue: number), account: "\(number)")
  }

  /// The place of a customer's family in ``families``.
  static func family(of number: Int64) -> Int { number <= 4 ? 0 : 1 }

  func ledger(_ number: Int64) -> Ledger {
    ledgers[number] ?? Ledger(customer: CustomerNumber(rawValue: number))
  }

  /// The other members who share with a customer now.
  func sharers(with number: Int64) -> [Int64] {
    let members = families[Self.family(of: number)]?.members ?? []
    guard members.contains(where: { $0.customer.rawValue == number }) else { return [] }
    return members.filter { $0.isSharing && $0.customer.rawValue != number }
      .map(\.customer.rawValue)
  }
}

// MARK: - What happens

extension FamilyLedgers {
  /// Records what a rule decides about a customer, on the date of what happens, which can be past.
  mutating func decide(
    _ number: Int64, at date: Date? = nil,
    _ rule: (Ledger, Date, CatalogueSnapshot) throws(StoreError) -> [LedgerEvent]
  ) throws {
    var draft = LedgerDraft(ledger(number))
    guard let events = try? rule(draft.ledger, now, snapshot) else { return }
    draft.record(events, at: date ?? now, in: snapshot)
    ledgers[number] = draft.ledger
    changes += draft.changes.map { CustomerChange(customer: draft.ledger.customer, change: $0) }
    store(draft.outbox)
    try settle()
  }

  /// Changes the family of a customer; a refused change does nothing.
  mutating func changeFamily(
    of number: Int64, _ rule: (FamilyState) throws(StoreError) -> FamilyDecision
  ) throws {
    let index = Self.family(of: number)
    let state = FamilyState(
      family: families[index],
      ledgers: Dictionary(
        uniqueKeysWithValues: ledgers.values.map { ($0.customer, $0) }),
      now: now)
    guard let decision = try? rule(state) else { return }
    families[index] = decision.family.members.isEmpty ? nil : decision.family
    tellRecipients()
    store(decision.messages)
    try settle()
  }

  /// Adds a customer to their family, which begins anew if it has ended.
  mutating func add(_ number: Int64) throws {
    let index = Self.family(of: number)
    let organizer = Self.customers[index][0]
    let members = families[index]?.members ?? []
    guard !members.contains(where: { $0.customer.rawValue == number }) else { return }
    try changeFamily(of: number) { state throws(StoreError) in
      try state.adding(Self.member(number), organizer: organizer)
    }
  }

  /// Changes a price, and notifies the subscribers.
  mutating func setPrice(of id: String, to price: Decimal, _ policy: PriceChangePolicy) throws {
    let old = snapshot
    snapshot.products[id]?.price = price
    for number in Self.numbers {
      try decide(number) { ledger, _, new in
        ledger.subscriptions.values.sorted { $0.groupID < $1.groupID }
          .flatMap { $0.events(ofPriceChangeFrom: old, to: new, policy: policy) }
      }
    }
  }

  /// Sells at the prices of another storefront; what was agreed in another currency ends.
  mutating func setCurrency(_ currency: NaiveCurrency) throws {
    guard currency.storefront != snapshot.storefront else { return }
    let all = CatalogueSnapshot.selling(NaiveProduct.all, at: .realTime, for: currency)
    snapshot.storefront = currency.storefront
    snapshot.products = snapshot.products.mapValues { $0.priced(as: all.products[$0.id]) }
    withdrawn = withdrawn.mapValues { $0.priced(as: all.products[$0.id]) }
    for number in Self.numbers {
      try decide(number) { ledger, _, _ in ledger.endAgreedPrices(in: all) }
    }
  }

  /// Makes a product family shareable, even one that is not sold, and notifies its purchasers.
  mutating func makeShareable(_ id: String) throws {
    guard (snapshot.products[id] ?? withdrawn[id])?.isFamilyShareable == false else { return }
    snapshot.products[id]?.isFamilyShareable = true
    if withdrawn[id] != nil { snapshot.shareableNotSold.insert(id) }
    withdrawn[id]?.isFamilyShareable = true
    for number in Self.numbers {
      let effect = ledger(number).effect(ofFamilySharing: [id])
      var draft = LedgerDraft(ledger(number))
      draft.record(effect.events, at: now, in: snapshot)
      draft.notifyFamily(effect.familyChanges, at: now)
      ledgers[number] = draft.ledger
      changes += draft.changes.map { CustomerChange(customer: draft.ledger.customer, change: $0) }
      store(draft.outbox)
    }
    try settle()
  }

  /// Takes a product off sale, which its purchasers share on, or sells it again.
  mutating func toggleSale(of id: String) {
    if let product = withdrawn.removeValue(forKey: id) {
      snapshot.products[id] = product
      snapshot.shareableNotSold.remove(id)
    } else if let product = snapshot.products.removeValue(forKey: id) {
      withdrawn[id] = product
      if product.isFamilyShareable { snapshot.shareableNotSold.insert(id) }
    }
  }

  mutating func advance(to date: Date) throws {
    now = date
    try settle()
  }

  private mutating func settle() throws {
    while true {
      let due = ledgers.values.compactMap { ledger in
        ledger.nextDue.map { DueSettlement(customer: ledger.customer, date: $0.date) }
      }
      guard due.contains(where: { $0.date <= now }) else { return }
      var batch = SettlementBatch(of: due, until: now, limit: limit)
      try batch.settle(
        load: { ledger($0.rawValue) }, snapshot: { [snapshot] _ in snapshot })
      changes += batch.changes
      for customer in batch.customers { keep(batch.ledger(of: customer)) }
      store(batch.undelivered)
    }
  }

  /// Messages without a number are not stored yet.
  private mutating func keep(_ ledger: Ledger?) {
    guard var ledger else { return }
    ledger.inbox.removeAll { $0.number == nil }
    ledgers[ledger.customer.rawValue] = ledger
  }

  private mutating func store(_ messages: [FamilyMessage]) {
    for message in messages {
      var message = message
      lastNumber += 1
      message.number = lastNumber
      ledgers[message.recipient.rawValue]?.inbox.append(message)
    }
  }

  private mutating func tellRecipients() {
    for number in Self.numbers {
      let members = families[Self.family(of: number)]?.members ?? []
      let own = members.first { $0.customer.rawValue == number }
      let others = members.filter { $0 != own }.map(\.customer)
      ledgers[number]?.recipients = own?.isSharing == true ? others : []
    }
  }
}

extension StoreProduct {
  /// The product with the prices of another storefront.
  fileprivate func priced(as other: StoreProduct?) -> StoreProduct {
    guard var product = other else { return self }
    product.isFamilyShareable = isFamilyShareable
    return product
  }
}
