import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The actions of the link and the purchases together; the store's clock stands still.
@Suite struct CustomerStateTests {
  private static let id = TransactionID(rawValue: 2)
  private static let car = Signed.sample(2)
  private static let update = VerifiedUpdate(sequence: 6, change: .transaction(car))

  @Test func `a whole update is kept, and then announced`() {
    var customer = Self.following()

    let actions = customer.received(Self.update, at: .sample(), reading: .zero)

    #expect(
      actions == [
        .keepSoon, .announce(Self.car),
      ])
    #expect(customer.known.cursor == 6)
    #expect(!customer.mustAsk(at: .zero))
  }

  @Test func `after a partial update the store is asked before the update is announced`() {
    var customer = Self.following()
    let pass = Signed.sample(2, of: "pass", .nonRenewable) { $0.revocationDate = .fixture }
    let update = VerifiedUpdate(sequence: 6, change: .transaction(pass))

    let actions = customer.received(update, at: .sample(), reading: .zero)

    #expect(actions.prefix(2) == [.keepSoon, .ask])
    #expect(actions.last == .announce(pass))
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `an order that waited is removed when a transaction of its product comes`() {
    let key = OrderKey(UUID())
    var customer = Self.following()
    let kept = customer.waits(key, product: "nonconsumable.car")
    #expect(kept == [.keep(.waiting(key)), .ask])

    let actions = customer.received(Self.update, at: .sample(), reading: .zero)

    #expect(actions.first == .keep(.purchases(ending: [key])))
    #expect(customer.pending.isEmpty)
  }

  @Test func `an order that was declined is removed, and one that waits again is kept`() {
    let key = OrderKey(UUID())
    var customer = Self.following()
    _ = customer.waits(key, product: "nonconsumable.car")
    var purchases = VerifiedPurchases(orders: [.sample(.waiting)], sequence: 5)
    let waiting = customer.received(purchases, at: .sample(), asked: customer.known.baseline)
    #expect(waiting == [.keep(.purchases()), .publishOrders])
    #expect(customer.pending == [key: "nonconsumable.car"])

    purchases.orders = [.sample(.declined)]
    purchases.sequence = 6
    let declined = customer.received(purchases, at: .sample(), asked: customer.known.baseline)

    #expect(declined == [.keep(.purchases(ending: [key])), .publishOrders])
    #expect(customer.pending.isEmpty)
  }

  @Test func `an update about orders asks the store`() {
    var customer = Self.following()

    let actions = customer.received(
      VerifiedUpdate(sequence: 9, change: .orders), at: .sample(), reading: .zero)

    #expect(actions.prefix(2) == [.keepSoon, .ask])
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `after an own purchase the store is asked, and the purchase is not announced`() {
    var customer = Self.following()
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    #expect(customer.sold(purchase) == nil)
    #expect(customer.known.state == .incomplete)
    #expect(!customer.isExternal(Self.car.payload))
    #expect(customer.isExternal(.sample(2, of: "nonconsumable.racecar")), "with the same ID")

    let actions = customer.soldWithoutPurchases(purchase)

    #expect(actions == [.keep(.purchase(purchase))])
    #expect(customer.kept == [Self.car.payload.identity])
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `purchases in the answer to an order are taken, and the store is not asked`() {
    var customer = Self.following()
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))

    let actions = customer.sold(
      purchase, with: Self.answered(with: Self.car, sequence: 8, asked: customer.known.baseline))

    #expect(actions == [.keep(.purchases(after: purchase, ending: [purchase.key]))])
    #expect(customer.known.state == .current && customer.purchases.sequence == 8)
    #expect(customer.purchases.latest == [Self.car])
    #expect(customer.kept == [Self.car.payload.identity])
    #expect(!customer.isExternal(Self.car.payload))
    #expect(!customer.mustAsk(at: .zero))
  }

  @Test func `purchases in the answer to an order do not replace later ones, which may lack it`() {
    var customer = Self.following()
    let baseline = customer.known.baseline
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    let racecar = Signed.sample(3, of: "nonconsumable.racecar")
    _ = customer.received(
      VerifiedUpdate(sequence: 9, change: .transaction(racecar)), at: .sample(), reading: .zero)

    let actions = customer.sold(
      purchase, with: Self.answered(with: Self.car, sequence: 8, asked: baseline))

    #expect(actions == [.keep(.purchase(purchase))])
    #expect(customer.purchases.latest == [racecar, Self.car])
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `what was missed while an order was sent is still asked for`() {
    var customer = Self.following()
    let baseline = customer.known.baseline
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.received(
      VerifiedUpdate(sequence: 6, change: .deleted(TransactionID(rawValue: 1))), at: .sample(),
      reading: .zero)

    _ = customer.sold(
      purchase, with: Self.answered(with: Self.car, sequence: 8, asked: baseline))

    #expect(customer.known.state == .incomplete)
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `purchases in the answer to an order of another epoch are not taken`() {
    var customer = Self.following()
    let answered = Self.answered(
      with: Self.car, sequence: 8, asked: customer.known.baseline)
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.answered(.sample(epoch: 2), at: .zero)

    #expect(customer.sold(purchase, with: answered) == [.keep(.settled(purchase.key))])
    #expect(customer.known.purchases == nil)
  }

  @Test(
    arguments: [
      (AppStorePayloads.ProductType.consumable, nil, true),
      (.consumable, .declined, false), (.nonConsumable, nil, false),
    ] as [(AppStorePayloads.ProductType, CustomerOrder.State?, Bool)])
  func `only a consumable without an order that waited changes nothing of the purchases`(
    type: AppStorePayloads.ProductType, order: CustomerOrder.State?, isComplete: Bool
  ) {
    var customer = Self.following(
      VerifiedPurchases(orders: order.map { [.sample($0)] } ?? [], sequence: 5))
    let signed = Signed.sample(2, of: "nonconsumable.car", type)
    let purchase = OwnPurchase(signed: signed, isNew: true, key: OrderKey(UUID()))

    let actions = customer.sold(purchase)

    #expect(actions == (isComplete ? [.keep(.purchase(purchase))] : nil))
    #expect(customer.mustAsk(at: .zero) == !isComplete)
    #expect(!customer.isExternal(signed.payload))
  }

  @Test func `a question that fails while a stream is open begins another stream, once`() {
    let error = StoreError.unavailable(reason: "the line is cut")
    var customer = Self.following()
    let actions = customer.failed(error, at: .zero)
    #expect(actions == [.publish(.offline(since: .fixture)), .listenAnew])
    #expect(customer.failed(error, at: .zero) == [])
  }

  @Test func `an own purchase is kept, even if the purchases that should contain it are too old`() {
    var customer = Self.following()
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.sold(purchase)

    let actions = customer.received(
      VerifiedPurchases(sequence: 4), at: .sample(), asked: .init(gaps: 1), after: purchase)

    #expect(actions == [.keep(.purchase(purchase))])
    #expect(customer.kept == [Self.car.payload.identity])
  }

  @Test func `what may be the result of an order in flight is announced after it, or never`() {
    var customer = Self.following()
    let (key, another) = (OrderKey(UUID()), Signed.sample(3))
    _ = customer.beginOrder(key, product: "nonconsumable.car")
    let suv = Signed.sample(4, of: "nonconsumable.suv")
    let renewal = Signed.sample(5) { $0.transactionReason = .renewal }
    let during = [Self.car, another, suv, renewal].map { signed in
      customer.hold(signed)
      return customer.isExternal(signed.payload)
    }
    #expect(during == [false, false, true, true])

    _ = customer.sold(OwnPurchase(signed: Self.car, isNew: true, key: key))

    #expect(customer.endOrder(key) == [.announce(another)])
    let afterwards = [Self.car, another, suv].map { customer.isExternal($0.payload) }
    #expect(afterwards == [false, true, true])
  }

  @Test func `what waits for an order is announced once, however often it is read`() {
    var customer = Self.following()
    let key = OrderKey(UUID())
    let refunded = Signed.sample(2) { $0.revocationDate = .fixture }
    _ = customer.beginOrder(key, product: "nonconsumable.car")

    for _ in 1...100 { customer.hold(Self.car) }
    customer.hold(refunded)
    customer.hold(.sample(4, of: "nonconsumable.suv"))

    #expect(customer.endOrder(key) == [.announce(refunded)])
    #expect(customer.endOrder(key) == [])
  }

  @Test func `a device that the store knows again listens again`() {
    var customer = Self.following()
    #expect(customer.failed(.unauthorized, at: .zero) == [.publish(.signedOut)])
    #expect(
      customer.answered(.sample(), at: .zero) == [
        .publish(.online), .announceUnfinished, .listenAnew,
      ])
  }

  @Test func `after a backup was restored the device's copy goes back too`() {
    var customer = Self.following()
    let actions = customer.received(
      VerifiedPurchases(sequence: 3), at: .sample(), asked: customer.known.baseline)
    #expect(actions == [.keep(.purchases(ending: [], wentBack: true)), .detectRollback])
  }

  @Test func `the clock moves with a renewal, and nothing is asked`() {
    let end = Date.fixture.addingTimeInterval(30)
    let period = Signed.sample(1, of: "plan", .autoRenewable, expires: end)
    let next = Signed.sample(2, of: "plan", .autoRenewable, expires: end.addingTimeInterval(30))
    let later = StoreTime(now: end, isFrozen: true, timeRate: .realTime, epoch: 1)
    var customer = Self.following(
      VerifiedPurchases(latest: [period], subscriptions: [.sample(period)], sequence: 5))

    let renewal = VerifiedUpdate(sequence: 6, change: .transaction(next, .sample(next)))
    let actions = customer.received(renewal, at: later, reading: .zero)

    #expect(actions == [.keepSoon, .announce(next), .announceStatus(.sample(next))])
    #expect(customer.link.clock.now(at: .zero) == end)
    #expect(!customer.mustAsk(at: .zero))
  }

  @Test func `a stream that catches up announces a plan's status after its first renewal`() {
    let periods = (1...3).map { number in
      Signed.sample(
        UInt64(number), of: "plan", .autoRenewable,
        expires: Date.fixture.addingTimeInterval(30 * Double(number)))
    }
    let (first, second) = (periods[1], periods[2])
    let plan = VerifiedPurchases.Subscription.sample(second)
    var customer = Self.following(
      VerifiedPurchases(
        latest: [periods[0]], subscriptions: [.sample(periods[0])], sequence: 5))
    let updates: [VerifiedUpdate.Change] = [
      .transaction(first, plan), .transaction(second, plan), .subscription(plan),
    ]

    let actions = updates.enumerated().flatMap { index, change in
      customer.received(
        VerifiedUpdate(sequence: 6 + Int64(index), change: change), at: .sample(), reading: .zero)
    }

    #expect(
      actions.filter { $0 != .keepSoon } == [
        .announce(first), .announceStatus(plan), .announce(second),
      ])
  }

  @Test func `what is finished is removed from the file, whichever copy of the app bought it`() {
    let (own, other) = (TransactionID(rawValue: 2), TransactionID(rawValue: 3))
    var customer = Self.following()
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.soldWithoutPurchases(purchase)

    #expect(customer.finished([other]) == [.keep(.finished([other]))])
    #expect(customer.kept == [Self.car.payload.identity])
    #expect(customer.finished([own]) == [.keep(.finished([own]))])
    #expect(customer.kept.isEmpty)
  }

  @Test func `a kept purchase is not finished because another one with its ID is`() {
    var customer = Self.following()
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.soldWithoutPurchases(purchase)
    let other = Signed.sample(2, of: "consumable.fuel.octane89", .consumable)

    let updates: [VerifiedUpdate.Change] = [.transaction(other), .finished(Self.id)]
    for (index, change) in updates.enumerated() {
      let update = VerifiedUpdate(sequence: 6 + Int64(index), change: change)
      _ = customer.received(update, at: .sample(), reading: .zero)
    }
    _ = customer.finished([Self.id])

    #expect(customer.kept == [Self.car.payload.identity])
  }

  @Test func `what other devices have finished is written soon, and together`() {
    let (own, other) = (TransactionID(rawValue: 2), TransactionID(rawValue: 9))
    var customer = Self.following()
    let purchase = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.soldWithoutPurchases(purchase)

    for (sequence, id) in [(6, other), (7, own)] as [(Int64, TransactionID)] {
      let update = VerifiedUpdate(sequence: sequence, change: .finished(id))
      let actions = customer.received(update, at: .sample(), reading: .zero)
      #expect(actions == [.keepSoon, .publishTime], "the history has what was finished")
    }

    #expect(customer.kept.isEmpty)
    #expect(customer.finishedElsewhere == [own, other])
    customer.wroteFinished([other])
    #expect(customer.finishedElsewhere == [own])
  }

  @Test func `8, an answer of another epoch voids everything`() {
    var customer = Self.following()
    _ = customer.waits(OrderKey(UUID()), product: "nonconsumable.car")
    _ = customer.sold(OwnPurchase(signed: .sample(3), isNew: true, key: OrderKey(UUID())))
    let own = OwnPurchase(signed: Self.car, isNew: true, key: OrderKey(UUID()))
    _ = customer.soldWithoutPurchases(own)
    customer.finishedElsewhere = [TransactionID(rawValue: 9)]
    let asked = customer.known.gaps
    let answerCounts = customer.link.answerCounts

    let actions = customer.answered(.sample(epoch: 2), at: .zero)

    #expect(actions == [.beginEpoch(.sample(epoch: 2)), .detectRollback, .publish(.online)])
    #expect(customer.known.state == .kept)
    #expect(customer.known.purchases == nil)
    #expect(customer.known.cursor == nil)
    #expect(customer.pending.isEmpty)
    #expect(customer.kept.isEmpty && customer.finishedElsewhere.isEmpty)
    #expect(customer.isExternal(.sample(3)), "this run bought it in the epoch before")
    for change in [Self.update, VerifiedUpdate(sequence: 9, change: .products)] {
      let late = customer.received(change, at: .sample(), reading: .zero, asked: answerCounts)
      #expect(late == [], "the stream of the old epoch")
    }

    _ = customer.received(VerifiedPurchases(), at: .sample(epoch: 2), asked: .init(gaps: asked))
    _ = customer.received(Self.time(0), at: .sample(epoch: 2), reading: .zero)
    #expect(customer.known.state == .current)
  }

  @Test func `a clock that is moved is kept and published, one that runs on is not`() {
    var customer = Self.following()
    #expect(customer.received(Self.time(5), at: .sample(), reading: .zero) == [])
    var later = StoreTime.sample()
    later.now += 60

    // An answer that comes first brings the time, and does not announce that it was moved.
    _ = customer.answered(later, at: .zero)
    let actions = customer.received(Self.time(5), at: later, reading: .zero)

    #expect(
      actions == [.keepSoon, .publishTime])
  }

  @Test func `a clock that was moved asks for the win-back offers of an expired subscription`() {
    var purchases = VerifiedPurchases()
    purchases.sequence = 5
    let ended = Signed.sample(4, of: "pro", .autoRenewable, expires: Date.fixture - 3600)
    purchases.subscriptions = [.sample(ended)]
    var customer = Self.asked(purchases)
    _ = customer.beginFollowing()
    var later = StoreTime.sample()
    later.now += 60

    let actions = customer.received(Self.time(5), at: later, reading: .zero)

    #expect(actions.contains(.ask))
  }

  /// The purchases in the answer to an order that was sent when `baseline` was known.
  private static func answered(
    with signed: Signed<TransactionPayload>, sequence: Int64,
    asked baseline: KnownPurchases.Baseline
  ) -> AnsweredPurchases {
    AnsweredPurchases(
      purchases: VerifiedPurchases(latest: [signed], sequence: sequence), time: .sample(),
      baseline: baseline)
  }

  private static func time(_ sequence: Int64) -> VerifiedUpdate {
    VerifiedUpdate(sequence: sequence, change: .time)
  }

  private static func asked(_ read: VerifiedPurchases) -> CustomerState {
    let clock = SessionClock(answered: .sample(), readAt: .zero)
    var customer = CustomerState(clock: clock, known: KnownPurchases())
    _ = customer.answered(.sample(), at: .zero)
    _ = customer.received(read, at: .sample(), asked: customer.known.baseline)
    return customer
  }

  /// A device that has asked, and whose stream is open.
  private static func following(
    _ read: VerifiedPurchases = VerifiedPurchases(
      latest: [.sample(1, of: "nonconsumable.racecar")], sequence: 5)
  ) -> CustomerState {
    var customer = asked(read)
    _ = customer.beginFollowing()
    _ = customer.received(time(5), at: .sample(), reading: .zero)
    return customer
  }
}

extension CustomerOrder {
  /// An order of a car.
  fileprivate static func sample(_ state: State) -> CustomerOrder {
    CustomerOrder(
      id: TransactionID(rawValue: 7), productID: "nonconsumable.car", cause: .askToBuy,
      state: state, date: .fixture)
  }
}
