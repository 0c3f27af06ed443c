import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport

@testable import StoreEngine

/// A random history of two families of four, and what is wrong after one of its steps.
///
/// What members must have is read in the ledgers of those who share with them, which no message has
/// touched. Equal seeds give equal histories.
struct FamilyLedgerHistory {
  private(set) var store: FamilyLedgers
  /// The first error, and the steps that lead to it.
  private(set) var report: String?
  private var generator: SeededGenerator
  private var steps: [String] = []
  /// The plans that members keep to themselves, by member and group.
  private var keptPlans: [Int64: [String: KeptPlan]] = [:]

  /// A plan that its subscriber does not share, until they choose another plan or subscribe again.
  private struct KeptPlan {
    var product: String
    /// The period that they had when they kept it, or when it became family shareable.
    var period: TransactionID
  }

  /// Performs a seed's steps.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - limit: The highest number of settlements and messages in one transaction of the store.
  /// - Throws: What is wrong with the test itself.
  init(seed: UInt64, limit: Int) throws {
    generator = SeededGenerator(seed: seed)
    store = FamilyLedgers(
      selling: .shareable, at: try LedgerFixture.date("2026-01-10"), limit: limit)
    for number in 0..<(15 + generator.roll(26)) {
      try act(number)
      forgetKeptPlans()
      for member in FamilyLedgers.numbers where report == nil { check(member) }
    }
  }

  private mutating func act(_ number: Int) throws {
    let member = Int64(1 + generator.roll(8))
    let roll = generator.roll(30)
    steps.append("\(member): \(roll)")
    switch roll {
    case 0..<7: try order(number, for: member)
    case 7..<9: try buyAsOperator(number, for: member)
    case 9..<15: try operate(member)
    case 15..<17: try perform(customerCommand(of: member), of: member)
    case 17..<20: try pass()
    case 20: try leave(member)
    case 21: try store.add(member)
    case 22: try toggleSharing(member)
    case 23..<25: try redeem(number, for: member)
    case 25: try repeatOrder(number, for: member)
    default: try changeStore()
    }
  }
}

// MARK: - Steps

extension FamilyLedgerHistory {
  /// Fuel goes to one of three devices.
  private mutating func order(_ number: Int, for member: Int64) throws {
    let (product, ordered) = goods()
    try order(number, for: member, product, ordered)
  }

  private mutating func order(
    _ number: Int, for member: Int64, _ product: String, _ ordered: OrderedOffer?
  ) throws {
    let offer = SaleOffer(ordered)
    let order = Order(
      key: OrderKey(UUID(number: number)), productID: product, offer: OrderOffer(offer))
    let device = Int64(1 + generator.roll(3))
    steps[steps.count - 1] += " \(product) \(ordered.map { "\($0)" } ?? "")"
    try store.decide(member) { ledger, now, snapshot throws(StoreError) in
      try ledger.purchase(order, offer: offer, at: now, in: snapshot, device: device)
    }
  }

  /// A product, sometimes with an offer of its own.
  private mutating func goods() -> (product: String, offer: OrderedOffer?) {
    guard let product = pick(NaiveProduct.all) else { return ("", nil) }
    guard generator.chance(of: 3) else { return (product.id, nil) }
    return (product.id, offer(of: product))
  }

  private mutating func offer(of product: NaiveProduct) -> OrderedOffer? {
    let codes = NaiveCode.all.filter { $0.product == product.id }.map { OrderedOffer.code($0.text) }
    let promotionals = product.terms?.promotionals.compactMap(\.id).map(OrderedOffer.promotional)
    let winBacks = product.terms?.winBacks.compactMap(\.id).map(OrderedOffer.winBack)
    return pick(codes + (promotionals ?? []) + (winBacks ?? []))
  }

  /// An offer of the member's own plan, which begins with its next period.
  private mutating func redeem(_ number: Int, for member: Int64) throws {
    let plans = store.ledger(member).subscriptions.values.filter(\.grantsAccess)
      .map(\.productID).sorted()
    guard let id = pick(plans), let plan = NaiveProduct.all.first(where: { $0.id == id }) else {
      return
    }
    try order(number, for: member, id, offer(of: plan))
  }

