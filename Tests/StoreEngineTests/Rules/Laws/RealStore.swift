import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI

/// The real rules, driven by a history and observed through the payloads that the store signs.
struct RealStore {
  var shop: LedgerFixture
  private(set) var observations: [Observation] = []
  /// Describes the first order that was not charged what its quote had said.
  var quoteMismatch: String?
  /// With the prices of today.
  var products = NaiveProduct.all
  var withdrawn: Set<String> = []
  let settlesOften: Bool
  var currency: NaiveCurrency
  /// Which agreed prices ended because the storefront got another currency.
  var endedPrices: Set<String> = []
  /// The store's settings at each change.
  private(set) var settings: [Settings] = []

  struct Settings {
    var timeRate: TimeRate
    var graceDays: Int
  }

  /// Performs all steps of a history; settles at several moments of every wait if `settlesOften`.
  init(_ history: History, settlesOften: Bool = false) throws {
    shop = try LedgerFixture("2024-01-01")
    shop.now = history.start.date
    currency = history.currency
    shop.snapshot = .selling(NaiveProduct.all, at: history.timeRate, for: currency)
    self.settlesOften = settlesOften
    for step in history.steps {
      let result = try perform(step)
      noteSettings()
      if !step.isWait, !settlesOften { observations.append(try observation(result)) }
    }
    observations.append(try observation(nil))
  }

  private mutating func noteSettings() {
    let now = Settings(
      timeRate: shop.snapshot.rules.timeRate, graceDays: shop.snapshot.rules.gracePeriod.rawValue)
    settings += Array(repeating: now, count: shop.draft.changes.count - settings.count)
  }

  private mutating func perform(_ step: HistoryStep) throws -> Observation.StepResult? {
    switch step {
    case .wait(let seconds): advance(by: seconds)
    case .order(let number, let product, let quantity, let offer):
      return try order(number, product, quantity, SaleOffer(offer))
    case .decide(let decision, let count): return decide(decision, TransactionID(count: count))
    case .settle(let number):
      shop.draft.record(
        silent: shop.ledger.settleOrder(OrderKey(UUID(number: number))), at: shop.now)
    case .finish(let count):
      return result { shop throws(StoreError) in
        shop.draft.record(
          silent: try shop.ledger.finish(TransactionID(count: count)), at: shop.now)
        return .finished
      }
    case .refund(let count, let terms): return refund(TransactionID(count: count), terms)
    case .refundRequest(let command, let count):
      return perform(command, forRefundOf: TransactionID(count: count))
    case .operatorOrder(let number, let product, let days, let renews):
      return operatorOrder(number, product, daysAgo: days, renews: renews)
    case .delete(let count):
      return result { shop throws(StoreError) in
        try shop.perform(.delete(transactionID: TransactionID(count: count)))
        return .changed
      }
    case .plan(let command, let reference): return perform(command, for: reference)
    case .fixPayment:
      // Throws if anything else would be charged than the payloads say.
      let events = try shop.ledger.events(
        of: .fixPayment(charges: shownCharges), at: shop.now, in: shop.snapshot)
      shop.draft.record(events, at: shop.now, in: shop.snapshot)
    case .store(let change): try perform(change)
    }
    return nil
  }
}
