import Foundation
import StoreAPI
import StoreEngine

/// The real rules, driven by a history and observed through the payloads that the store signs.
struct RealStore {
  var shop: LedgerFixture
  private(set) var observations: [Observation] = []
  /// Describes the first order that was not charged what its quote had said.
  private(set) var quoteMismatch: String?
  private let settlesOften: Bool

  /// Performs all steps of a history; settles at several moments of every wait if `settlesOften`.
  init(_ history: History, settlesOften: Bool = false) throws {
    shop = try LedgerFixture("2024-01-01")
    shop.now = history.start.date
    shop.market = .selling(
      NaiveProduct.all, at: history.isFast ? .monthlyRenewalEveryHour : .realTime)
    self.settlesOften = settlesOften
    for step in history.steps {
      let result = try perform(step)
      if !step.isWait, !settlesOften { observations.append(try observation(result)) }
    }
    observations.append(try observation(nil))
  }

  private mutating func perform(_ step: HistoryStep) throws -> Observation.StepResult? {
    switch step {
    case .wait(let seconds):
      advance(by: seconds)
      return nil
    case .order(let number, let product, let quantity):
      return try order(number, product, quantity)
    case .settle(let number):
      shop.draft.record(shop.ledger.settleOrder(OrderKey(UUID(number: number))), at: shop.now)
      return nil
    case .finish(let count):
      return try result { shop throws(StoreFault) in
        shop.draft.record(try shop.ledger.finish(TransactionID(count: count)), at: shop.now)
        return .finished
      }
    case .withdraw(let product):
      shop.market.products[product] = nil
      return nil
    case .command(let command):
      return try perform(command)
    }
  }

  private mutating func advance(by seconds: Int) {
    let end = shop.now.addingTimeInterval(TimeInterval(seconds))
    for step in 1..<4 where settlesOften {
      shop.draft.settle(
        until: shop.now.addingTimeInterval(TimeInterval(seconds * step / 4)), in: shop.market)
    }
    shop.advance(to: end)
  }

  private mutating func order(
    _ number: Int, _ product: String, _ quantity: Int
  ) throws -> Observation.StepResult {
    do {
      let key = UUID(number: number)
      let isNew = shop.ledger.orders[OrderKey(key)] == nil
      let quote = try? shop.quote(product, quantity: quantity)
      let before = shop.ledger.nextTransactionID
      let outcome = try shop.buy(product, quantity: quantity, key: key)
      if isNew { compare(quote, with: outcome, chargedFrom: before) }
      let count = Int(outcome.transactionID.count)
      if outcome.scheduled { return .scheduled(count) }
      return outcome.alreadyOwned ? .owned(count) : .sold(count)
    } catch let fault as StoreFault {
      return .refused(fault.code)
    }
  }

  private mutating func compare(
    _ quote: Quote?, with outcome: OrderOutcome, chargedFrom first: TransactionID
  ) {
    let charge = shop.ledger.transactions.values.filter { $0.id >= first }.map(\.price)
      .reduce(0, +)
    guard charge != quote?.charge || outcome.alreadyOwned != (quote?.effect == .alreadyOwned)
    else { return }
    quoteMismatch = quoteMismatch ?? "quoted \(String(describing: quote)), charged \(charge)"
  }

  private mutating func perform(_ command: OperatorCommand) throws -> Observation.StepResult {
    try result { shop throws(StoreFault) in
      let before = shop.refunded
      try shop.perform(command)
      guard case .refund = command else { return .changed }
      return .refunded(cents(shop.refunded - before))
    }
  }

  private mutating func result(
    _ step: (inout LedgerFixture) throws(StoreFault) -> Observation.StepResult
  ) throws -> Observation.StepResult {
    do {
      return try step(&shop)
    } catch {
      return .refused(error.code)
    }
  }
}
