import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI

extension RealStore {
  mutating func advance(by seconds: Int) {
    let end = shop.now.addingTimeInterval(TimeInterval(seconds))
    for step in 1..<4 where settlesOften {
      shop.draft.settle(
        until: shop.now.addingTimeInterval(TimeInterval(seconds * step / 4)), in: shop.snapshot)
    }
    shop.advance(to: end)
  }

  mutating func order(
    _ number: Int, _ product: String, _ quantity: Int, _ offer: SaleOffer
  ) throws -> Observation.StepResult {
    do {
      let key = UUID(number: number)
      let isNew =
        shop.ledger.orders[OrderKey(key)] == nil
        && shop.ledger.waitingOrder(for: OrderKey(key)) == nil
      let quote = try? shop.quote(product, quantity: quantity, offer: offer)
      let before = shop.ledger.nextTransactionID
      let outcome = try shop.order(product, quantity: quantity, offer: offer, key: key)
      guard let outcome else { return .waits }
      if isNew { compare(quote, with: outcome, chargedFrom: before) }
      return Observation.StepResult(outcome)
    } catch let error as StoreError {
      return .refused(ObservedError(error))
    }
  }

  mutating func operatorOrder(
    _ number: Int, _ product: String, daysAgo days: Int, renews: Bool
  ) -> Observation.StepResult {
    let seconds = days * NaiveTimeRate.day(at: shop.snapshot.rules.timeRate)
    let key = OrderKey(UUID(number: number))
    guard shop.ledger.orders[key] == nil else { return .refused(.orderKeyReused) }
    return result { shop throws(StoreError) in
      let date = shop.now.addingTimeInterval(TimeInterval(-seconds))
      let purchase = OperatorPurchase(
        order: Order(key: key, productID: product), account: "ann",
        purchaseDate: days == 0 ? nil : date,
        renewalBehavior: renews ? .renewUntilNow : .cancelImmediately)
      let events = try shop.ledger.purchase(
        purchase, since: NaiveTime(seconds: 0).date, at: shop.now, in: shop.snapshot, device: 1)
      shop.draft.record(events, at: date, in: shop.snapshot)
      shop.draft.settle(until: shop.now, in: shop.snapshot)
      return shop.ledger.outcome(of: key).map(Observation.StepResult.init) ?? .waits
    }
  }

  mutating func decide(_ decision: OrderDecision, _ number: TransactionID)
    -> Observation.StepResult
  {
    let key = shop.ledger.waitingOrders[number]?.key
    return result { shop throws(StoreError) in
      try shop.perform(OperatorCommand(decision, number))
      return key.flatMap(shop.ledger.outcome).map(Observation.StepResult.init) ?? .declined
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

  mutating func refund(_ id: TransactionID, _ terms: RefundTerms) -> Observation.StepResult {
    // The transaction's: the storefront may have another one since.
    let charged = shop.ledger.transactions[id]?.storefront.currency
    let currency = charged.flatMap(NaiveCurrency.init) ?? currency
    return result { shop throws(StoreError) in
      let before = shop.refunded
      try shop.perform(
        .refund(
          transactionID: id, reason: terms.isIssue ? .developerIssue : nil,
          percentage: terms.thousandthsOfPercent.map(Int32.init)))
      return .refunded(currency.units(shop.refunded - before))
    }
  }

  /// A second request for a transaction has another ID than the first.
  mutating func perform(
    _ command: RefundCommand, forRefundOf id: TransactionID
  ) -> Observation.StepResult {
    let isSecond = shop.ledger.transactions[id]?.refundRequest != nil
    let requestID = LowercaseUUID(UUID(number: isSecond ? 1 : 0))
    return result { shop throws(StoreError) in
      switch command {
      case .ask:
        let request = CustomerCommand.requestRefund(
          transactionID: id, requestID: requestID, reason: .other, text: nil)
        let events = try shop.ledger.events(of: request, at: shop.now, in: shop.snapshot)
        shop.draft.record(events, at: shop.now, in: shop.snapshot)
      case .decline: try shop.perform(.declineRefund(transactionID: id))
      case .reverse: try shop.perform(.reverseRefund(transactionID: id))
      }
      return .changed
    }
  }

  mutating func perform(
    _ command: PlanCommand, for reference: SubscriptionReference
  ) -> Observation.StepResult {
    guard command != .resume else { return resume(reference) }
    return result { shop throws(StoreError) in
      try shop.perform(OperatorCommand(command, reference))
      return .changed
    }
  }

  private mutating func resume(_ reference: SubscriptionReference) -> Observation.StepResult {
    let shown = self
    return result { shop throws(StoreError) in
      let subscription = try shop.ledger.activeSubscription(reference)
      let events = try shop.ledger.events(
        of: shown.resumption(of: subscription), at: shop.now, in: shop.snapshot)
      shop.draft.record(events, at: shop.now, in: shop.snapshot)
      return .changed
    }
  }

  mutating func result(
    _ step: (inout LedgerFixture) throws(StoreError) -> Observation.StepResult
  ) -> Observation.StepResult {
    do {
      return try step(&shop)
    } catch {
      return .refused(ObservedError(error))
    }
  }
}

extension Observation.StepResult {
  init(_ outcome: OrderOutcome) {
    let count = outcome.transactionID.number
    self =
      if outcome.scheduled {
        .scheduled(count)
      } else {
        outcome.alreadyOwned ? .owned(count) : .sold(count)
      }
  }
}

extension OperatorCommand {
  fileprivate init(_ decision: OrderDecision, _ number: TransactionID) {
    self =
      switch decision {
      case .approve: .approve(orderID: number)
      case .decline: .decline(orderID: number)
      case .resolve: .resolve(orderID: number)
      }
  }
}

extension SaleOffer {
  init(_ offer: OrderedOffer?) {
    switch offer {
    case .winBack(let id): self = .winBack(id)
    case .promotional(let id): self = .promotional(id)
    case .code(let text): self = NaiveCode.named(text).map { .code(.init($0)) } ?? .automatic
    case .introductory(let isAllowed): self = .introductory(isAllowed: isAllowed)
    case nil: self = .automatic
    }
  }
}

extension OperatorCommand {
  fileprivate init(_ command: PlanCommand, _ plan: SubscriptionReference) {
    self =
      switch command {
      case .expire: .expire(subscription: plan)
      case .turnRenewalOff: .disableAutoRenew(subscription: plan)
      case .turnRenewalOn, .resume: .enableAutoRenew(subscription: plan)
      case .renew: .renew(subscription: plan)
      case .failBilling: .failBilling(subscription: plan)
      case .recoverBilling: .recoverBilling(subscription: plan)
      case .askForConsent: .requestPriceIncreaseConsent(subscription: plan)
      case .answer(let isAccepted):
        .answerPriceIncrease(subscription: plan, isAccepted: isAccepted)
      case .extend(let days): .extend(subscription: plan, days: days)
      }
  }
}
