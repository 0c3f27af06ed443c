import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import TestSupport

/// A customer's ledger, the products for sale and a clock, without a store.
struct LedgerFixture {
  var draft = LedgerDraft(Ledger(customer: CustomerNumber(rawValue: 1)))
  var snapshot = CatalogueSnapshot.test
  var now: Date
  /// The codes that the customer has redeemed; storage knows them.
  private var redeemedCodes: [OfferCode] = []

  init(_ date: String) throws {
    now = try LedgerFixture.date(date)
  }

  var ledger: Ledger { draft.ledger }

  /// The only subscription group.
  var subscription: Subscription? { ledger.subscriptions["navigation"] }

  mutating func advance(to date: String) throws {
    advance(to: try LedgerFixture.date(date))
  }

  mutating func advance(to date: Date) {
    draft.settle(until: date, in: snapshot)
    now = date
  }

  @discardableResult
  mutating func buy(
    _ productID: String, quantity: Int = 1, offer: SaleOffer = .automatic, key: UUID = UUID(),
    quote: Quote? = nil, device: Int64 = 1
  ) throws -> OrderOutcome {
    let outcome = try self.order(
      productID, quantity: quantity, offer: offer, key: key, quote: quote, device: device)
    guard let outcome else { throw FixtureError(text: "no outcome") }
    return outcome
  }

  /// Orders a product; returns `nil` if the order waits.
  @discardableResult
  mutating func order(
    _ productID: String, quantity: Int = 1, offer: SaleOffer = .automatic, key: UUID = UUID(),
    quote: Quote? = nil, device: Int64 = 1
  ) throws -> OrderOutcome? {
    draft.settle(until: now, in: snapshot)
    let order = Order(
      key: OrderKey(key), productID: productID, quantity: quantity, offer: OrderOffer(offer),
      quote: quote)
    let events = try loaded(for: offer).purchase(
      order, offer: offer, at: now, in: snapshot, device: device)
    draft.record(events, at: now, in: snapshot)
    if case .code(let code) = offer, !events.isEmpty { redeemedCodes.append(code.code) }
    guard ledger.waitingOrder(for: order.key) == nil else { return nil }
    guard let outcome = ledger.outcome(of: order.key) else {
      throw FixtureError(text: "no outcome")
    }
    return outcome
  }

  func quote(
    _ productID: String, quantity: Int = 1, offer: SaleOffer = .automatic
  ) throws -> Quote {
    try loaded(for: offer).quote(
      productID, quantity: quantity, offer: offer, at: now, in: snapshot)
  }

  /// The ledger as storage loads it for an order, with the customer's redemptions of the code's offer.
  private func loaded(for offer: SaleOffer) -> Ledger {
    guard case .code(let code) = offer else { return ledger }
    var loaded = ledger
    let text = code.code.code
    loaded.codeUses[text] = OfferCodeUse(
      redemptions: ledger.codeUses[text]?.redemptions ?? 0,
      isOwn: ledger.codeUses[text]?.isOwn ?? false,
      isOfferRedeemed: redeemedCodes.contains {
        $0.code != text && $0.productID == code.code.productID
          && $0.reference == code.code.reference
      })
    return loaded
  }

  /// All transactions, oldest first.
  var transactions: [LedgerTransaction] {
    ledger.transactions.values.sorted { $0.id < $1.id }
  }

  /// The price of each transaction, oldest first; as text, because a decimal literal is not exact.
  var prices: [String] { transactions.map { "\($0.price)" } }

  /// The day on which each period began.
  var periods: [String] {
    transactions.filter { $0.period != nil }.map { LedgerFixture.day($0.purchaseDate) }
  }

  static func date(_ day: String) throws -> Date {
    try Date(day + (day.contains("T") ? "" : "T00:00:00Z"), strategy: .iso8601)
  }

  static func day(_ date: Date) -> String {
    String(date.formatted(.iso8601).prefix(10))
  }
}

extension OrderOffer {
  /// Returns `nil` unless the order names an offer; a text stands for the signature of the app's
  /// server.
  init?(_ offer: SaleOffer) {
    switch offer {
    case .winBack(let id): self = .winBack(id: id)
    case .code(let code): self = .code(code: code.code.code)
    case .promotional(let id, _): self = .promotionalJWS(id: id, compactJWS: "\(offer)")
    case .introductory: self = .introductoryOfferEligibility(compactJWS: "\(offer)")
    default: return nil
    }
  }
}

extension CatalogueSnapshot {
  /// One product of each type, and plans of three levels, one of them also yearly.
  static var test: CatalogueSnapshot {
    CatalogueSnapshot(products: products, storefront: .unitedStates, rules: StoreRules())
  }

  private static var products: [StoreProduct] {
    [
      .test("fuel", .consumable, "1.99"), .test("car", .nonConsumable, "9.99"),
      .test("pass", .nonRenewable, "4.99"),
      .plan(
        "pro", level: 1, price: "4.99",
        offer: StoreOffer(
          type: .introductory, discountType: .payUpFront, price: .of("1.99"), period: .months(2))),
      .plan(
        "premium", level: 2, price: "2.99",
        offer: StoreOffer(
          type: .introductory, discountType: .payAsYouGo, price: .of("0.99"), period: .months(1),
          periodCount: 3)),
      .plan("premium.plus", level: 2, price: "3.49"),
      .plan("premium.yearly", level: 2, price: "29.99", period: .months(12)),
      .plan(
        "standard", level: 3, price: "0.99",
        offer: StoreOffer(
          type: .introductory, discountType: .freeTrial, price: .of("0"), period: .weeks(1))),
    ]
  }
}

extension StoreProduct {
  static func test(_ id: String, _ type: ProductType, _ price: String) -> StoreProduct {
    StoreProduct(
      id: id, internalID: id, type: type, displayName: id, description: "", price: .of(price),
      currency: "USD", locale: "en_US", isFamilyShareable: false)
  }

  static func plan(
    _ id: String, level: Int, price: String, period: Period = .months(1),
    offer: StoreOffer? = nil
  ) -> StoreProduct {
    var product = test(id, .autoRenewable, price)
    product.subscription = StoreSubscription(
      groupID: "navigation", groupDisplayName: "", groupLevel: level, period: period,
      introductoryOffer: offer)
    return product
  }
}

extension Period {
  static func months(_ count: Int) -> Period { of(count, .month) }
  static func weeks(_ count: Int) -> Period { of(count, .week) }

  private static func of(_ count: Int, _ unit: Unit) -> Period {
    guard let period = Period(count, unit) else { preconditionFailure("no period of \(count)") }
    return period
  }
}

extension Decimal {
  fileprivate static func of(_ text: String) -> Decimal {
    guard let decimal = Decimal(string: text) else { preconditionFailure("no price: \(text)") }
    return decimal
  }
}
