import Foundation
import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// One notice for everything that has come.
@Suite struct IncomingTransactionsTests {
  private static let texts = Sample.presentation.texts
  private static let store = Store(Sample.owner)

  private static func renewal(_ id: String, _ number: UInt64, until end: String)
    -> ExternalTransaction
  {
    ExternalTransaction(
      owned: Sample.owned(id, kind: .autoRenewable, expires: end, number: number),
      isRenewal: true)
  }

  private static func upgraded(_ id: String, _ number: UInt64, until end: String)
    -> ExternalTransaction
  {
    ExternalTransaction(
      owned: Sample.owned(
        id, kind: .autoRenewable, expires: end, number: number, isUpgraded: true),
      isRenewal: true)
  }

  private static func fuel(_ quantity: Int, number: UInt64) -> ExternalTransaction {
    ExternalTransaction(
      owned: Sample.owned(.fuel87, kind: .consumable, number: number), quantity: quantity)
  }

  private func notice(_ transactions: [ExternalTransaction]) -> Notice? {
    Notice(IncomingTransactions(transactions), in: Self.store, texts: Self.texts)
  }

  @Test func `one renewal has the sentence that it always had`() {
    #expect(
      notice([Self.renewal(.pro, 1, until: "2026-12-14")])
        == Notice(.good, "Pro has been renewed until 14 Dec 2026."))
  }

  @Test func `many renewals are counted, and the latest says until when`() {
    let renewals = (1...599).map { number in
      Self.renewal(.pro, UInt64(number), until: number == 300 ? "2076-11-22" : "2030-01-01")
    }
    #expect(
      notice(renewals) == Notice(.good, "Pro was renewed 599 times and runs until 22 Nov 2076."))
  }

  @Test func `several plans share a sentence`() {
    let renewals = [
      Self.renewal(.pro, 1, until: "2026-12-14"), Self.renewal(.standard, 2, until: "2026-12-20"),
    ]
    #expect(notice(renewals)?.text == "Pro and Standard were renewed once each.")
    #expect(
      notice(renewals + [Self.renewal(.pro, 3, until: "2027-01-14")])?.text
        == "Pro and Standard were renewed 3 times.")
  }

  @Test func `renewals whose last period has ended are not shown`() {
    #expect(notice([Self.renewal(.pro, 1, until: "2026-11-01")]) == nil)
    #expect(
      notice([Self.renewal(.pro, 1, until: "2026-11-01"), Self.fuel(2, number: 2)])?.text
        == "\(Self.store.name(of: .fuel87)): 2 \(Self.texts[.refilled]).")
  }

  @Test func `fuel is added up`() {
    #expect(
      notice([Self.fuel(2, number: 1), Self.fuel(3, number: 2)])?.text
        == "\(Self.store.name(of: .fuel87)): 5 \(Self.texts[.refilled]).")
  }

  @Test func `a refund comes first and wants attention`() {
    let refund = ExternalTransaction(
      owned: Sample.owned(.racecar, revoked: "2026-11-12", number: 9))
    #expect(
      notice([Self.renewal(.pro, 1, until: "2026-12-14"), refund])
        == Notice(
          .attention,
          "Race Car was refunded on 12 Nov 2026. Pro has been renewed until 14 Dec 2026."))
  }

  @Test func `a purchase that was refunded since is only a refund`() {
    let bought = ExternalTransaction(owned: Sample.owned(.racecar, number: 9))
    let refund = ExternalTransaction(
      owned: Sample.owned(.racecar, revoked: "2026-11-12", number: 9))
    #expect(notice([bought, refund])?.text == "Race Car was refunded on 12 Nov 2026.")
  }

  @Test func `a renewal that was refunded since is only a refund`() {
    let refund = ExternalTransaction(
      owned: Sample.owned(
        .pro, kind: .autoRenewable, expires: "2026-12-14", revoked: "2026-11-12", number: 1),
      isRenewal: true)
    #expect(
      notice([Self.renewal(.pro, 1, until: "2026-12-14"), refund])
        == Notice(.attention, "Pro was refunded on 12 Nov 2026."))
  }

  @Test func `a renewal from which the customer has upgraded since is not shown`() {
    let transactions = [
      Self.renewal(.standard, 1, until: "2026-12-14"),
      Self.upgraded(.standard, 1, until: "2026-12-14"), Self.renewal(.pro, 2, until: "2026-12-20"),
    ]
    #expect(notice(transactions)?.text == "Pro has been renewed until 20 Dec 2026.")
  }

  @Test func `of several purchases the one that was refunded is not counted`() {
    let refund = ExternalTransaction(
      owned: Sample.owned(.fuel87, kind: .consumable, revoked: "2026-11-12", number: 2),
      quantity: 3)
    let name = Self.store.name(of: .fuel87)
    #expect(
      notice([Self.fuel(2, number: 1), Self.fuel(3, number: 2), refund])?.text
        == "\(name) was refunded on 12 Nov 2026. \(name): 2 \(Self.texts[.refilled]).")
  }

  @Test func `of many plans two are named`() async {
    let renewals = (1...8).map {
      Self.renewal("subscription\($0)", UInt64($0), until: "2026-12-14")
    }
    #expect(
      notice(renewals)?.text
        == "subscription1, subscription2, and 6 more plans were renewed once each.")

    var demo = await Sample.demo(Sample.owner)
    let refund = ExternalTransaction(
      owned: Sample.owned(.racecar, revoked: "2026-11-12", number: 9))
    demo.send(.arrived(renewals + [refund, Self.fuel(2, number: 10)]))
    demo.adapt(to: Size(columns: 40, rows: 12))
    #expect(demo.layout.noticeLines.count <= 5)
  }

  @Test func `a plan from which the customer has upgraded is not shown`() {
    let upgraded = ExternalTransaction(
      owned: Sample.owned(.standard, kind: .autoRenewable, expires: "2026-12-14", isUpgraded: true))
    #expect(notice([upgraded]) == nil)
  }

  @Test func `the sentences leave room on a low screen`() async {
    let transactions =
      [
        ExternalTransaction(owned: Sample.owned(.racecar, revoked: "2026-11-12", number: 1)),
        Self.renewal(.pro, 2, until: "2026-12-14"), Self.fuel(2, number: 3),
        ExternalTransaction(owned: Sample.owned(.car, number: 4)),
      ]
    #expect(notice(transactions)?.text.hasSuffix("The history shows 2 more.") == true)

    var demo = await Sample.demo(Sample.owner)
    demo.send(.arrived(transactions))
    demo.adapt(to: Size(columns: 40, rows: 12))
    #expect(demo.layout.noticeLines.count <= 4)
  }

  @Test func `while a notice is shown, what comes later is added to it`() async {
    var demo = await Sample.demo(Sample.owner)
    for number in 1...6 {
      let batch = (1...100).map {
        Self.renewal(.pro, UInt64(number * 1_000 + $0), until: "20\(30 + number)-12-14")
      }
      demo.send(.arrived(batch))
    }
    #expect(demo.notice?.text == "Pro was renewed 600 times and runs until 14 Dec 2036.")
  }

  @Test func `what comes with a failed payment is shown after it, and does not hide it`() async {
    var demo = await Sample.demo(Sample.owner)
    let paused = "Pro is paused: the payment failed. Press x to fix the payment."
    demo.send(.reloaded(Store(Sample.owner.with { $0.statuses = [Sample.unpaid] }), fuel: [:]))
    #expect(demo.notice?.tone == .bad)
    #expect(demo.notice?.text == paused)

    demo.send(.arrived([Self.renewal(.standard, 1, until: "2026-12-14")]))
    #expect(demo.notice?.tone == .bad)
    #expect(demo.notice?.text == "\(paused) Standard has been renewed until 14 Dec 2026.")
    demo.send(.arrived([Self.renewal(.standard, 2, until: "2027-01-14"), Self.fuel(2, number: 3)]))
    #expect(
      demo.notice?.text == "\(paused) Standard was renewed 2 times and runs until 14 Jan 2027."
        + " The history shows 1 more.")
    demo.adapt(to: Size(columns: 40, rows: 12))
    #expect(demo.layout.noticeLines.count <= 5)

    demo.type(.down)
    demo.send(.arrived([Self.fuel(2, number: 4)]))
    #expect(demo.notice?.tone == .good)
    #expect(demo.notice?.text == "\(Self.store.name(of: .fuel87)): 2 \(Self.texts[.refilled]).")
  }

  @Test func `periods that are over leave the notice of a failed payment as it is`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.reloaded(Store(Sample.owner.with { $0.statuses = [Sample.unpaid] }), fuel: [:]))
    let paused = demo.notice

    demo.send(.arrived([Self.renewal(.pro, 1, until: "2026-11-01")]))

    #expect(demo.notice == paused)
  }

  @Test func `good news of a plan gives way to what comes`() async {
    var demo = await Sample.demo(Sample.owner.with { $0.statuses = [Sample.unpaid] })
    demo.send(.reloaded(Store(Sample.owner), fuel: [:]))
    #expect(demo.notice?.tone == .good)

    demo.send(.arrived([Self.fuel(2, number: 4)]))

    #expect(demo.notice?.text == "\(Self.store.name(of: .fuel87)): 2 \(Self.texts[.refilled]).")
  }

  @Test func `after a notice was dismissed the count begins anew`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.arrived([Self.renewal(.pro, 1, until: "2026-12-14")]))
    demo.type(.down)
    #expect(demo.notice == nil)
    demo.send(.arrived([Self.renewal(.pro, 2, until: "2027-01-14")]))
    #expect(demo.notice?.text == "Pro has been renewed until 14 Jan 2027.")
  }

  @Test func `renewals that were not shown are not counted after a key was pressed`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.arrived((1...600).map { Self.renewal(.pro, $0, until: "2026-11-01") }))
    #expect(demo.notice == nil)
    demo.type(.down)
    demo.send(.arrived([Self.renewal(.pro, 601, until: "2026-12-14")]))
    #expect(demo.notice?.text == "Pro has been renewed until 14 Dec 2026.")
  }

  @Test func `renewals that were not shown are counted by the notice after them`() async {
    var demo = await Sample.demo(Sample.owner)
    demo.send(.arrived((1...100).map { Self.renewal(.pro, $0, until: "2026-11-01") }))
    demo.send(.arrived([Self.renewal(.pro, 101, until: "2026-12-14")]))
    #expect(demo.notice?.text == "Pro was renewed 101 times and runs until 14 Dec 2026.")
  }
}
