import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `OrderStateMachine.swift`.
@Suite struct OrderStateMachineTests {
  typealias Event = OrderStateMachine.Event
  typealias Action = OrderStateMachine.Action

  typealias Transition = (number: Int, before: [Event], event: Event, actions: [Action])

  static let quote = Quote(
    effect: .purchase, charge: 2, currency: "USD", storefront: .unitedStates)
  static let newQuote = Quote(
    effect: .alreadyOwned, charge: 0, currency: "USD", storefront: .unitedStates)
  static let purchase = Purchase(signedTransaction: "a.b.c")
  static let lost = StoreError.unavailable(reason: "the line is cut")
  static let car = Signed<TransactionPayload>.sample(1)

  static let sold: [Event] = [.storefront(isAccepted: true)]
  static let sending = sold + [.confirmed(true)]
  static let closing = sending + [refused(.unknownProduct(productID: "car"))]
  static let changed = sending + [refused(.quoteChanged(quote: newQuote))]
  static let reading = sending + [.answered(.purchased(purchase))]

  static let nowhere = DeviceStoreError.missing(URL(filePath: "/nowhere"))
  static let strange = StoreError.unknown(code: "paused", message: "pay later")
  static let key = OrderKey(UUID())

  static let transitions: [Transition] = [
    (1, [], .storefront(isAccepted: true), [.confirm(quote)]),
    (2, [], .storefront(isAccepted: false), [.end(.storefrontDeclined)]),
    (3, sold, .confirmed(true), [.send(quote)]),
    (4, sold, .confirmed(false), [.end(.cancelled)]),
    (5, sending, refused(lost), [.send(quote, after: .milliseconds(500))]),
    (
      5, sending + [refused(lost)], .refused(lost, chance: 0),
      [.send(quote, after: .milliseconds(500))]
    ),
    (6, sending + Array(repeating: refused(lost), count: 3), refused(lost), unknown(lost)),
    (6, sending, refused(strange), unknown(strange)),
    (7, sending, .answered(.pending), [.markPending, .end(.pending)]),
    (8, sending, .answered(.purchased(purchase)), [.read(purchase)]),
    (9, sending, refused(.unauthorized), forgotten(.unauthorized)),
    (9, sending, refused(.orderKeyReused(key: key)), forgotten(.orderKeyReused(key: key))),
    (9, sending, refused(.orderKeyClosed(key: key)), forgotten(.orderKeyClosed(key: key))),
    (10, sending, refused(.unknownProduct(productID: "car")), [.settle]),
    (10, sending, refused(.invalidQuantity(1, allowed: 2...3)), [.settle]),
    (11, closing, .settled(.purchased(purchase)), [.read(purchase)]),
    (11, closing, .settled(.pending), [.markPending, .end(.pending)]),
    (
      12, changed, .settled(nil),
      [.forget, .confirm(newQuote, after: .quoteChanged(quote: newQuote))]
    ),
    (13, closing, .settled(nil), forgotten(.unknownProduct(productID: "car"))),
    (
      13, changed + [.settled(nil), .confirmed(true), refused(.quoteChanged(quote: quote))],
      .settled(nil), forgotten(.quoteChanged(quote: quote))
    ),
    (14, closing, .notSettled(lost), unknown(lost)),
    (15, reading, .read(car), [.take(car, isNew: true), .end(.sold(car, .purchased))]),
    (16, reading, .unreadable(.malformed(.payload)), [.end(.unreadable(.malformed(.payload)))]),
    (17, sending, .notKept(nowhere), [.end(.notKept(nowhere))]),
  ]

  private static func refused(_ error: StoreError) -> Event { .refused(error, chance: 1) }

  private static func unknown(_ error: StoreError) -> [Action] { [.end(.unknown(error))] }

  private static func forgotten(_ error: StoreError) -> [Action] {
    [.forget, .end(.refused(error))]
  }

  @Test(arguments: transitions)
  func `an order takes the numbered transition`(_ transition: Transition) {
    var order = OrderStateMachine(Self.quote)
    for event in transition.before { _ = order.receive(event) }

    #expect(order.receive(transition.event) == transition.actions)
  }

  @Test func `every transition of the diagram is tested`() throws {
    #expect(
      try Set(Self.transitions.map(\.number)) == numbers(drawnIn: "Orders/OrderStateMachine.swift"))
  }

  @Test func `what was owned is taken and is not new`() {
    var order = OrderStateMachine(Self.quote)
    let owned = Purchase(signedTransaction: "a.b.c", alreadyOwned: true)
    for event in Self.sending + [.answered(.purchased(owned))] { _ = order.receive(event) }

    #expect(
      order.receive(.read(Self.car))
        == [.take(Self.car, isNew: false), .end(.sold(Self.car, .alreadyOwned))])
  }

  @Test func `a change of plan begins when the quote said`() {
    let quote = Quote(
      effect: .change(from: "pro", effectiveDate: .fixture), charge: 0, currency: "USD",
      storefront: .unitedStates)
    var order = OrderStateMachine(quote)
    let scheduled = Purchase(signedTransaction: "a.b.c", scheduled: true)
    for event in Self.sending + [.answered(.purchased(scheduled))] { _ = order.receive(event) }

    #expect(
      order.receive(.read(Self.car))
        == [.take(Self.car, isNew: false), .end(.sold(Self.car, .scheduled(.fixture)))])
  }
}
