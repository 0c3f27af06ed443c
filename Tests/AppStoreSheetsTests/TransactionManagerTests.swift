import Foundation
import StoreAPI
import TerminalUI
import TestSupport
import Testing

@testable import AppStoreSheets

@Suite struct TransactionManagerTests {
  private typealias Sample = TransactionSample

  @Test func `the list shows what became of each transaction`() throws {
    try expectSizes(of: .showing(Sample.page, orders: [Sample.order]), named: "transactions")
  }

  @Test func `the details show the payload, and what each control will do`() throws {
    var manager = TransactionManager.showing(Sample.page)
    #expect(manager.type(.enter) == [.readSubscription(Sample.plan.id)])
    _ = manager.update(.message(.subscription(Sample.subscription(), of: Sample.plan.id)))
    try expectSizes(of: manager, named: "transaction")
  }

  @Test func `neither Enter nor pasted text changes anything`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type(.enter)
    for _ in 0..<20 { #expect(manager.type(.enter) == []) }
    #expect(manager.update(.input(.paste("rrr"))) == [])
    #expect(manager.activity == .idle)
  }

  @Test func `a key refunds once, and the list is read again`() {
    var manager = TransactionManager.showing([Sample.car()])
    manager.type(.enter)
    #expect(manager.type("rrr") == [.perform(.refund(transactionID: Sample.car().id))])
    #expect(manager.activity == .working("Refund"))

    var refunded = Sample.car()
    refunded.transaction.revocationDate = Sample.now
    let effects = manager.update(.message(.done("given back", refunded)))

    #expect(effects == [.read(revision: nil), .readSubscription(refunded.id)])
    #expect(manager.activity == .done("given back"))
    #expect(
      manager.controls.map(\.command) == [
        .reverseRefund(transactionID: refunded.id), .delete(transactionID: refunded.id),
      ],
      "what was refunded cannot be refunded again")
  }

  @Test func `a deleted transaction leaves the list, and its details close`() {
    let car = Sample.car()
    var manager = TransactionManager.showing([car])
    manager.type(.enter)
    #expect(manager.type("z") == [.perform(.delete(transactionID: car.id))])

    let effects = manager.update(.message(.deleted("the car is deleted", car.id)))

    #expect(effects == [.read(revision: nil)])
    #expect(manager.place == .list && manager.list.shown.isEmpty)
    #expect(manager.news == "the car is deleted")
  }

  @Test func `nothing can be done with what a family member shares`() {
    var car = Sample.car()
    car.transaction.inAppOwnershipType = .familyShared
    var manager = TransactionManager.showing([car])
    manager.type(.enter)

    #expect(manager.controls == [])
    #expect(manager.type("r") == [])
  }

  @Test func `a request for a refund is granted or declined from its row`() {
    var car = Sample.car()
    car.refundRequest = RefundRequest(
      id: LowercaseUUID(UUID()), date: Sample.now, reason: .other, text: "it rattles")
    var manager = TransactionManager.showing([car])
    #expect(manager.picture().contains("refund asked"))
    manager.type(.enter)
    #expect(manager.picture().contains("pending · OTHER"))
    #expect(
      manager.controls.map(\.command) == [
        .refund(transactionID: car.id), .declineRefund(transactionID: car.id),
        .delete(transactionID: car.id),
      ])
    #expect(manager.type("w") == [.perform(.declineRefund(transactionID: car.id))])

    car.refundRequest?.state = .declined
    _ = manager.update(.message(.done("declined", car)))

    #expect(
      manager.controls.map(\.command) == [
        .refund(transactionID: car.id), .delete(transactionID: car.id),
      ])
  }

  @Test func `a refusal is shown, and another control can be tried`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    manager.type(.enter)
    manager.type("r")
    _ = manager.update(.message(.refused("the store cannot be reached: the line is cut")))

    #expect(manager.picture().contains("The store cannot be reached: the line is cut"))
    #expect(manager.type("r") == [.perform(.refund(transactionID: Sample.car().id))])
  }

  @Test(arguments: [
    (Sample.subscription(), "rcnfmxeiz"), (Sample.subscription(renews: false), "rofmxez"),
    (Sample.subscription(isInRetry: true), "rcmeiz"),
    (Sample.subscription(.pending), "rcnfmxeadz"),
  ])
  private func `a subscription has the controls of its state`(
    subscription: ManagedSubscription, keys: String
  ) {
    let controls = TransactionControl.controls(of: .transaction(Sample.plan), subscription)
    #expect(controls.map(\.key).map(String.init).joined() == keys)
  }

  @Test(arguments: [
    (Sample.subscription(), false, "the plan goes on"),
    (Sample.subscription(), true, "the plan goes on, and does not renew"),
    (Sample.subscription(renews: false), true, "the plan goes on"),
    (Sample.subscription(isInRetry: true), true, "the plan ends"), (nil, true, "the plan is over"),
  ])
  private func `the refund of an earlier period says what becomes of the plan`(
    subscription: ManagedSubscription?, isAsked: Bool, effect: String
  ) {
    var period = Sample.plan
    period.transaction.transactionId = TransactionID(rawValue: 1)
    if isAsked {
      period.refundRequest = RefundRequest(
        id: LowercaseUUID(UUID()), date: Sample.now, reason: .legal)
    }
    let controls = TransactionControl.controls(of: .transaction(period), subscription)
    #expect(controls.first?.detail == "$4.99 back; \(effect)")
  }

  @Test func `a filter shows what contains each of its words`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type("/")
    manager.type("alex pro")
    #expect(manager.list.shown.map(\.id) == [Sample.plan.id])
    manager.type(.enter, .enter)
    #expect(manager.place == .details(Sample.plan.id))

    manager.type(.escape)
    manager.type("/")
    manager.type(.escape)
    #expect(manager.list.shown.count == 3)
    #expect(manager.list.selected?.id == Sample.plan.id)
  }

  @Test func `a filter finds the state that a row shows`() {
    var refunded = Sample.car(9)
    refunded.transaction.revocationDate = Sample.now
    var manager = TransactionManager.showing(Sample.page + [refunded])
    for (word, id) in [("refunded", refunded.id), ("active", Sample.plan.id)] {
      manager.type("/")
      manager.type(word)
      #expect(manager.list.shown.map(\.id) == [id], "\(word)")
      manager.type(.escape)
    }
  }

  @Test func `a key typed into the filter performs nothing`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type("/")
    #expect(manager.type("refund quit") == [])
    #expect(manager.picture().contains("Filter: refund quit"))
    #expect(manager.picture().contains("none of these matches the filter"))
  }

  @Test func `older transactions are read when the selection comes to the end, a page at a time`() {
    var manager = TransactionManager.showing(Sample.cars(11...20), next: "older")
    #expect(manager.type(.pageUp, .up, .home) == [])
    #expect(manager.type(.end) == [.read(revision: "older")])
    #expect(manager.type(.down, .down, .end) == [], "one page is read at a time")

    _ = manager.update(.message(.page(Sample.cars(1...10), next: nil)))

    #expect(manager.list.all.count == 20)
    #expect(manager.list.selected?.id == Sample.car(11).id)
    #expect(manager.type(.end) == [], "all is read")
  }

  @Test func `what was read anew replaces what was read of the same dates`() {
    var list = TransactionList()
    list.append(Sample.cars(11...20), next: "older")
    list.append(Sample.cars(1...10), next: nil)
    list.select(Sample.car(15).id)

    list.refresh(Sample.cars(12...21), next: "older", at: Sample.now)

    #expect(list.all.map(\.id) == Sample.cars(1...21).map(\.id))
    #expect(list.selected?.id == Sample.car(15).id)
    #expect(list.nextRevision == nil, "what is older was read before")

    list.refresh([], next: nil, at: Sample.now)

    #expect(list.all.isEmpty, "a reset has forgotten it")
  }

  @Test func `an order is approved from its row, and then is not there any more`() {
    var manager = TransactionManager.showing(Sample.page, orders: [Sample.order])
    #expect(manager.type(.enter) == [], "an order has no subscription yet")
    #expect(manager.picture().contains("waits for  approval"))
    #expect(manager.type("a") == [.perform(.approve(orderID: Sample.order.id))])

    _ = manager.update(.message(.done("sold to maria", Sample.plan)))
    _ = manager.update(.message(.first(Sample.page, orders: [], next: nil, now: Sample.now)))

    #expect(manager.place == .list)
    #expect(manager.picture().contains("sold to maria"))
  }

  @Test func `an interrupted order is resolved and not approved`() {
    var order = Sample.order
    order.cause = .interrupted
    let controls = TransactionControl.controls(of: .order(order), nil)
    #expect(controls.map(\.command) == [.resolve(orderID: order.id)])
  }

  @Test func `details of what is forgotten are closed`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type(.enter)
    _ = manager.update(.message(.first([], orders: [], next: nil, now: Sample.now)))
    #expect(manager.place == .list)
    #expect(manager.picture().contains("no transactions yet"))
  }

  @Test func `a store that cannot be read says why`() {
    var manager = TransactionManager()
    _ = manager.update(.message(.unread("the store cannot be reached")))
    #expect(manager.picture().contains("the store cannot be reached"))
    #expect(manager.type("u") == [.read(revision: nil)])
    #expect(manager.type("u") == [], "it is being read")
  }

  @Test func `escape leaves the details, then the manager`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type(.enter)
    #expect(manager.type(.escape) == [])
    #expect(manager.type(.escape) == [.close])
  }

  private func expectSizes(of manager: TransactionManager, named name: String) throws {
    try expectSnapshot(of: manager.picture(), named: name)
    try expectSnapshot(of: manager.picture(columns: 40, rows: 12), named: "\(name)-40x12")
  }
}
