import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// An offer that is paid as you go, as apps and sheets see its lengths.
@Suite(.hangLimit) struct OfferLengthTests {
  private static let plan = "journal.monthly"

  private static let file = """
    {"subscriptionGroups": [{"id": "journal", "name": "Journal", "subscriptions": [
      {"productID": "journal.monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
       "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
       "introductoryOffer": {"internalID": "I", "displayPrice": "0.99", "numberOfPeriods": 3,
         "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M"}}]}]}
    """

  @Test func `an offer of three months lasts a quarter, and is paid each month`() async throws {
    let store = try await StoreFixture.make(
      catalogue: Catalogue.read(Data(Self.file.utf8), file: "file"))
    let alice = try await Customer.onNewDevice(of: store)
    let offer = try #require(
      try await alice.session.products([Self.plan]).first?.subscription?.introductoryOffer)

    let bought = try await alice.buy(Self.plan).transaction()

    #expect(offer.period == .monthly && offer.periodCount == 3)
    #expect(bought.offer?.period == .everyThreeMonths)
    let status = try #require(try await alice.session.statuses(in: "journal").first)
    #expect(try status.renewalInfo.payloadValue.offer?.period == .everyThreeMonths)
    let price = try #require(try await alice.session.subscriptionPlans().first?.next?.price)
    #expect(price.display == "$0.99" && price.period == .monthly)

    _ = try await store.engine.perform(
      .disableAutoRenew(subscription: .product(Self.plan, account: nil)))
    let ending = try #require(try await alice.session.statuses(in: "journal").first)
    let info = try ending.renewalInfo.payloadValue
    #expect(!info.willAutoRenew && info.offer?.period == .everyThreeMonths, "as in its JSON")
  }
}
