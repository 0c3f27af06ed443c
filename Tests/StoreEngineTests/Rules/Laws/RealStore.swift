import Foundation
import StoreAPI
import StoreEngine

/// The store's rules as a history moves them, seen through what the store signs.
struct RealStore {
  var shop: Shop
  private(set) var observations: [Observation] = []
  /// The first order that did not cost what the quote just before it had said.
  private(set) var surprise: String?
  private let isRestless: Bool

  /// Lives a whole history; a restless store settles at several moments of every wait.
  init(_ history: History, isRestless: Bool = false) throws {
    shop = try Shop("2024-01-01")
    shop.now = history.start.date
    shop.market = .selling(NaiveGood.all, at: history.isFast ? .monthlyRenewalEveryHour : .realTime)
    self.isRestless = isRestless
    for step in history.steps {
      let answer = try live(step)
      if !step.isWait, !isRestless { observations.append(try observation(answer)) }
    }
    observations.append(try observation(nil))
  }

  private mutating func live(_ step: HistoryStep) throws -> Observation.OrderReply? {
    switch step {
    case .wait(let seconds):
      pass(seconds)
      return nil
    case .order(let number, let good, let quantity):
      return try order(number, good, quantity)
    case .giveUp(let number):
      shop.draft.record(shop.ledger.settleOrder(OrderKey(UUID(number: number))), at: shop.now)
      return nil
    case .turnOff(let group):
      turnOff(group)
      return nil
    case .finish(let count):
      return try answer { shop throws(StoreFault) in
        shop.draft.record(try shop.ledger.finish(TransactionID(count: count)), at: shop.now)
        return .finished
      }
    case .withdraw(let good):
      shop.market.products[good] = nil
      return nil
    case .refund(let count):
      return try refund(TransactionID(count: count))
    case .expire(let good):
      return try answer { shop throws(StoreFault) in
        shop.draft.record(try shop.ledger.expire(good, at: shop.now), at: shop.now)
        return .expired
      }
    }
  }

  private mutating func pass(_ seconds: Int) {
    let end = shop.now.addingTimeInterval(TimeInterval(seconds))
    for step in 1..<4 where isRestless {
      shop.draft.settle(
        until: shop.now.addingTimeInterval(TimeInterval(seconds * step / 4)), in: shop.market)
    }
    shop.advance(to: end)
  }

  private mutating func order(
    _ number: Int, _ good: String, _ quantity: Int
  ) throws -> Observation.OrderReply {
    do {
      let key = UUID(number: number)
      let isNew = shop.ledger.orders[OrderKey(key)] == nil
      let quote = try? shop.quote(good, quantity: quantity)
      let before = shop.ledger.nextTransactionID
      let outcome = try shop.buy(good, quantity: quantity, key: key)
      if isNew { compare(quote, with: outcome, chargedFrom: before) }
      let count = Int(outcome.transactionID.count)
      if outcome.scheduled { return .scheduled(count) }
      return outcome.alreadyOwned ? .owned(count) : .sold(count)
    } catch let fault as StoreFault {
      return .refused(try Observation.Refusal(fault))
    }
  }

  private mutating func compare(
    _ quote: Quote?, with outcome: OrderOutcome, chargedFrom first: TransactionID
  ) {
    let charge = shop.ledger.transactions.values.filter { $0.id >= first }.map(\.price)
      .reduce(0, +)
    guard charge != quote?.charge || outcome.alreadyOwned != (quote?.effect == .alreadyOwned)
    else { return }
    surprise = surprise ?? "quoted \(String(describing: quote)), charged \(charge)"
  }

  private mutating func turnOff(_ group: String) {
    guard let subscription = shop.ledger.subscriptions[group], subscription.isActive else { return }
    let event = LedgerEvent.renewalChanged(
      groupID: group, autoRenewPreference: subscription.autoRenewPreference, willAutoRenew: false)
    shop.draft.record([event], at: shop.now)
  }

  private mutating func refund(_ id: TransactionID) throws -> Observation.OrderReply {
    try answer { shop throws(StoreFault) in
      let before = shop.ledger.transactions[id]?.refunded ?? 0
      shop.draft.record(try shop.ledger.refund(id, at: shop.now), at: shop.now)
      return .refunded(cents(shop.ledger.current(id).refunded - before))
    }
  }

  private mutating func answer(
    _ step: (inout Shop) throws(StoreFault) -> Observation.OrderReply
  ) throws -> Observation.OrderReply {
    do {
      return try step(&shop)
    } catch {
      return .refused(try Observation.Refusal(error))
    }
  }
}
