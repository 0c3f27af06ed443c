import OpenStoreKit
import Testing

@testable import DemoApp

/// Every outcome has its sentence.
@Suite struct NoticeTests {
  private var texts: Texts { Sample.presentation.texts }
  private var dates: PlanDates { PlanDates(of: nil, now: Sample.now, timeZone: .gmt) }

  private func product(_ id: String) throws -> ProductRow {
    try #require(Sample.products().first { $0.id == id })
  }

  @Test(
    arguments: [
      (.purchased, .racecar, "Race Car is yours. It is in your garage."),
      (.purchased, .standard, "You are subscribed to Standard."),
      (.purchased, .pass, "Standard 1 Year Service Access is yours."),
      (.alreadyOwned, .racecar, "You already own Race Car. Nothing was charged."),
      (
        .scheduled(Sample.date("2026-12-14T10:00:00Z")), .standard,
        "Standard is scheduled from 14 Dec 2026. Until then you keep Pro."
      ),
      (
        .scheduled(Sample.date("2026-12-14T10:00:00Z")), .pro, "Pro continues after 14 Dec 2026."
      ),
      (
        .scheduled(Sample.now), .standard,
        "Standard begins when your payment works. Until then you keep Pro."
      ),
      (.pending(), .racecar, "Race Car is waiting for approval. Nothing is charged yet."),
      (
        .pending(.accountStep), .racecar,
        "Race Car is waiting for a step in your account settings. Nothing is charged yet."
      ),
      (.cancelled, .racecar, nil),
      (
        .notKnown, .racecar,
        "The store did not answer. If your order has arrived, Race Car will be delivered later."
      ),
      (
        .failed("it is no longer for sale"), .racecar,
        "Race Car was not bought: it is no longer for sale."
      ),
      (
        .notVerified, .racecar,
        "Your purchase could not be verified by the App Store. Nothing is unlocked."
      ),
    ] as [(PurchaseEnding, String, String?)])
  func `a purchase says how it ended, unless it was cancelled`(
    ending: PurchaseEnding, id: String, sentence: String?
  ) throws {
    let notice = try Notice(
      ending, of: product(id), keeping: "Pro", dates: dates, texts: texts)
    #expect(notice?.text == sentence)
  }

  @Test func `a store that has not answered yet is named until it answers`() async {
    var demo = await Sample.demo(Sample.facts())
    let notice = Notice(.attention, "Waiting for http://shop.example:8080 to answer")
    demo.send(.waits(store: "http://shop.example:8080"))
    #expect(demo.notices == [notice])
    demo.send(.waits(store: nil))
    #expect(demo.notices == [])

    var offline = await Sample.demo(Sample.facts().offline)
    offline.send(.waits(store: "http://shop.example:8080"))
    #expect(!offline.notices.contains(notice), "it is asked again and again")
    offline.type("t")
    #expect(offline.notices.contains(notice), "the customer waits")
  }

  @Test func `fuel that was bought is in the tank`() throws {
    let notice = try Notice(
      .purchased, of: product(.fuel87), quantity: 3, dates: dates, texts: texts)
    #expect(notice?.text == "Fuel87: 3 added to your tank.")
  }

  @Test(arguments: [
    (RestoreOutcome.done(found: ["Race Car", "Pro"], present: []), "Restored: Race Car and Pro."),
    (.done(found: [], present: ["Pro"]), "Nothing to restore: Pro is already here."),
    (
      .done(found: [], present: ["Car", "Pro"]),
      "Nothing to restore: Car and Pro are already here."
    ),
    (.done(found: [], present: []), "Nothing to restore: this account owns nothing yet."),
    (.cancelled, "Restore was cancelled. Nothing has changed."),
    (.failed("the store cannot be reached"), "Nothing was restored: the store cannot be reached."),
  ])
  func `a restore says what it did`(ending: RestoreOutcome, sentence: String) {
    #expect(Notice(ending).text == sentence)
  }

  @Test(arguments: [
    (
      ExternalTransaction(
        owned: Sample.owned(.pro, kind: .autoRenewable, expires: "2027-01-14"), isRenewal: true),
      "Pro has been renewed until 14 Jan 2027."
    ),
    (
      ExternalTransaction(owned: Sample.owned(.car, revoked: "2026-11-12")),
      "Car was refunded on 12 Nov 2026."
    ),
    (
      ExternalTransaction(owned: Sample.owned(.fuel87, kind: .consumable), quantity: 2),
      "Fuel87: 2 added to your tank."
    ),
    (ExternalTransaction(owned: Sample.owned(.racecar)), "Race Car is yours."),
  ])
  func `a renewal, a refund and an approval each have their sentence`(
    transaction: ExternalTransaction, sentence: String
  ) {
    #expect(
      Notice(IncomingTransactions([transaction]), in: Store(Sample.facts()), texts: texts)?.text
        == sentence)
  }
}