  /// Another order of a product for which one waits.
  private mutating func repeatOrder(_ number: Int, for member: Int64) throws {
    let waiting = store.ledger(member).waitingOrders.values.map(\.request.productID).sorted()
    guard let id = pick(waiting) else { return }
    try order(number, for: member, id, nil)
  }

  private mutating func buyAsOperator(_ number: Int, for member: Int64) throws {
    guard let product = pick(NaiveProduct.all) else { return }
    let date = store.now - TimeInterval([0, 0, 10, 40][generator.roll(4)] * 86_400)
    let purchase = OperatorPurchase(
      order: Order(key: OrderKey(UUID(number: number)), productID: product.id),
      account: "\(member)", purchaseDate: date)
    steps[steps.count - 1] += " \(product.id) at \(date)"
    try store.decide(member, at: date) { ledger, now, snapshot throws(StoreError) in
      try ledger.purchase(
        purchase, since: NaiveTime(seconds: 0).date, at: now, in: snapshot, device: nil)
    }
  }

  private mutating func operate(_ member: Int64) throws {
    guard let command = command(about: store.ledger(member)) else { return }
    steps[steps.count - 1] += " \(command)"
    try store.decide(member) { ledger, now, snapshot throws(StoreError) in
      try ledger.events(of: command, at: now, in: snapshot)
    }
  }

  /// Mostly about an order that waits or a refund, if there is one.
  private mutating func command(about ledger: Ledger) -> OperatorCommand? {
    let all = ledger.transactions.values.sorted { $0.id < $1.id }
    let own = all.filter { $0.shared == nil }
    if let order = pick(ledger.waitingOrders.keys.sorted()), generator.chance(of: 2) {
      return pick([.approve(orderID: order), .decline(orderID: order), .resolve(orderID: order)])
    }
    if let refunded = pick(own.filter { $0.revocation != nil }), generator.chance(of: 2) {
      return .reverseRefund(transactionID: refunded.id)
    }
    if let asked = pick(own.filter { $0.refundRequest != nil }), generator.chance(of: 2) {
      return .declineRefund(transactionID: asked.id)
    }
    return pick(generator.chance(of: 8) ? all : own).flatMap { pick(commands(about: $0.id)) }
  }

  private func commands(about id: TransactionID) -> [OperatorCommand] {
    let plan = SubscriptionReference.transaction(id)
    return [
      .refund(transactionID: id), .refund(transactionID: id), .refund(transactionID: id),
      .delete(transactionID: id), .expire(subscription: plan),
      .disableAutoRenew(subscription: plan),
      .enableAutoRenew(subscription: plan), .renew(subscription: plan),
      .failBilling(subscription: plan), .recoverBilling(subscription: plan),
      .extend(subscription: plan, days: 5),
    ]
  }

  /// Returns any of them; `nil` if there is none.
  private mutating func pick<Element>(_ list: [Element]) -> Element? {
    list.isEmpty ? nil : list[generator.roll(list.count)]
  }

  private mutating func customerCommand(of member: Int64) -> CustomerCommand? {
    let ledger = store.ledger(member)
    if generator.chance(of: 3) {
      return .setFamilySharing(groupID: "navigation", isOn: generator.chance(of: 2))
    }
    guard let id = pick(ledger.transactions.keys.sorted()) else { return nil }
    return generator.chance(of: 2)
      ? .disableAutoRenew(groupID: "navigation")
      : .requestRefund(
        transactionID: id, requestID: LowercaseUUID(UUID(number: 255)), reason: .unintendedPurchase,
        text: nil)
  }

  private mutating func perform(_ command: CustomerCommand?, of member: Int64) throws {
    guard let command else { return }
    if case .setFamilySharing(let group, let isOn) = command { keep(group, of: member, !isOn) }
    try store.decide(member) { ledger, now, snapshot throws(StoreError) in
      try ledger.events(of: command, at: now, in: snapshot)
    }
  }

