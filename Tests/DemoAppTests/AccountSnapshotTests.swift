import Foundation
import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// Subscriptions with their timelines, and the history.
@Suite(.hangLimit) struct AccountSnapshotTests {
  @Test(arguments: [
    Customer(
      "subscribed", "a subscriber sees the periods that were paid and the current one",
      Sample.owner),
    Customer(
      "scheduled", "a lower plan begins at the end of the period",
      Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14")),
    Customer(
      "ending", "a plan that will not renew says when it ends",
      Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14")),
    Customer(
      "grace", "a grace period says how long your access continues",
      Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30")),
    Customer(
      "billing-retry", "billing retry says where to verify the billing details",
      Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14")),
    Customer(
      "expired", "a plan that has ended says why",
      Sample.status(
        .pro, .expired, expires: "2026-11-14", renews: false, reason: .autoRenewDisabled)),
    Customer(
      "refunded", "a refunded plan says when",
      Sample.status(
        .pro, .revoked, revoked: "2026-11-18", renews: false, began: "2026-11-14")),
    Customer("hybrid", "several groups stand below each other", Sample.hybrid),
  ])
  func `the account of a subscriber`(customer: Customer) async throws {
    try await expectPictures(
      of: Sample.account(customer.facts), named: "account-\(customer.name)")
  }

  @Test(arguments: [
    Customer("new", "a customer without a plan sees the plans", Sample.facts()),
    Customer("pass", "a pass stands in the account with its end", Sample.passOwner),
  ])
  func `the account of a customer without a plan`(customer: Customer) async throws {
    try await expectPictures(
      of: Sample.account(customer.facts, history: History([])), named: "account-\(customer.name)")
  }

  @Test(arguments: [
    (120, 24, "account-life"), (80, 24, "account-life-80x24"), (40, 24, "account-life-40x24"),
  ])
  func `a whole life stands on one line, as much of it as there is room for`(
    columns: Int, rows: Int, name: String
  ) async throws {
    let status = Sample.status(.pro, .subscribed, began: "2026-11-14")
      .priced("4.99", .agreed, "5.99")
    let history = History([
      Sample.pro(
        "2026-05-14", until: "2026-06-14", number: 1, isFirst: true, price: "0.00",
        offer: .freeTrial),
      Sample.pro("2026-06-14", until: "2026-07-14", number: 2, price: "3.99"),
      Sample.pro("2026-09-14", until: "2026-10-14", number: 3, isFirst: true),
      Sample.pro("2026-11-14", until: "2026-12-14", number: 7),
    ])
    let demo = await Sample.account(
      Sample.facts(eligible: false).with { $0.statuses = [status] }, history: history)
    try expectSnapshot(of: demo.picture(columns: columns, rows: rows), named: name)
  }

  @Test func `at a fast time rate a period of half a minute fits on its line`() async throws {
    let start = Sample.date("2026-11-21T09:59:50Z")
    let owned = Owned(
      transactionID: 1, productID: .pro, kind: .autoRenewable, purchaseDate: start,
      expirationDate: start.addingTimeInterval(30), originalID: 1)
    let renewal = PlanStatus.Renewal(
      currentProductID: .pro, willAutoRenew: true, autoRenewPreference: .pro,
      renewalPrice: Sample.price("4.99"))
    let facts = Sample.owner.with {
      $0.statuses = [
        PlanStatus(groupID: "3F19ED53", state: .subscribed, transaction: owned, renewal: renewal)
      ]
    }
    let demo = await Sample.account(facts, history: History([]))
    try expectSnapshot(of: demo.picture(), named: "account-fast")
  }

  @Test(arguments: [
    ("history", Sample.owner, Sample.history, 1),
    ("history-empty", Sample.facts(), History([]), 0),
    ("history-refund-requests", Sample.owner, Sample.refundRequests, 0),
    ("history-offline", Sample.owner.offline, Sample.keptHistory, 0),
    ("history-long", Sample.owner, Sample.longHistory(1000), 500),
  ])
  func `the history shows payments and refunds, a screen at a time`(
    name: String, facts: StoreFacts, history: History, row: Int
  ) async throws {
    var demo = await Sample.account(facts, history: history)
    demo.type("h")
    for _ in 0..<row { demo.type(.down) }
    try expectPictures(of: demo, named: name)
  }

  @Test func `while the history is asked for it says so`() async throws {
    var demo = await Sample.demo(Sample.owner)
    demo.type("h")
    try expectPictures(of: demo, named: "history-asking")
  }
}

extension Customer {
  /// An owner whose plan has this status.
  fileprivate init(_ name: String, _ sentence: String, _ status: PlanStatus) {
    self.init(name, sentence, Sample.owner.with { $0.statuses = [status] })
  }
}
