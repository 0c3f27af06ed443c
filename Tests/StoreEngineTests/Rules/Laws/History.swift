import StoreAPI
import StoreOperatorAPI

/// One step of a history: time passes, or the customer or the operator does something.
///
/// A step refers to orders, transactions and products by their numbers and IDs, never to another
/// step. So a history stays valid when steps are removed from it.
enum HistoryStep: Hashable {
  /// Time passes, in seconds.
  case wait(Int)
  /// An order whose key is derived from its number: equal numbers give equal keys.
  case order(Int, product: String, quantity: Int, offer: OrderedOffer?)
  /// An order that waits, named by its number, which may not exist, is decided.
  case decide(OrderDecision, Int)
  /// The app settles an order whose answer was lost, which closes its key unless it was charged.
  case settle(Int)
  /// The app finishes the transaction of this count, which may not exist.
  case finish(Int)
  /// The operator refunds the transaction of this count, which may not exist.
  case refund(Int, RefundTerms)
  /// The request for the refund of the transaction of this count, which may not exist.
  case refundRequest(RefundCommand, Int)
  /// The operator buys for the customer, this many days ago at the present time rate; the order has
  /// its own key.
  case operatorOrder(Int, product: String, daysAgo: Int, renews: Bool)
  /// The operator deletes the transaction of this count, which may not exist.
  case delete(Int)
  /// The customer or the operator changes a plan, which may not be active.
  case plan(PlanCommand, SubscriptionReference)
  /// The customer updates their payment method, for all plans.
  case fixPayment
  /// The operator changes what the store sells, or how it renews.
  case store(StoreChange)
}

/// The amount of a refund, and its reason.
struct RefundTerms: Hashable {
  /// Thousandths of a percent of the price; `nil` for all that is left.
  var thousandthsOfPercent: Int?
  /// Whether the app was at error.
  var isIssue = false
}

/// What can happen to a refund besides being given.
enum RefundCommand: Hashable, CaseIterable {
  /// The customer asks for it.
  case ask
  /// The operator declines a request, or takes a refund back.
  case decline, reverse
}

/// The offer that an order names.
enum OrderedOffer: Hashable {
  case winBack(String)
  case promotional(String)
  /// The code with this text.
  case code(String)
  /// The app's server allows the introductory offer, or withholds it.
  case introductory(isAllowed: Bool)
}

extension OrderedOffer {
  /// `nil` for another offer.
  var code: NaiveCode? { if case .code(let text) = self { NaiveCode.named(text) } else { nil } }
}

/// How the wait of an order ends.
enum OrderDecision: Hashable, CaseIterable {
  case approve, decline, resolve
}

/// The events of one subscription.
enum PlanCommand: Hashable {
  case expire, turnRenewalOff, turnRenewalOn
  /// The customer turns renewal on, and sees what would follow.
  case resume
  /// The period ends now, and the next one begins.
  case renew
  /// The payment of the next renewal fails, or works again.
  case failBilling, recoverBilling
  /// The subscriber is asked to agree to the price of today.
  case askForConsent
  case answer(isAccepted: Bool)
  case extend(days: Int)
}

/// The events of all subscriptions at once.
enum StoreChange: Hashable {
  /// 0, 3, 16 or 28 days, for all renewals or only for those of paid periods.
  case grace(Int, paidToPaid: Bool)
  case renewalsFail(Bool)
  /// Orders wait for approval.
  case askToBuy(Bool)
  /// Orders wait for a step in the customer's account.
  case interrupted(Bool)
  case cap(Bool)
  case timeRate(TimeRate)
  /// The store's country is one with this currency from now on.
  case storefront(NaiveCurrency)
  case withdraw(String)
  case bringBack(String)
  case price(String, cents: Int, PricePolicy)
  /// A file with these prices is imported; it lacks the products that are gone.
  case importFile(prices: [String: Int], gone: Set<String>)

  /// The effect of a price change on present subscribers.
  enum PricePolicy: CaseIterable {
    /// They pay it from their next period.
    case inform
    case ask
    /// They keep the old price.
    case spare
  }
}

extension HistoryStep {
  var isWait: Bool { if case .wait = self { true } else { false } }
}

extension HistoryStep: CustomStringConvertible {
  var description: String {
    switch self {
    case .wait(let seconds):
      "wait \(seconds / NaiveTime.day) d \(seconds % NaiveTime.day) s"
    case .order(let number, let product, let quantity, let offer):
      "order #\(number): \(quantity) × \(product)" + (offer.map { " with \($0)" } ?? "")
    case .decide(let decision, let count): "\(decision) order \(count)"
    case .settle(let number): "settle #\(number)"
    case .finish(let count): "finish transaction \(count)"
    case .refund(let count, let terms):
      "refund transaction \(count)"
        + (terms.thousandthsOfPercent.map { ", \($0) thousandths of a percent" } ?? "")
        + (terms.isIssue ? ", because of the app" : "")
    case .refundRequest(let command, let count): "\(command) refund of transaction \(count)"
    case .operatorOrder(let number, let product, let days, let renews):
      "operator's order #\(number): \(product), \(days) d ago" + (renews ? "" : ", cancelled")
    case .delete(let count): "delete transaction \(count)"
    case .plan(let command, .product(let product, _)): "\(command) \(product)"
    case .plan(let command, .transaction(let id)): "\(command) the plan of transaction \(id.number)"
    case .fixPayment: "fix payment"
    case .store(let change): "store \(change)"
    }
  }
}

/// The start of a history, its time rate, and its steps.
struct History: Hashable {
  var timeRate: TimeRate
  /// Varies, so that histories also begin at the end of a month.
  var start: NaiveTime
  /// Of the first storefront.
  var currency = NaiveCurrency.dollar
  var steps: [HistoryStep]
}

extension History: CustomStringConvertible {
  var description: String {
    let lines = steps.map { "  \($0)" }
    return (["from \(start), \(timeRate), \(currency):"] + lines).joined(separator: "\n")
  }
}

extension History {
  /// Whether the operator buys in the past: then the dates of the events do not only grow.
  var isBoughtInThePast: Bool {
    steps.contains { if case .operatorOrder(_, _, let days, _) = $0 { days > 0 } else { false } }
  }
}