  private mutating func pass() throws {
    let days = [1, 3, 7, 16, 28, 30, 31, 61][generator.roll(8)]
    try store.advance(to: store.now + TimeInterval(days * 86_400))
  }

  private mutating func leave(_ member: Int64) throws {
    try store.changeFamily(of: member) { state throws(StoreError) in
      try state.removing("\(member)")
    }
  }

  private mutating func toggleSharing(_ member: Int64) throws {
    let isOn = generator.chance(of: 2)
    try store.changeFamily(of: member) { state throws(StoreError) in
      try state.sharing(isOn, by: "\(member)")
    }
  }

  private mutating func changeStore() throws {
    guard let product = pick(NaiveProduct.all) else { return }
    let roll = generator.roll(11)
    steps[steps.count - 1] += " changes the store: \(roll) \(product.id)"
    switch roll {
    case 0: store.snapshot.rules.askToBuy.toggle()
    case 1: store.snapshot.rules.interruptedPurchases.toggle()
    case 2: store.snapshot.rules.renewalsFail.toggle()
    case 3: store.snapshot.rules.refundsAtOnce.toggle()
    case 4, 5: try setPrice(of: product)
    case 6: try store.setCurrency(pick([.dollar, .euro, .yen]) ?? .dollar)
    case 7: store.toggleSale(of: product.id)
    case 8, 9: try makeShareable(product.id)
    default: store.snapshot.rules.gracePeriod = generator.chance(of: 2) ? .days16 : .off
    }
  }
}

extension FamilyLedgerHistory {
  /// A customer who has the plan then keeps it to themselves.
  private mutating func makeShareable(_ id: String) throws {
    let wasShareable = store.snapshot.isFamilyShareable(id)
    for member in FamilyLedgers.numbers where !wasShareable {
      for (group, plan) in store.ledger(member).subscriptions
      where plan.productID == id && plan.expirationIntent == nil {
        keptPlans[member, default: [:]][group] = KeptPlan(product: id, period: plan.transactionID)
      }
    }
    try store.makeShareable(id)
  }

  /// Only of an active plan that can be shared.
  private mutating func keep(_ group: String, of member: Int64, _ isKept: Bool) {
    guard let plan = store.ledger(member).subscriptions[group], plan.isActive,
      store.snapshot.isFamilyShareable(plan.productID)
    else { return }
    keptPlans[member, default: [:]][group] =
      isKept ? KeptPlan(product: plan.productID, period: plan.transactionID) : nil
  }

  /// Another plan, and one that was bought again, is shared as a new one.
  private mutating func forgetKeptPlans() {
    for (member, plans) in keptPlans {
      let own = store.ledger(member).transactions.values.filter { $0.shared == nil }
      keptPlans[member] = plans.filter { group, kept in
        !own.contains {
          $0.period?.groupID == group && $0.id > kept.period
            && ($0.reason == .purchase || $0.productID != kept.product)
        }
      }
    }
  }

  /// Mostly a higher price; each policy treats it differently.
  private mutating func setPrice(of product: NaiveProduct) throws {
    guard let price = store.snapshot.products[product.id]?.price,
      let policy = pick(PriceChangePolicy.allCases)
    else { return }
    let change: Decimal = generator.chance(of: 3) ? -price / 2 : 1
    try store.setPrice(
      of: product.id, to: (price + change).rounded(to: store.snapshot.storefront.currency), policy)
  }
}

// MARK: - What a member has

extension FamilyLedgerHistory {
  private mutating func check(_ member: Int64) {
    let ledger = store.ledger(member)
    let sharers = store.sharers(with: member)
    expect(
      ledger.transactions.values.allSatisfy { $0.isSound(for: member) },
      "\(member) has what is of others: \(ledger.transactions)")
    expect(
      ledger.sharedCars, sharers.flatMap { store.ledger($0).carsToShare(in: store.snapshot) },
      "\(member)'s shared cars")
    expect(
      ledger.accessibleShares,
      sharers.flatMap { sharer in
        store.ledger(sharer).plansToShare(in: store.snapshot, except: keptPlans[sharer]?.keys)
      },
      "\(member)'s shared plans")
    let periods = ledger.sharedPeriods.compactMap { period in
      source(of: period).map { (period.line, $0.line) }
    }
    expect(periods.map(\.0), periods.map(\.1), "\(member)'s shared periods")
    expect(ledger.inbox.isEmpty, "\(member) has messages that were not applied")
  }

