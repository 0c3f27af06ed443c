import Foundation
import OpenStoreKit

/// The transactions that this run did not buy, which share one notice.
struct IncomingTransactions: Equatable, Sendable {
  /// The new transactions of one product, each in its last state.
  struct Product: Equatable, Sendable {
    let id: String
    private(set) var transactions: [UInt64: ExternalTransaction] = [:]

    init(id: String) { self.id = id }
  }

  /// The products in the order of their first transaction.
  private(set) var products: [Product] = []

  init(_ transactions: [ExternalTransaction] = []) {
    for transaction in transactions { add(transaction) }
  }

  /// Adds a transaction; if it has arrived before, its new state replaces the old one.
  mutating func add(_ transaction: ExternalTransaction) {
    let id = transaction.owned.productID
    let index = products.firstIndex { $0.id == id } ?? products.endIndex
    if index == products.endIndex { products.append(Product(id: id)) }
    products[index].add(transaction)
  }
}

extension IncomingTransactions.Product {
  fileprivate mutating func add(_ transaction: ExternalTransaction) {
    transactions[transaction.owned.transactionID] = transaction
  }

  var refunds: [Owned] {
    transactions.values.map(\.owned).filter { $0.revocationDate != nil }
  }

  /// The renewed periods that the customer still has.
  var renewals: [Owned] { standing.filter(\.isPeriod).map(\.owned) }

  /// The other transactions that the customer still has.
  var purchases: [ExternalTransaction] { standing.filter { !$0.isPeriod } }

  /// A transaction from which the customer has upgraded causes no notice.
  private var standing: [ExternalTransaction] {
    transactions.values.filter { $0.owned.revocationDate == nil && !$0.owned.isUpgraded }
  }
}

extension ExternalTransaction {
  fileprivate var isPeriod: Bool { isRenewal && owned.expirationDate != nil }
}

extension Notice {
  /// Creates the sentences about the transactions; `nil` if they would only mention periods that
  /// have ended.
  ///
  /// After another notice, which they do not replace, there are fewer sentences.
  init?(
    _ incomingTransactions: IncomingTransactions, after earlier: Notice? = nil, in store: Store,
    texts: Texts
  ) {
    let words = IncomingTransactionWords(
      incomingTransactions: incomingTransactions, store: store, texts: texts,
      longest: earlier == nil ? IncomingTransactionWords.longest : 1)
    guard let text = words.text else { return nil }
    let tone = words.refunds.isEmpty ? Tone.good : .attention
    let notice = Notice(tone, text, besideCards: words.textBesideCards ?? "")
    guard let earlier, let joined = Notice(joining: [earlier, notice]) else {
      self = notice
      return
    }
    self.init(earlier.tone, joined.text, besideCards: joined.textBesideCards)
  }
}

private struct IncomingTransactionWords {
  /// More sentences would leave no room for products on a low screen.
  static let longest = 2
  /// More names of plans would leave no room either.
  private static let mostNames = 2

  let incomingTransactions: IncomingTransactions
  let store: Store
  let texts: Texts
  let longest: Int

  var text: String? { text(refunds + renewals + purchases) }

  /// The text without the refunds that an attention card mentions in the same words.
  var textBesideCards: String? {
    let facts = store.attentions.map(\.fact)
    return text(refunds.filter { !facts.contains($0) } + renewals + purchases)
  }

  private func text(_ sentences: [String]) -> String? {
    guard !sentences.isEmpty else { return nil }
    let shown = sentences.prefix(longest)
    let rest = sentences.count - shown.count
    let more = rest == 0 ? [] : ["The history shows \(rest) more."]
    return (shown + more).joined(separator: " ")
  }

  var refunds: [String] {
    incomingTransactions.products.compactMap { product in
      let refunds = product.refunds
      guard let (refund, date) = refunds.latest(by: \.revocationDate) else { return nil }
      let (name, day) = (store.name(of: product.id), store.dates(of: refund).full(date))
      if refund.isFamilyShared {
        let goesOn = store.state(of: product.id).isActive
        return goesOn ? nil : "Family Sharing of \(name) ended on \(day)."
      }
      return refunds.count == 1
        ? "\(name) was refunded on \(day)."
        : "\(name) was refunded \(refunds.count) times, last on \(day)."
    }
  }

  /// One sentence, without plans whose last period has ended.
  private var renewals: [String] {
    let plans = incomingTransactions.products.compactMap { product -> RenewedPlan? in
      let renewals = product.renewals
      guard let (period, end) = renewals.latest(by: \.expirationDate), store.now < end
      else { return nil }
      return RenewedPlan(
        name: store.name(of: product.id), count: renewals.count,
        end: store.dates(of: period).full(end))
    }
    guard let plan = plans.first else { return [] }
    guard plans.count == 1 else { return ["\(names(of: plans)) were renewed \(times(of: plans))."] }
    return plan.count == 1
      ? ["\(plan.name) has been renewed until \(plan.end)."]
      : ["\(plan.name) was renewed \(plan.count) times and runs until \(plan.end)."]
  }

  private func times(of plans: [RenewedPlan]) -> String {
    let count = plans.reduce(0) { $0 + $1.count }
    return count == plans.count ? "once each" : "\(count) times"
  }

  private func names(of plans: [RenewedPlan]) -> String {
    let rest = plans.count - Self.mostNames
    var names = plans.map(\.name)
    if rest > 1 { names = Array(names.prefix(Self.mostNames)) + ["\(rest) more plans"] }
    return names.formatted(.list(type: .and).locale(.words))
  }

  private var purchases: [String] {
    incomingTransactions.products.compactMap { product in
      let purchases = product.purchases
      let latest = purchases.max { $0.owned.transactionID < $1.owned.transactionID }
      guard let owned = latest?.owned else { return nil }
      let name = store.name(of: product.id)
      if owned.kind == .consumable {
        let quantity = purchases.reduce(0) { $0 + $1.quantity }
        return "\(name): \(quantity) \(texts[.refilled])."
      }
      return owned.isFamilyShared
        ? "Your family shares \(name) with you." : "\(name) is yours."
    }
  }
}

private struct RenewedPlan {
  let name: String
  let count: Int
  /// The end of the last period, in words.
  let end: String
}

extension [Owned] {
  /// Returns the value with the latest date, and that date; among equal dates, that of the newest
  /// transaction.
  fileprivate func latest(by date: (Owned) -> Date?) -> (Owned, Date)? {
    let dated = compactMap { owned in date(owned).map { (owned, $0) } }
    return dated.max { ($0.1, $0.0.transactionID) < ($1.1, $1.0.transactionID) }
  }
}
