import Foundation
import StoreAPI
import StoreEngine

extension RealStore {
  mutating func advance(by seconds: Int) {
    let end = shop.now.addingTimeInterval(TimeInterval(seconds))
    for step in 1..<4 where settlesOften {
      shop.draft.settle(
        until: shop.now.addingTimeInterval(TimeInterval(seconds * step / 4)), in: shop.market)
    }
    shop.advance(to: end)
  }

  mutating func order(
    _ number: Int, _ product: String, _ quantity: Int, _ winBack: String?
  ) throws -> Observation.StepResult {
    do {
      let key = UUID(number: number)
      let isNew = shop.ledger.orders[OrderKey(key)] == nil
      let offer = winBack.map { SaleOffer.winBack($0) } ?? .automatic
      let quote = try? shop.quote(product, quantity: quantity, offer: offer)
      let before = shop.ledger.nextTransactionID
      let outcome = try shop.buy(product, quantity: quantity, offer: offer, key: key)
      if isNew { compare(quote, with: outcome, chargedFrom: before) }
      let count = Int(outcome.transactionID.count)
      if outcome.scheduled { return .scheduled(count) }
      return outcome.alreadyOwned ? .owned(count) : .sold(count)
    } catch let fault as StoreFault {
      return .refused(Refusal(fault))
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

  mutating func refund(_ id: TransactionID) -> Observation.StepResult {
    result { shop throws(StoreFault) in
      let before = shop.refunded
      try shop.perform(.refund(transactionID: id))
      return .refunded(cents(shop.refunded - before))
    }
  }

  mutating func perform(
    _ command: PlanCommand, for reference: SubscriptionReference
  ) -> Observation.StepResult {
    result { shop throws(StoreFault) in
      let subscription = try shop.ledger.activeSubscription(reference)
      let events = try shop.ledger.events(
        of: command, for: subscription, at: shop.now, in: shop.market)
      shop.draft.record(events, at: shop.now)
      return .changed
    }
  }

  mutating func result(
    _ step: (inout LedgerFixture) throws(StoreFault) -> Observation.StepResult
  ) -> Observation.StepResult {
    do {
      return try step(&shop)
    } catch {
      return .refused(Refusal(error))
    }
  }
}

extension Ledger {
  fileprivate func events(
    of command: PlanCommand, for subscription: Subscription, at now: Date, in market: Market
  ) throws(StoreFault) -> [LedgerEvent] {
    switch command {
    case .expire: subscription.expire(at: now)
    case .turnRenewalOff: subscription.setAutoRenew(false)
    case .turnRenewalOn: subscription.setAutoRenew(true)
    case .renew: try forceRenewal(of: subscription, at: now, in: market)
    case .failBilling: subscription.failBilling()
    case .recoverBilling: recoverBilling(of: subscription, at: now, in: market)
    case .askForConsent: try subscription.requestPriceIncreaseConsent(in: market)
    case .answer(let isAccepted): try subscription.answerPriceIncrease(isAccepted: isAccepted)
    case .extend(let days):
      try subscription.extend(
        byDays: days, price: current(subscription.transactionID).price, at: now, in: market)
    }
  }
}
