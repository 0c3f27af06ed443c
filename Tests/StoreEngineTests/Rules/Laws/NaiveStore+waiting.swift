import StoreAPI

// Orders that wait.
extension NaiveStore {
  /// What is owned is not sold, so nobody is asked.
  func mustWait(_ result: Observation.StepResult) -> Bool {
    if case .owned = result { return false }
    return askToBuy || isInterrupted
  }

  mutating func wait(_ number: Int, _ id: String, _ quantity: Int, _ offer: OrderedOffer?) {
    if !isFuel(id), let first = waiting.values.first(where: { $0.product == id }) {
      orders[number] = .repeats(first.order)
      return
    }
    let count = receipts.count + 1
    receipts.append(
      Receipt(
        count: count, original: count, product: "", quantity: 0, date: clock, cents: 0,
        currency: currency, isRenewal: false, isIntroductory: false))
    orderNumbers.insert(count)
    waiting[count] = WaitingOrder(
      order: number, product: id, quantity: quantity, offer: offer, isForApproval: askToBuy,
      since: clock)
    orders[number] = .waits(product: id, quantity: quantity, offer: offer)
  }

  /// The result of an order that asks for what another one asks for.
  func fate(of number: Int) -> Observation.StepResult {
    switch orders[number] {
    case .sent(_, _, _, let result): result
    case .waits: .waits
    case .closed, .repeats, nil: .refused(.orderKeyClosed)
    }
  }

  mutating func decide(_ decision: OrderDecision, _ count: Int) -> Observation.StepResult {
    guard let order = waiting[count] else { return .refused(.orderNotWaiting) }
    guard decision != .decline else {
      end(count)
      return .declined
    }
    guard order.isForApproval == (decision == .approve) else { return .refused(.orderNotWaiting) }
    let result = buy(order.product, order.quantity, order.offer)
    if case .refused = result { return result }
    waiting[count] = nil
    settle(order.order, order.product, order.quantity, order.offer, result)
    return result
  }

  /// An order that is declined or lapses.
  mutating func end(_ count: Int) {
    guard let order = waiting.removeValue(forKey: count) else { return }
    orders[order.order] = .closed
  }

  /// The order that lapses first: after a day without an answer.
  var nextLapse: (date: NaiveTime, count: Int)? {
    waiting.filter(\.value.isForApproval)
      .map { (date: $0.value.since + NaiveTime.day, count: $0.key) }
      .min { ($0.date, $0.count) < ($1.date, $1.count) }
  }
}
