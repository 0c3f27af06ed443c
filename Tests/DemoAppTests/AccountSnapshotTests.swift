import Foundation
import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// Several subscriptions, passes, whole lives and the history.
///
/// `PlanStateSnapshotTests` has the account in each state of one plan.
@Suite(.hangLimit) struct AccountSnapshotTests {
  @Test func `several groups stand below each other`() async throws {
    try await expectPictures(of: Sample.account(Sample.hybrid), named: "account-hybrid")
  }

  @Test func `a pass stands in the account with its end`() async throws {
    try await expectPictures(
      of: Sample.account(Sample.passOwner, history: History([])), named: "account-pass")
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
