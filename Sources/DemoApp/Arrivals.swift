import Foundation

/// What transactions that this run did not buy tell together: one notice, however many they are.
struct Arrivals: Equatable, Sendable {
  /// What has come of one product.
  struct Product: Equatable, Sendable {
    let id: String
    var renewals = 0
    var renewal: Owned?
    var refunds = 0
    var refund: Owned?
    var quantity = 0
    var purchase: Owned?
  }

  /// In the order in which they came first.
  private(set) var products: [Product] = []

  init(_ transactions: [ExternalTransaction] = []) {
    for transaction in transactions { add(transaction) }
  }

  /// Adds a transaction; one from which the customer has upgraded tells nothing.
  mutating func add(_ transaction: ExternalTransaction) {
    let owned = transaction.owned
    guard owned.revocationDate != nil || !owned.isUpgraded else { return }
    let index =
      products.firstIndex { $0.id == owned.productID } ?? products.endIndex
    if index == products.endIndex { products.append(Product(id: owned.productID)) }
    products[index].add(transaction)
  }
}

extension Arrivals.Product {
  fileprivate mutating func add(_ transaction: ExternalTransaction) {
    let owned = transaction.owned
    if owned.revocationDate != nil {
      refunds += 1
      refund = owned
      if purchase?.transactionID == owned.transactionID { purchase = nil }
    } else if transaction.isRenewal, let end = owned.expirationDate {
      renewals += 1
      // Updates of earlier periods may come later.
      if end > renewal?.expirationDate ?? .distantPast { renewal = owned }
    } else {
      quantity += transaction.quantity
      purchase = owned
    }
  }
}

extension Notice {
  /// The sentences for what has come; `nil` if they would tell only of periods that are over.
  init?(_ arrivals: Arrivals, in store: Store, texts: Texts) {
    let words = ArrivalWords(arrivals: arrivals, store: store, texts: texts)
    guard let text = words.text else { return nil }
    self.init(words.refunds.isEmpty ? .good : .attention, text)
  }
}

private struct ArrivalWords {
  /// More sentences would take a low screen from its products.
  private static let longest = 2

  let arrivals: Arrivals
  let store: Store
  let texts: Texts

  var text: String? {
    let sentences = refunds + renewals + purchases
    guard !sentences.isEmpty else { return nil }
    let shown = sentences.prefix(Self.longest)
    let rest = sentences.count - shown.count
    let more = rest == 0 ? [] : ["And \(rest) more: see the history."]
    return (shown + more).joined(separator: " ")
  }

  var refunds: [String] {
    arrivals.products.compactMap { product in
      guard let refund = product.refund, let date = refund.revocationDate else { return nil }
      let (name, day) = (store.name(of: product.id), store.dates(of: refund).full(date))
      if refund.isFamilyShared { return "\(name) is not shared with you since \(day)." }
      return product.refunds == 1
        ? "\(name) was refunded on \(day)."
        : "\(name) was refunded \(product.refunds) times, last on \(day)."
    }
  }

  /// One sentence; plans whose last period is over are not in it.
  private var renewals: [String] {
    let present = arrivals.products.compactMap { product -> (Arrivals.Product, Owned, Date)? in
      guard let renewal = product.renewal, let end = renewal.expirationDate, store.now < end
      else { return nil }
      return (product, renewal, end)
    }
    let count = present.reduce(0) { $0 + $1.0.renewals }
    guard let (product, renewal, end) = present.first else { return [] }
    guard present.count == 1 else {
      let names = present.map { store.name(of: $0.0.id) }
      let times = count == present.count ? "once each" : "\(count) times"
      return ["\(names.formatted(.list(type: .and).locale(.words))) were renewed \(times)."]
    }
    let (name, date) = (store.name(of: product.id), store.dates(of: renewal).full(end))
    return count == 1
      ? ["\(name) has been renewed until \(date)."]
      : ["\(name) was renewed \(count) times and runs until \(date)."]
  }

  private var purchases: [String] {
    arrivals.products.compactMap { product in
      guard let owned = product.purchase else { return nil }
      let name = store.name(of: product.id)
      if owned.kind == .consumable { return "\(name): \(product.quantity) \(texts[.refilled])." }
      return owned.isFamilyShared
        ? "Your family shares \(name) with you." : "\(name) is yours."
    }
  }
}