  /// The purchaser's period; `nil` if it was deleted while the member was not in the family.
  private func source(of period: LedgerTransaction) -> LedgerTransaction? {
    period.shared.flatMap { store.ledger($0.purchaser.rawValue).transactions[$0.transactionID] }
  }

  private mutating func expect(
    _ found: [String], _ model: [String], _ what: @autoclosure () -> String
  ) {
    expect(found.sorted() == model.sorted(), "\(what()) are \(found), not \(model)")
  }

  private mutating func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition, report == nil { report = "\(text()) after \(steps.joined(separator: "; "))" }
  }
}

extension LedgerTransaction {
  /// Whether it has the customer's number, and costs nothing if it is shared by the same family.
  fileprivate func isSound(for member: Int64) -> Bool {
    guard id.rawValue / CustomerNumber.span == UInt64(member) else { return false }
    guard let shared else { return true }
    let purchaser = shared.purchaser.rawValue
    return price == 0 && refunded == 0 && purchaser != member
      && FamilyLedgers.family(of: purchaser) == FamilyLedgers.family(of: member)
  }
}

extension Ledger {
  /// The cars that others share with the customer, by the transactions of those.
  fileprivate var sharedCars: [String] {
    transactions.values
      .filter { $0.type == .nonConsumable && $0.revocation == nil }
      .compactMap { car in car.shared.map { "\(car.productID) \($0.transactionID)" } }
  }

  fileprivate func carsToShare(in snapshot: CatalogueSnapshot) -> [String] {
    transactions.values
      .filter { $0.type == .nonConsumable && $0.revocation == nil && $0.shared == nil }
      .filter { snapshot.isFamilyShareable($0.productID) }
      .map { "\($0.productID) \($0.id)" }
  }

  /// The periods that others share or have shared, and that were not taken away.
  fileprivate var sharedPeriods: [LedgerTransaction] {
    transactions.values
      .filter { $0.type == .autoRenewable && $0.shared != nil && $0.revocation == nil }
  }

  /// The plans of others that serve the customer.
  fileprivate var accessibleShares: [String] {
    sharedPlans.values.map(\.subscription).filter(\.grantsAccess).map { plan in
      let source = current(plan.transactionID).shared?.transactionID
      return plan.line(of: source)
    }
  }

  fileprivate func plansToShare(
    in snapshot: CatalogueSnapshot, except kept: (some Collection<String>)?
  ) -> [String] {
    subscriptions.values.filter(\.grantsAccess)
      .filter { snapshot.isFamilyShareable($0.productID) && kept?.contains($0.groupID) != true }
      .map { $0.line(of: $0.transactionID) }
  }
}

extension LedgerTransaction {
  /// A family member's view of a period.
  fileprivate var line: String {
    "\(productID) from \(purchaseDate) to \(period?.expirationDate ?? .distantPast), "
      + (isUpgraded ? "upgraded" : "whole")
  }
}

extension Subscription {
  /// What a family member sees of it.
  fileprivate func line(of id: TransactionID?) -> String {
    "\(productID) \(id.map { "\($0)" } ?? "of nobody") until \(expirationDate.timeIntervalSince1970), "
      + "\(willAutoRenew), "
      + "\(autoRenewPreference), \(isInBillingRetry)"
  }
}

extension CatalogueSnapshot {
  /// Two plans of one group, one of another and a car are not shareable yet.
  fileprivate static var shareable: CatalogueSnapshot {
    var snapshot = CatalogueSnapshot.selling(NaiveProduct.all, at: .realTime, for: .dollar)
    snapshot.products = snapshot.products.mapValues { product in
      var product = product
      let unshared = ["standard", "premium", "news.daily", "truck"]
      product.isFamilyShareable = !unshared.contains(product.id)
      return product
    }
    return snapshot
  }
}
