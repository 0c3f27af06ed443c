import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// The numbers are those of the diagram at the head of `OrderMachine.swift`.
@Suite struct OrderMachineTests {
  typealias Event = OrderMachine.Event
  typealias Action = OrderMachine.Action

  struct Transition: Sendable, CustomStringConvertible {
    let number: Int
    var before: [Event] = []
    let event: Event
    let actions: [Action]

    var description: String { "\(number): \(event)" }
  }

  static let quote = Quote(
    effect: .purchase, charge: 2, currency: "USD", storefront: .unitedStates)
  static let newQuote = Quote(
    effect: .alreadyOwned, charge: 0, currency: "USD", storefront: .unitedStates)
  static let purchase = Purchase(signedTransaction: "a.b.c")
  static let lost = StoreFault.unavailable("the line is cut")
  static let car = Signed<TransactionPayload>.sample(1)

  static let sold: [Event] = [.storefront(isAccepted: true)]
  static let sending = sold + [.confirmed(true)]
  static let closing = sending + [.refused(.unknownProduct("car"), chance: 1)]
  static let changed = sending + [.refused(.quoteChanged(newQuote), chance: 1)]
  static let reading = sending + [.answered(.purchased(purchase))]

  static let transitions: [Transition] = [
    Transition(number: 1, event: .storefront(isAccepted: true), actions: [.confirm(quote)]),
    Transition(
      number: 2, event: .storefront(isAccepted: false),
      actions: [.end(.failed(.storefrontDeclined))]),
    Transition(number: 3, before: sold, event: .confirmed(true), actions: [.send(quote)]),
    Transition(number: 4, before: sold, event: .confirmed(false), actions: [.end(.cancelled)]),
    Transition(
      number: 5, before: sending, event: .refused(lost, chance: 1),
      actions: [.send(quote, after: .milliseconds(500))]),
    Transition(
      number: 5, before: sending + [.refused(lost, chance: 1)], event: .refused(lost, chance: 0),
      actions: [.send(quote, after: .milliseconds(500))]),
    Transition(
      number: 6, before: sending + Array(repeating: .refused(lost, chance: 1), count: 3),
      event: .refused(lost, chance: 1), actions: [.end(.unknown(lost))]),
    Transition(
      number: 7, before: sending, event: .answered(.pending),
      actions: [.markPending, .end(.pending)]),
    Transition(
      number: 8, before: sending, event: .answered(.purchased(purchase)),
      actions: [.read(purchase)]),
    Transition(
      number: 9, before: sending, event: .refused(.unauthorized, chance: 1),
      actions: [.forget, .end(.refused(.unauthorized))]),
    Transition(
      number: 10, before: sending, event: .refused(.unknownProduct("car"), chance: 1),
      actions: [.settle]),
    Transition(
      number: 11, before: closing, event: .settled(.purchased(purchase)),
      actions: [.read(purchase)]),
    Transition(
      number: 11, before: closing, event: .settled(.pending),
      actions: [.markPending, .end(.pending)]),
    Transition(
      number: 12, before: changed, event: .settled(nil),
      actions: [.forget, .confirm(newQuote, after: .quoteChanged(newQuote))]),
    Transition(
      number: 13, before: closing, event: .settled(nil),
      actions: [.forget, .end(.refused(.unknownProduct("car")))]),
    Transition(
      number: 13,
      before: changed + [.settled(nil), .confirmed(true)]
        + [.refused(.quoteChanged(quote), chance: 1)], event: .settled(nil),
      actions: [.forget, .end(.refused(.quoteChanged(quote)))]),
    Transition(
      number: 14, before: closing, event: .notSettled(lost), actions: [.end(.unknown(lost))]),
    Transition(
      number: 15, before: reading, event: .read(car),
      actions: [.take(car, isNew: true), .end(.sold(car, .purchased))]),
    Transition(
      number: 16, before: reading, event: .unreadable(.malformed(.payload)),
      actions: [.end(.failed(.unreadable(.malformed(.payload))))]),
    Transition(
      number: 17, before: sending, event: .notKept(.missing(URL(filePath: "/nowhere"))),
      actions: [.end(.failed(.notKept(.missing(URL(filePath: "/nowhere")))))]),
  ]

  @Test(arguments: transitions)
  func `an order takes the numbered transition`(_ transition: Transition) {
    var order = OrderMachine(Self.quote)
    for event in transition.before { _ = order.receive(event) }

    #expect(order.receive(transition.event) == transition.actions)
  }

  @Test func `every transition of the diagram is tested`() {
    #expect(Set(Self.transitions.map(\.number)) == Set(1...17))
  }

  @Test func `what was owned is taken and is not new`() {
    var order = OrderMachine(Self.quote)
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
    var order = OrderMachine(quote)
    let scheduled = Purchase(signedTransaction: "a.b.c", scheduled: true)
    for event in Self.sending + [.answered(.purchased(scheduled))] { _ = order.receive(event) }

    #expect(
      order.receive(.read(Self.car))
        == [.take(Self.car, isNew: false), .end(.sold(Self.car, .scheduled(.fixture)))])
  }
}
