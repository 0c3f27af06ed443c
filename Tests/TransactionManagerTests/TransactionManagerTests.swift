import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI
import TestSupport
import Testing

@testable import TransactionManager

@Suite struct TransactionManagerTests {
  private typealias Sample = TransactionSample

  @Test func `the details show the payload, and what each control will do`() throws {
    var manager = TransactionManager.showing(Sample.page)
    let id = Sample.plan.id
    #expect(manager.type(.enter) == [.readSubscription(id), .readNotifications(id)])
    _ = manager.update(.message(.subscription(Sample.subscription(), of: id)))
    try expectSizes(of: manager, named: "transaction")
  }

  @Test func `the details show the notifications about the transaction, with their attempts`() {
    let (car, fuel) = (Sample.car(), Sample.fuel)
    var manager = TransactionManager.showing([car, fuel])
    #expect(manager.type(.enter) == [.readNotifications(car.id)])
    let id = LowercaseUUID(UUID())
    let notification = TransactionNotification(
      id: id, type: "REFUND", date: Sample.now,
      attempts: [
        NotificationAttempt(date: Sample.now, result: "TIMED_OUT"),
        NotificationAttempt(date: Sample.now + 3_600, result: "SUCCESS"),
      ])
    let pending = TransactionNotification(
      id: LowercaseUUID(UUID()), type: "DID_RENEW", subtype: "BILLING_RECOVERY",
      date: Sample.now, attempts: [])

    _ = manager.update(.message(.notifications([pending, notification], of: car.id)))
    _ = manager.update(.message(.notifications([], of: fuel.id)))

    let picture = manager.picture(rows: 60)
    for text in [
      "App Store Server Notifications", "2026-12-01 00:00:00  DID_RENEW BILLING_RECOVERY",
      "attempt            not sent yet", "2026-12-01 00:00:00  REFUND", "UUID               \(id)",
      "attempt            2026-12-01 00:00:00 · TIMED_OUT",
      "attempt            2026-12-01 01:00:00 · SUCCESS",
    ] {
      #expect(picture.contains(text), "\(text)")
    }
    manager.type(.escape, .down, .enter)
    #expect(manager.notifications == [])
  }

  @Test func `a subscription's details show its renewal, also after its end`() throws {
    var manager = TransactionManager.showing(Sample.subscriptions)
    manager.type(.down, .down, .down)
    let id = Sample.subscriptions[3].transaction.id
    #expect(manager.type(.enter) == [.readNotifications(id)], "its row has the rest")
    try expectSizes(of: manager, named: "subscription")
  }

  @Test func `tab shows the other table, and reads it anew`() {
    var manager = TransactionManager.showing(Sample.page)
    #expect(manager.type(.tab) == [.read(.subscriptions, revision: nil)])
    #expect(manager.type(.tab) == [.read(.transactions, revision: nil)])
    #expect(manager.type(.tab) == [], "it is being read")
    manager.receive(.of([OperatorSubscription]()), of: .subscriptions)
    #expect(manager.picture().contains("No subscriptions yet."))
  }

  @Test func `a control of a subscription shows what becomes of it`() {
    var manager = TransactionManager.showing(Sample.subscriptions)
    manager.type(.enter)
    var changed = Sample.subscriptions[0]
    let id = changed.transaction.id
    #expect(
      manager.type("c") == [.perform(.disableAutoRenew(subscription: .transaction(id)))])

    let effects = manager.update(.message(.done("it ends", changed.transaction)))
    changed.renewalInfo.autoRenewStatus = .off
    _ = manager.update(.message(.subscription(changed, of: id)))

