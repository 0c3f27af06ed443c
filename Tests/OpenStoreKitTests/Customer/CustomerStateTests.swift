import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// What the link and the holdings lead to together; the store's clock stands still.
@Suite struct CustomerStateTests {
  private let car = Signed.sample(2)

  @Test func `an update that says all is kept, and then announced`() {
    var customer = Self.following()

    let actions = customer.receive(.updated(update(6), Self.time(), at: .zero))

    #expect(
      actions == [
        .keep(.holdings(customer.holdings.signed, cursor: 6, Self.time(), ending: [])),
        .announce(car),
      ])
    #expect(!customer.mustAsk(at: .zero))
  }

  @Test func `an update that does not say all is asked for before it is announced`() {
    var customer = Self.following()
    let pass = Signed.sample(2, of: "pass", .nonRenewable) { $0.revocationDate = .fixture }
    let update = VerifiedUpdate(sequence: 6, change: .transaction(pass))

    let actions = customer.receive(.updated(update, Self.time(), at: .zero))

    #expect(actions.first == .ask)
    #expect(actions.last == .announce(pass))
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `an order that waited is dealt with by the transaction of its product`() {
    let key = OrderKey(UUID())
    var customer = Self.following()
    let kept = customer.receive(.waits(key, product: "nonconsumable.car"))
    #expect(kept == [.keep(.waiting(key))])

    let actions = customer.receive(.updated(update(6), Self.time(), at: .zero))

    #expect(
      actions.first
        == .keep(.holdings(customer.holdings.signed, cursor: 6, Self.time(), ending: [key])))
    #expect(customer.pending.isEmpty)
  }

  @Test func `an own purchase is asked for, and is never announced`() {
    var customer = Self.following()
    #expect(customer.receive(.sold(TransactionID(rawValue: 2), isNew: true)) == [])
    #expect(customer.known.state == .incomplete)
    #expect(customer.elsewhere([car]).isEmpty)

    let key = OrderKey(UUID())
    let actions = customer.receive(.soldWithoutHoldings(car, isNew: true, key))

    #expect(actions == [.keep(.purchase(car, isNew: true, ending: key))])
    #expect(customer.holdings.unfinished == [car])
    #expect(customer.mustAsk(at: .zero))
  }

  @Test func `an own finish is kept at once`() {
    let id = TransactionID(rawValue: 2)
    var customer = Self.following()
    _ = customer.receive(.updated(update(6), Self.time(), at: .zero))
    #expect(customer.receive(.finished(id)) == [.keep(.finished(id))])
    #expect(customer.holdings.unfinished.isEmpty)
  }

  @Test func `8, an answer of another epoch voids everything`() {
    var customer = Self.following()
    _ = customer.receive(.waits(OrderKey(UUID()), product: "nonconsumable.car"))
    _ = customer.receive(.sold(TransactionID(rawValue: 3), isNew: true))
    let asked = customer.known.gaps

    let actions = customer.receive(.answered(Self.time(epoch: 2), at: .zero))

    #expect(actions == [.beginEpoch(Self.time(epoch: 2)), .publish(.online)])
    #expect(customer.known.state == .kept)
    #expect(customer.known.holdings == nil)
    #expect(customer.known.cursor == nil)
    #expect(customer.pending.isEmpty)
    let late = customer.receive(.updated(update(6), Self.time(), at: .zero))
    #expect(late == [], "the stream of the old epoch")

    _ = customer.receive(.told(CustomerHoldings(), Self.time(epoch: 2), asked: asked))
    let time = VerifiedUpdate(sequence: 0, change: .time)
    _ = customer.receive(.updated(time, Self.time(epoch: 2), at: .zero))
    #expect(customer.known.state == .current)
  }

  @Test func `what waits to be delivered is announced when a new device begins to listen`() {
    var read = CustomerHoldings(unfinished: [car])
    read.sequence = 5
    var customer = Self.asked(read)
    #expect(customer.receive(.following) == [.announce(car)])
    #expect(customer.receive(.following) == [])
  }

  @Test func `a clock that is moved is kept and published, one that runs on is not`() {
    var customer = Self.following()
    let time = VerifiedUpdate(sequence: 5, change: .time)
    #expect(customer.receive(.updated(time, Self.time(), at: .zero)) == [])
    let later = StoreTime(now: Date.fixture + 60, isFrozen: true, pace: .realTime, epoch: 1)

    let actions = customer.receive(.updated(time, later, at: .zero))

    #expect(
      actions == [
        .keep(.holdings(customer.holdings.signed, cursor: 5, later, ending: [])), .publishTime,
      ])
  }

  private func update(_ sequence: Int64) -> VerifiedUpdate {
    VerifiedUpdate(sequence: sequence, change: .transaction(car))
  }

  private static func time(epoch: Int = 1) -> StoreTime {
    StoreTime(now: .fixture, isFrozen: true, pace: .realTime, epoch: epoch)
  }

  private static func asked(_ read: CustomerHoldings) -> CustomerState {
    let clock = SessionClock(answered: time(), readAt: .zero)
    var customer = CustomerState(clock: clock, known: KnownHoldings())
    _ = customer.receive(.answered(time(), at: .zero))
    _ = customer.receive(.told(read, time(), asked: 0))
    return customer
  }

  /// A device that has asked, and whose stream is open.
  private static func following() -> CustomerState {
    var read = CustomerHoldings(latest: [.sample(1, of: "nonconsumable.racecar")])
    read.sequence = 5
    var customer = asked(read)
    _ = customer.receive(.following)
    let time = VerifiedUpdate(sequence: 5, change: .time)
    _ = customer.receive(.updated(time, self.time(), at: .zero))
    return customer
  }
}
