import AppStorePayloads
import Foundation
import StoreAPI

extension Ledger {
  /// Applies an event; the same events in the same order give the same ledger.
  ///
  /// Decides nothing: an event is a fact, and an event that contradicts the ledger is a broken
  /// invariant.
  package mutating func apply(_ event: LedgerEvent) {
    switch event {
    case .charged(let transaction):
      add(transaction)
    case .upgraded(let id, let refund):
      change(id) {
        $0.isUpgraded = true
        $0.refunded = refund
      }
    case .periodBegan(let subscription):
      begin(subscription)
    case .renewalChanged(let groupID, let preference, let willAutoRenew):
      change(groupID) {
        if preference != $0.autoRenewPreference { $0.nextOffer = nil }
        $0.autoRenewPreference = preference
        $0.willAutoRenew = willAutoRenew
      }
    case .offerRedeemed(let groupID, let preference, let offer):
      change(groupID) {
        $0.autoRenewPreference = preference
        $0.willAutoRenew = true
        $0.nextOffer = offer
        $0.term.offer = nil
      }
    case .expired(let groupID, let intent):
      change(groupID) {
        $0.expirationIntent = intent
        $0.end()
      }
    case .cutShort(let groupID, let date):
      endPeriod(groupID, at: date)
    case .refunded(let id, let amount, let revocation):
      revoke(id, amount, revocation)
    case .revoked(let groupID, let date):
      change(groupID) {
        $0.revocationDate = date
        $0.end()
      }
    case .refundRequested(let id, let request):
      change(id) { $0.refundRequest = request }
    case .refundDeclined(let id):
      change(id) { $0.refundRequest?.state = .declined }
    case .consumptionReported(let id, let report):
      change(id) { $0.refundRequest?.consumption = report }
    case .consumptionRequested(let id, let date):
      change(id) { $0.refundRequest?.consumptionRequestDate = date }
    case .refundReversed(let id, let amount):
      reverseRefund(of: id, amount)
    case .deleted(let id):
      delete(id)
    case .revocationReversed(let groupID):
      change(groupID) { $0.revocationDate = nil }
    case .billingRetryBegan(let groupID, let issue):
      change(groupID) { $0.billingIssue = issue }
    case .gracePeriodExpired(let groupID):
      change(groupID) { $0.billingIssue?.gracePeriodExpirationDate = nil }
    case .billingIssueChanged(let groupID, let issue):
      change(groupID) { $0.billingIssue = issue }
    case .priceChanged(let groupID, let increase, let preserved):
      change(groupID) {
        $0.priceIncrease = increase
        $0.preservedPrices = preserved?.byProduct ?? [:]
      }
    case .priceIncreaseAnswered(let groupID, let isAccepted):
      change(groupID) { $0.priceIncrease?.status = isAccepted ? .agreed : .declined }
    case .offerPriceChanged(let groupID, let price):
      change(groupID) { $0.term.offer?.offer.price = price }
    case .nextOfferPriceChanged(let groupID, let price):
      change(groupID) { $0.nextOffer?.price = price }
    case .renewalDateExtended(let groupID, let date, let expirationDate):
      endPeriod(groupID, at: expirationDate)
      change(groupID) { $0.extensionDates.append(date) }
    case .extensionGranted(let request):
      grantedExtensions[request.key] = request
    case .sharedPlanChanged(let plan):
      set(plan)
    case .sharingEnded(let id, let date, let reason):
      endSharing(of: id, at: date, because: reason ?? .other)
    case .familySharingChanged(let groupID, let isOn):
      change(groupID) { $0.isSharedWithFamily = isOn }
    case .finished(let id):
      change(id) { $0.isFinished = true }
    case .appAccountTokenSet(let id, let token, _):
      change(id) { $0.appAccountToken = token }
    case .reassigned(let id, let device):
      change(id) { $0.device = device }
    case .orderSettled(let key, let request, let outcome):
      orders[key] = .settled(request: request, outcome: outcome)
      if let used = request.offer?.settledNonce { usedNonces.insert(used.nonce) }
      if let code = request.offer?.offerCode {
        codeUses[code] = OfferCodeUse(
          redemptions: (codeUses[code]?.redemptions ?? 0) + 1, isOwn: true,
          isOfferRedeemed: codeUses[code]?.isOfferRedeemed ?? false)
      }
      waitingOrders = waitingOrders.filter { $0.value.key != key }
    case .orderClosed(let key):
      orders[key] = .closed
    case .orderWaits(let order):
      add(order)
    case .orderRepeated(let key, let original):
      orders[key] = .repeated(original: original)
    case .orderDeclined(let number):
      close(waiting(number), because: .declined)
    case .orderLapsed(let number):
      close(waiting(number), because: .lapsed)
    case .orderReassigned(let number, let device):
      var order = waiting(number)
      order.device = device
      waitingOrders[number] = order
    }
  }

