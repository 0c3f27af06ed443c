import Foundation
import OpenStoreKit
import Testing

@testable import AppStorePrompts

@Suite struct SheetTermsTests {
  @Test(arguments: [
    (Sample.paid("$2.99"), "$2.99 today, nothing later"),
    (Sample.introduced(), "$1.99 today for 2 months, then $4.99 / month from 21 Jan 2027"),
    (
      Sample.introduced(.freeTrial, for: "3 days", "$0.00 / 3 days"),
      "nothing for 3 days, then $4.99 / month from 21 Jan 2027"
    ),
    (
      Sample.introduced(.payAsYouGo, for: "3 months", "$0.99 / month"),
      "$0.99 / month for 3 months, then $4.99 / month"
    ),
    (Sample.downgrade, "nothing today, $2.99 / month from 14 Dec 2026"),
    (
      SheetTerms(charge: "$0.00", isFree: true, isOwned: true),
      "nothing, because you already have it"
    ),
  ])
  func `a sheet says what is paid today and what follows`(terms: SheetTerms, sentence: String) {
    #expect(terms.sentence == sentence)
  }

  @Test func `a sheet names the days of the customer's time zone`() throws {
    var terms = Sample.downgrade
    terms.timeZone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    #expect(terms.sentence == "nothing today, $2.99 / month from 15 Dec 2026")
  }

  @Test func `a code that follows the introductory offer is said between it and the price`() {
    var terms = Sample.introduced()
    terms.followingOffer = Sample.introduced(.payAsYouGo, for: "3 months", "$0.49 / month").offer
    #expect(
      terms.sentence
        == "$1.99 today for 2 months, then $0.49 / month for 3 months, then $4.99 / month")
  }

  @Test func `an offer that is lost is said with its terms`() {
    var terms = Sample.downgrade
    #expect(terms.loss == nil)
    terms.lostOffers = [
      Sample.introduced(.payAsYouGo, for: "3 months", "$0.49 / month"),
      Sample.introduced(.freeTrial, for: "1 month"),
    ].compactMap(\.offer)
    #expect(terms.loss == "your offer: $0.49 / month for 3 months, then free for 1 month")
  }

  @Test func `an upgrade ends the old plan and refunds what is left of it`() {
    #expect(Sample.upgrade.change == "Standard ends now, $1.49 is refunded")
  }

  @Test func `a downgrade leaves the plan until the end of its period`() {
    #expect(Sample.downgrade.change == "Pro stays until 14 Dec 2026")
    #expect(Sample.downgrade.confirmLabel == "Change plan")
  }

  @Test func `in grace a change waits for the payment, and no past date is mentioned`() {
    var terms = Sample.downgrade
    terms.waitsForPayment = true
    #expect(terms.sentence == "nothing today, $2.99 / month when your payment works")
    #expect(terms.change == "Pro stays until your payment works")
    terms.replaced = nil
    #expect(terms.change == "continues when your payment works")
  }

  @Test func `in grace an offer that is free begins now`() {
    var terms = Sample.introduced(.freeTrial, for: "3 days", "$0.00 / 3 days")
    (terms.effectiveDate, terms.renewalDate, terms.waitsForPayment) = (.distantPast, nil, true)
    #expect(terms.sentence == "nothing for 3 days, then $4.99 / month")
    #expect(terms.change == "continues now")
  }

  @Test func `a plan that would have ended goes on`() {
    var terms = Sample.downgrade
    terms.replaced = nil
    #expect(terms.change == "continues after 14 Dec 2026")
    #expect(terms.confirmLabel == "Keep plan")
  }
}
