import Foundation
import OpenStoreKit
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The account at an accelerated time rate; the gallery has every other state.
@Suite(.hangLimit) struct AccountSnapshotTests {
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
}
