import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// Offer codes that a customer redeems in an app.
@Suite(.hangLimit) struct RedeemTests {
  @Test func `the sheet asks again after a code that is not known, and the car comes as an update`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(
      .createOfferCodes(request: OfferCodeRequest(reference: "nonconsumable.car", custom: "CAR")))
    var updates = alice.listen()
    // When this transaction arrives, those that were unfinished at the beginning have been read.
    try await alice.otherDevice().buy("nonconsumable.racecar")
    #expect(await updates.next()?.unsafePayloadValue.productID == "nonconsumable.racecar")
    alice.sheets.type("nothing", "car")

    try await alice.session.presentOfferCodeRedeemSheet()

    let car = try #require(await updates.next()).payloadValue
    #expect(car.offer?.type == .code)
    #expect(car.offer?.paymentMode == .oneTime)
    #expect(car.price == 0)
    #expect(alice.sheets.codeFailures.count == 2)
    #expect(alice.sheets.codeFailures[1]?.contains("no offer code 'NOTHING'") == true)
    #expect(alice.sheets.shown.count == 1)
    #expect(await alice.owned() == ["nonconsumable.car", "nonconsumable.racecar"])
  }

  @Test func `a subscriber's code begins with the next period`() async throws {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(
      .createOfferCodes(request: OfferCodeRequest(reference: "pro.free.month", custom: "FREE")))
    try await alice.buy("subscription.pro")

    let outcome = try await alice.session.redeem("free").1

    #expect(outcome.scheduledDate != nil)
    let status = try #require(try await alice.session.snapshot().statuses.first?.statuses.first)
    #expect(status.renewalInfo.unsafePayloadValue.offer?.type == .code)
    #expect(status.renewalInfo.unsafePayloadValue.renewalPrice == 0)
  }

  @Test(arguments: [
    ("elsewhere", "There is no offer code"), ("old", "expired on"),
    ("once", "already been redeemed"),
    ("mine", "they already own the product. There is nothing to buy"), ("gone", "not for sale"),
  ])
  func `a code that cannot be redeemed is reported in the sheet, and charges nothing`(
    code: String, reason: String
  ) async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.store.makeCodes()
    try await alice.buy("nonconsumable.car")
    _ = try await alice.session.redeem("once")
    _ = try await alice.store.engine.perform(.withdraw(productID: "nonconsumable.racecar"))
    alice.sheets.type(code)
    let sheets = alice.sheets.shown.count

    try await alice.session.presentOfferCodeRedeemSheet()

    let failure = try #require(alice.sheets.codeFailures.last ?? nil)
    #expect(failure.lowercased().contains(reason.lowercased()))
    #expect(alice.sheets.shown.count == sheets, "no purchase sheet")
    #expect(try await alice.store.transactionCount() == 2)
  }

  @Test func `a code is refused in the sheet while another offer is still to come, and is kept`()
    async throws
  {
    let store = try await StoreFixture.make(
      catalogue: Catalogue.read(Data(Self.twoOffers.utf8), file: "file"))
    let alice = try await Customer.onNewDevice(of: store)
    for code in ["FIRST", "SECOND"] {
      _ = try await alice.store.engine.perform(
        .createOfferCodes(request: OfferCodeRequest(reference: code.lowercased(), custom: code)))
    }
    try await alice.buy("journal.monthly")
    _ = try await alice.session.redeem("first")
    alice.sheets.type("second")
    let sheets = alice.sheets.shown.count

    try await alice.session.presentOfferCodeRedeemSheet()

    let failure = try #require(alice.sheets.codeFailures.last ?? nil)
    #expect(failure.contains("redeemed before has not begun yet"))
    #expect(alice.sheets.shown.count == sheets, "no purchase sheet")
    _ = try await alice.store.advance("P2M")
    let outcome = try await alice.session.redeem("second").1
    #expect(outcome.scheduledDate != nil)
  }

  private static let twoOffers = """
    {"subscriptionGroups": [{"id": "journal", "name": "Journal", "subscriptions": [
      {"productID": "journal.monthly", "type": "RecurringSubscription", "displayPrice": "4.99",
       "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
       "codeOffers": [\(freeMonth("first")), \(freeMonth("second"))]}]}]}
    """

  private static func freeMonth(_ name: String) -> String {
    """
    {"internalID": "S", "referenceName": "\(name)", "paymentMode": "free", "numberOfPeriods": 1,
     "subscriptionPeriod": "P1M", "isStackable": false, "eligibility": ["existing"]}
    """
  }

  @Test func `a second code of an offer is refused in the sheet, which says what to ask for`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    for code in ["FIRST", "SECOND"] {
      _ = try await alice.store.engine.perform(
        .createOfferCodes(request: OfferCodeRequest(reference: "pro.free.month", custom: code)))
    }
    _ = try await alice.session.redeem("first")
    _ = try await alice.store.advance("P4M")
    alice.sheets.type("second")
    let sheets = alice.sheets.shown.count

    try await alice.session.presentOfferCodeRedeemSheet()

    let failure = try #require(alice.sheets.codeFailures.last ?? nil)
    #expect(failure.contains("Ask for a code of another offer"))
    #expect(alice.sheets.shown.count == sheets, "no purchase sheet")
  }

  @Test
  func `a code that expires while its sheet is open is reported once, where another is asked for`()
    async throws
  {
    let store = try await StoreFixture.make()
    let alice = try await Customer.onNewDevice(
      of: store,
      sheets: ScriptedSheets(meanwhile: { _ = try? await store.advance("P1D") }))
    _ = try await store.engine.perform(
      .createOfferCodes(
        request: OfferCodeRequest(
          reference: "nonconsumable.car", custom: "SOON", expirationDate: .fixture + 3600)))
    alice.sheets.type("soon")

    try await alice.session.presentOfferCodeRedeemSheet()

    #expect(alice.sheets.shown.count == 1)
    #expect(alice.sheets.endings == [.codeFailed], "the purchase sheet says nothing")
    #expect(alice.sheets.codeFailures.count == 2)
    #expect(alice.sheets.codeFailures.last??.contains("expired on") == true)
    #expect(try await store.transactionCount() == 0)
  }

  @Test
  func `a store that does not answer is reported in the sheet, because no other code is asked for`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    _ = try await alice.store.engine.perform(
      .createOfferCodes(request: OfferCodeRequest(reference: "nonconsumable.car", custom: "CAR")))
    alice.sheets.type("car")
    alice.line.condition = .ordersVanish

    await #expect(throws: StoreKitError.self) {
      try await alice.session.presentOfferCodeRedeemSheet()
    }

    guard case .failed? = alice.sheets.endings.last else {
      throw FixtureError(text: "\(alice.sheets.endings)")
    }
    #expect(alice.sheets.codeFailures.count == 1)
  }

  @Test func `a customer who does not confirm keeps the code`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))
    _ = try await alice.store.engine.perform(
      .createOfferCodes(request: OfferCodeRequest(reference: "nonconsumable.car", custom: "CAR")))
    alice.sheets.type("car")

    try await alice.session.presentOfferCodeRedeemSheet()

    guard case .offerCodes(let codes) = try await alice.store.engine.perform(.offerCodes).value
    else {
      throw FixtureError(text: "the result is of another kind")
    }
    #expect(codes.map(\.redemptions) == [0])
  }
}

extension StoreFixture {
  /// Makes codes that an owner of the car cannot redeem.
  fileprivate func makeCodes() async throws {
    let codes = [
      OfferCodeRequest(
        reference: "nonconsumable.car", custom: "OLD", expirationDate: .fixture + 60),
      OfferCodeRequest(reference: "consumable.fuel.octane87", custom: "ONCE"),
      OfferCodeRequest(reference: "nonconsumable.car", custom: "MINE"),
      OfferCodeRequest(reference: "nonconsumable.racecar", custom: "GONE"),
    ]
    for code in codes { _ = try await engine.perform(.createOfferCodes(request: code)) }
    _ = try await advance("P1D")
  }

  fileprivate func transactionCount() async throws -> Int {
    let all = try await engine.perform(.transactions(account: nil, revision: nil)).value
    guard case .transactions(let list, _, _) = all else { return 0 }
    return list.count
  }
}