  private mutating func add(_ transaction: LedgerTransaction) {
    precondition(transaction.id >= nextTransactionID, "\(transaction.id) is not a new number")
    transactions[transaction.id] = transaction
    unapprovedOrders[transaction.productID] = nil
    lastCount += 1
    guard transaction.type == .nonConsumable else { return }
    if let source = transaction.shared {
      add(shared: transaction, from: source)
    } else {
      owned[transaction.productID] = transaction.id
    }
  }

  private mutating func add(_ order: WaitingOrder) {
    precondition(order.number >= nextTransactionID, "\(order.number) is not a new number")
    waitingOrders[order.number] = order
    unapprovedOrders[order.request.productID] = nil
    lastCount += 1
    if let used = order.request.offer?.settledNonce { usedNonces.insert(used.nonce) }
  }

  private func waiting(_ number: TransactionID) -> WaitingOrder {
    guard let order = waitingOrders[number] else {
      preconditionFailure("order \(number) does not wait")
    }
    return order
  }

  private mutating func begin(_ subscription: Subscription) {
    guard let transaction = transactions[subscription.transactionID] else {
      preconditionFailure("a period began that was not charged")
    }
    let past = subscriptions[subscription.groupID]
    transactions[transaction.id] = transaction.countingPeriods(
      of: subscription.term, after: past?.term)
    subscriptions[subscription.groupID] = subscription.countingPaidDays(
      after: past, of: transaction)
  }

  private mutating func endPeriod(_ groupID: String, at date: Date) {
    change(groupID) { $0.term.billingCycle = $0.term.billingCycle.ending(at: date) }
    guard let id = subscriptions[groupID]?.transactionID else { return }
    change(id) { $0.period?.expirationDate = date }
  }

  private mutating func revoke(
    _ id: TransactionID, _ amount: Decimal, _ revocation: LedgerTransaction.Revocation
  ) {
    change(id) {
      precondition($0.revocation == nil, "\(id) was refunded twice")
      $0.revocation = revocation
      $0.refunded += amount
      $0.refundAmount = amount
      $0.refundRequest?.state = .granted
    }
    let productID = current(id).productID
    if owned[productID] == id { owned[productID] = nil }
  }

  private mutating func reverseRefund(of id: TransactionID, _ amount: Decimal) {
    change(id) {
      precondition($0.revocation != nil, "\(id) was not refunded")
      $0.revocation = nil
      $0.refunded -= amount
      $0.refundAmount = nil
    }
    let transaction = current(id)
    if transaction.type == .nonConsumable { owned[transaction.productID] = id }
  }

  /// The transaction's number is never used again.
  private mutating func delete(_ id: TransactionID) {
    let transaction = current(id)
    transactions[id] = nil
    if owned[transaction.productID] == id { owned[transaction.productID] = nil }
    if let groupID = transaction.period?.groupID, subscriptions[groupID]?.transactionID == id {
      subscriptions[groupID] = nil
    }
    orders = orders.mapValues { $0.afterDeletion(of: id) }
  }

  private mutating func change(_ id: TransactionID, _ body: (inout LedgerTransaction) -> Void) {
    var transaction = current(id)
    body(&transaction)
    transactions[id] = transaction
  }

  private mutating func change(_ groupID: String, _ body: (inout Subscription) -> Void) {
    guard var subscription = subscriptions[groupID] else {
      preconditionFailure("there is no subscription in group \(groupID)")
    }
    body(&subscription)
    subscriptions[groupID] = subscription
  }
}

extension OrderRecord {
  /// An order whose transaction was deleted is never sold again.
  fileprivate func afterDeletion(of id: TransactionID) -> OrderRecord {
    if case .settled(_, let outcome) = self, outcome.transactionID == id { .closed } else { self }
  }
}

extension Subscription {
  /// Nothing that concerns the next period outlives the subscription.
  mutating func end() {
    willAutoRenew = false
    billingIssue = nil
    nextOffer = nil
    priceIncrease = nil
    preservedPrices = [:]
  }
}