    #expect(
      effects == [
        .read(.subscriptions, revision: nil), .readSubscription(id), .readNotifications(id),
      ])
    #expect(manager.picture().contains("o  Turn renewal on"))
    manager.type(.escape)
    #expect(manager.list.shownRows.first == .subscription(changed))
  }

  @Test func `a deleted subscription leaves the list`() throws {
    var manager = TransactionManager.showing(Sample.subscriptions)
    manager.type(.enter)
    let id = Sample.subscriptions[0].transaction.id
    #expect(try commands(manager.type("zy")) == [.delete(transactionID: id)])

    let effects = manager.update(.message(.deleted("it is deleted", id)))

    #expect(effects == [.read(.subscriptions, revision: nil)])
    #expect(manager.mode == .list && manager.list.shownCount == 4)
    #expect(manager.listNotice?.text == "it is deleted")
  }

  @Test(arguments: [
    (SubscriptionStatusCode.billingGracePeriod, "grace period"), (.billingRetry, "billing retry"),
    (.expired, "expired"),
  ])
  func `a transaction shows the state of the plan whose latest period it is`(
    status: SubscriptionStatusCode, state: String
  ) {
    var (period, earlier) = (Sample.plan, Sample.plan)
    period.status = status
    period.transaction.expiresDate = Sample.now - 1
    earlier.status = nil
    earlier.transaction.expiresDate = Sample.now - 1
    #expect(RowState(.transaction(period), at: Sample.now).text == state)
    #expect(RowState(.transaction(earlier), at: Sample.now) == .ended)

    period.isFinished = false
    #expect(
      RowState(.transaction(period), at: Sample.now).text
        == (status == .expired ? "unfinished" : state))
  }

  @Test func `a plan that was subscribed when it was read, and is over now, has ended`() {
    let end = Sample.plan.transaction.expiresDate ?? .distantFuture
    #expect(RowState(.transaction(Sample.plan), at: end - 1) == .subscribed)
    #expect(RowState(.transaction(Sample.plan), at: end) == .ended)
  }

  @Test func `neither Enter nor pasted text changes anything`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type(.enter)
    for _ in 0..<20 { #expect(manager.type(.enter) == []) }
    #expect(manager.update(.input(.paste("rrr"))) == [])
    #expect(manager.activity == .idle)
  }

  @Test func `agreeing refunds once, and the list is read again`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    manager.type(.enter)
    let effects = manager.type("ryyry")
    #expect(try commands(effects) == [.refund(transactionID: Sample.car().id)])
    #expect(manager.activity == .working("Refund", of: Sample.car().id))

    var refunded = Sample.car()
    refunded.transaction.revocationDate = Sample.now
    let reads = manager.update(.message(.done("given back", refunded)))

    #expect(
      reads == [
        .read(.transactions, revision: nil), .readSubscription(refunded.id),
        .readNotifications(refunded.id),
      ])
    #expect(manager.activity == .done("given back"))
    #expect(
      manager.controls.map(\.command) == [
        .reverseRefund(transactionID: refunded.id), .delete(transactionID: refunded.id),
      ],
      "what was refunded cannot be refunded again")
  }

  @Test func `a row's destructive control asks first, and only y agrees`() throws {
    let subscription = Sample.subscription()
    for row in [ManagedRow.transaction(Sample.plan), .subscription(subscription)] {
      var manager = TransactionManager.showing(Sample.page)
      (manager.mode, manager.subscription) = (.details(row), subscription)
      let asking = manager.controls.filter { row.question(before: $0) != nil }
      #expect(asking.map(\.key) == ["r", "e", "z"])
      for control in asking {
        for key in [Key.enter, .escape, .character(control.key), .character(":"), .right] {
          #expect(manager.type(.character(control.key)) == [])
          #expect(manager.picture().contains("No control undoes it."))
          #expect(!manager.hasCommandLine && !manager.takesText)
          #expect(manager.update(.input(.paste("y"))) == [])
          #expect(manager.type(key) == [])
          #expect(manager.mode == .details(row) && manager.activity == .idle)
        }
        var agreeing = manager
        agreeing.type(.character(control.key))
        #expect(try commands(agreeing.type("y")) == [control.command])
        #expect(agreeing.mode == .details(row))
      }
    }
  }

  @Test func `what is read while a row asks is in its details after the answer`() {
    var manager = TransactionManager.showing(Sample.subscriptions)
    manager.type(.enter)
    manager.type("e")
    var changed = Sample.subscriptions[0]
    changed.renewalInfo.autoRenewStatus = .off

    _ = manager.update(.message(.subscription(changed, of: changed.transaction.id)))

    #expect(manager.question == "Expire")
    manager.type(.escape)
    #expect(manager.picture().contains("o  Turn renewal on"))

    manager.type("e")
    manager.receive(.of([OperatorSubscription]()), of: .subscriptions)
    #expect(manager.mode == .list, "nobody is asked about a row that is gone")
  }

  @Test func `a deleted transaction leaves the list, and its details close`() throws {
    let car = Sample.car()
    var manager = TransactionManager.showing([car])
    manager.type(.enter)
    #expect(try commands(manager.type("zy")) == [.delete(transactionID: car.id)])

    let effects = manager.update(.message(.deleted("the car is deleted", car.id)))

    #expect(effects == [.read(.transactions, revision: nil)])
    #expect(manager.mode == .list && manager.list.shownCount == 0)
    #expect(manager.listNotice?.text == "the car is deleted")
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
    #expect(manager.picture().contains("refund requested"))
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

  @Test func `what the app's server reports about a request stands in the request's row`() {
    var car = Sample.car()
    car.refundRequest = RefundRequest(
      id: LowercaseUUID(UUID()), date: Sample.now, reason: .legal)
    car.refundRequest?.consumption = ConsumptionReport(
      date: Sample.now, deliveryStatus: .delivered, sampleContentProvided: false,
      consumptionPercentage: 33_500, refundPreference: .decline)
    var manager = TransactionManager.showing([car])
    manager.type(.enter)

    #expect(manager.picture().contains("DELIVERED, 33.5 % used, prefers DECLINE"))
  }

  @Test func `the first press on a control's key in the footer only marks the control`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    manager.type(.enter)
    #expect(try manager.press("r refund") == [])
    #expect(manager.markedControl == 0)
    #expect(try manager.press("r refund") == [])
    #expect(manager.question == "Refund")
  }

  @Test func `a refusal is shown, and another control can be tried`() throws {
    var manager = TransactionManager.showing([Sample.car()])
    manager.type(.enter)
    manager.type("ry")
    _ = manager.update(.message(.refused("the store cannot be reached: the line is cut")))

    #expect(manager.picture().contains("The store cannot be reached: the line is cut"))
    #expect(try commands(manager.type("ry")) == [.refund(transactionID: Sample.car().id)])
  }

  @Test func `a control goes on when its details are left, and the list says what it did`() throws {
    let cars = Sample.cars(1...2)
    var manager = TransactionManager.showing(cars)
    manager.type(.enter)
    manager.type("ry")
    manager.type(.escape)
    #expect(manager.picture().contains("Refund …"))
    manager.type(.down, .enter)
    #expect(manager.type("ry") == [], "one control works at a time")
    let refund = manager.bindings.first { $0.has(.character("r")) }
    #expect(refund?.disabledReason == "'Refund' is in progress")

    let effects = manager.update(.message(.refused("the store is away")))

    #expect(effects == [])
    #expect(!manager.picture().contains("he store is away"), "it is not about this row")
    manager.type(.escape)
    #expect(manager.picture().contains("× The store is away"))
    manager.type(.enter)
    #expect(try commands(manager.type("ry")) == [.refund(transactionID: cars[1].id)])
  }

  @Test func `a page of the other table that was asked for before a control is read again`() {
    var manager = TransactionManager.showing(Sample.subscriptions)
    manager.type(.tab)
    manager.type(.tab)
    manager.receive(.of(Sample.subscriptions), of: .subscriptions)
    manager.type(.enter)
    manager.type("c")

    _ = manager.update(.message(.done("it ends", Sample.subscriptions[0].transaction)))
    let page = ManagedPage.of(Sample.page)
    let effects = manager.update(.message(.first(.transactions, page, now: Sample.now)))

    #expect(effects == [.read(.transactions, revision: nil)])
  }

  @Test func `what a control has done is read after the page that is being read`() {
    var manager = TransactionManager.showing(Sample.cars(11...20), next: "older")
    manager.type(.end)
    manager.type(.enter)
    manager.type("ry")
    let id = Sample.car(11).id

    #expect(
      manager.update(.message(.done("given back", Sample.car(11)))) == [
        .readSubscription(id), .readNotifications(id),
      ])
    #expect(
      manager.update(.message(.page(.transactions, .of(Sample.cars(1...10)), at: "older")))
        == [.read(.transactions, revision: nil)])
    #expect(
      manager.update(.message(.page(.transactions, .of(Sample.cars(1...10)), at: "older"))) == [],
      "once")
  }

  @Test(arguments: [
    (Sample.subscription(), "rcnfmxeiz"), (Sample.subscription(renews: false), "rofmxez"),
    (Sample.subscription(.billingRetry), "rcmeiz"),
    (Sample.subscription(.billingGracePeriod), "rcmeiz"),
    (Sample.subscription(.active, .pending), "rcnfmxeadz"),
    (Sample.subscription(renews: false, .expired), "rz"),
    (Sample.subscription(renews: false, .revoked), "rz"),
  ])
  private func `a subscription has the controls of its state`(
    subscription: OperatorSubscription, keys: String
  ) {
    for row in [ManagedRow.transaction(Sample.plan), .subscription(subscription)] {
      let controls = RowControl.controls(of: row, subscription)
      #expect(controls.map(\.key).map(String.init).joined() == keys)
    }
  }

  @Test(arguments: [
    (Sample.subscription(), false, "the plan continues"),
    (Sample.subscription(), true, "the plan continues, but does not renew"),
    (Sample.subscription(renews: false), true, "the plan continues"),
    (Sample.subscription(.billingRetry), true, "the plan ends"), (nil, true, "the plan has ended"),
    (Sample.subscription(renews: false, .expired), true, "the plan has ended"),
  ])
  private func `the refund of an earlier period says what becomes of the plan`(
    subscription: OperatorSubscription?, isAsked: Bool, effect: String
  ) {
    var period = Sample.plan
    period.transaction.transactionId = TransactionID(rawValue: 1)
    if isAsked {
      period.refundRequest = RefundRequest(
        id: LowercaseUUID(UUID()), date: Sample.now, reason: .legal)
    }
    let controls = RowControl.controls(of: .transaction(period), subscription)
    #expect(controls.first?.detail == "$4.99; \(effect)")
  }

  @Test func `a filter shows what contains each of its words`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type("/")
    manager.type("alex pro")
    #expect(manager.list.shownRows.map(\.id) == [Sample.plan.id])
    manager.type(.enter, .enter)
    #expect(manager.opened?.id == Sample.plan.id)

    manager.type(.escape)
    manager.type("/")
    manager.type(.escape)
    #expect(manager.list.shownCount == 3)
    #expect(manager.list.selected?.id == Sample.plan.id)
  }

  @Test func `a filter finds everything that a row shows`() {
    var refunded = Sample.car(9)
    refunded.transaction.revocationDate = Sample.now
    let tables = [
      TransactionManager.showing(Sample.page + [refunded], orders: [Sample.order]),
      .showing(Sample.subscriptions),
    ]
    for var manager in tables {
      for row in manager.list.shownRows {
        for text in row.cells.texts + [RowState(row, at: Sample.now).text] {
          manager.type("/")
          manager.type(text)
          #expect(manager.list.shownRows.contains(row), "\(text)")
          manager.type(.escape)
        }
      }
    }
  }

  @Test func `a filter finds nothing else`() {
    var manager = TransactionManager.showing(Sample.page)
    for (words, ids) in [
      ("22 nov", [Sample.plan.id]), ("$4.99 finished", [Sample.car().id]),
      ("unfinished", [Sample.fuel.id]), ("subscribed maria", []),
    ] {
      manager.type("/")
      manager.type(words)
      #expect(manager.list.shownRows.map(\.id) == ids, "\(words)")
      manager.type(.escape)
    }
  }

  @Test func `a shorter filter shows again what a longer one has hidden`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type("/")
    manager.type("alexx")
    #expect(manager.list.shownCount == 0)
    manager.type(.backspace)
    #expect(manager.list.shownCount == 2)
    manager.receive(.of(Sample.page + [Sample.car(9)]))
    #expect(manager.list.shownCount == 3, "the filter applies to what is read anew")
  }

  @Test func `a key typed into the filter performs nothing`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type("/")
    #expect(manager.type("refund quit") == [])
    #expect(manager.picture().contains("/ refund quit"))
    #expect(manager.picture().contains("No transaction matches."))
  }

  @Test func `older transactions are read when the selection comes to the end, a page at a time`() {
    var manager = TransactionManager.showing(Sample.cars(11...20), next: "older")
    #expect(manager.type(.pageUp, .up, .home) == [])
    #expect(manager.type(.end) == [.read(.transactions, revision: "older")])
    #expect(manager.type(.down, .down, .end) == [], "one page is read at a time")

    _ = manager.update(
      .message(.page(.transactions, .of(Sample.cars(1...10)), at: "older")))

    #expect(manager.list.all.count == 20)
    #expect(manager.list.selected?.id == Sample.car(11).id)
    #expect(manager.type(.end) == [], "all is read")
  }

  @Test func `a page of a former reading is not put behind the first page of a new one`() {
    var manager = TransactionManager.showing(Sample.cars(11...20), next: "older")
    manager.type(.end)
    manager.receive(.of(Sample.cars(16...25), next: "newer"))

    _ = manager.update(
      .message(.page(.transactions, .of(Sample.cars(1...10)), at: "older")))

    #expect(manager.list.ids == Sample.cars(11...25).map(\.id))
    #expect(manager.type(.end) == [.read(.transactions, revision: "newer")])
  }

  @Test func `an order is approved from its row, which then disappears`() {
    var manager = TransactionManager.showing(Sample.page, orders: [Sample.order])
    #expect(manager.type(.enter) == [], "an order has no subscription yet")
    #expect(manager.picture().contains("waits for  approval"))
    #expect(manager.type("a") == [.perform(.approve(orderID: Sample.order.id))])

    _ = manager.update(.message(.done("sold to maria", Sample.plan)))
    manager.receive(.of(Sample.page))

    #expect(manager.mode == .list)
    #expect(manager.picture().contains("sold to maria"))
  }

  @Test func `an interrupted order is resolved or declined, and not approved`() {
    var order = Sample.order
    order.cause = .interrupted
    let controls = RowControl.controls(of: .order(order), nil)
    #expect(
      controls.map(\.command) == [.resolve(orderID: order.id), .decline(orderID: order.id)])
  }

  @Test func `details of what is forgotten are closed`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type(.enter)
    manager.receive(.of([OperatorTransaction]()))
    #expect(manager.mode == .list)
    #expect(manager.picture().contains("No transactions yet."))
  }

  @Test func `a store that cannot be read says why`() {
    var manager = TransactionManager()
    _ = manager.update(.message(.failed(.transactions, "the store cannot be reached")))
    #expect(manager.picture().contains("× The store cannot be reached"))
    #expect(manager.type("u") == [.read(.transactions, revision: nil)])
    #expect(manager.type("u") == [], "it is being read")
  }

  @Test func `escape leaves the details, then the manager`() {
    var manager = TransactionManager.showing(Sample.page)
    manager.type(.enter)
    #expect(manager.type(.escape) == [])
    #expect(manager.type(.escape) == [.close])
  }

  /// The commands of forms that are sent.
  private func commands(
    _ effects: [TransactionManager.Effect]
  ) throws -> [OperatorCommand] {
    try effects.map { effect in
      guard case .send(let form) = effect else { throw UnexpectedEffect(effect: effect) }
      return try form.command(key: ControlForm.sampleKey, file: "")
    }
  }

  private struct UnexpectedEffect: Error {
    let effect: TransactionManager.Effect
  }

  private func expectSizes(of manager: TransactionManager, named name: String) throws {
    try expectSnapshot(of: manager.picture(), named: name)
    try expectSnapshot(of: manager.picture(columns: 40, rows: 12), named: "\(name)-40x12")
  }
}
