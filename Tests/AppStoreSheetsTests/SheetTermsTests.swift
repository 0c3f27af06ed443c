import AppStorePayloads
import Foundation
import OpenStoreKit
import Testing

@testable import AppStorePrompts

@Suite struct SheetTermsTests {
  /// Three months for $0.49 each.
  private let later = Sample.introduced(.payAsYouGo, "$0.49", for: "P1M", times: 3)

  @Test(arguments: [
    (Sample.paid("$2.99"), "$2.99 today, nothing later"),
    (Sample.introduced(), "$1.99 today for 2 months, then $4.99 / month from 21 Jan 2027"),
    (
      Sample.introduced(.freeTrial, "$0.00", for: "P3D"),
      "nothing for 3 days, then $4.99 / month from 21 Jan 2027"
    ),
    (
      Sample.introduced(.payAsYouGo, "$0.99", for: "P1M", times: 3),
      "$0.99 / month for 3 months, then $4.99 / month"
    ),
    (Sample.downgrade, "nothing today, $2.99 / month from 14 Dec 2026"),
  ])
  func `a sheet says what is paid today and what follows`(terms: SheetTerms, sentence: String) {
    #expect(terms.sentence == sentence)
  }

  @Test(arguments: [
    (Sample.paid("$2.99"), "$2.99"), (Sample.introduced(), "$1.99"), (Sample.upgrade, "$4.99"),
    (Sample.introduced(.freeTrial, "$0.00", for: "P3D"), "free for 3 days"),
    (Sample.downgrade, "from 14 Dec: $2.99 / month"),
  ])
  func `beside the title is what is paid, and for a later payment its day`(
    terms: SheetTerms, headline: String
  ) {
    var terms = terms
    if headline.hasPrefix("free") { terms.purchase.charge = 0 }
    #expect(terms.headline == headline)
  }

  @Test func `what the customer already has costs nothing`() {
    var terms = Sample.paid("$0.00")
    terms.purchase.alreadyOwned = true
    #expect(terms.sentence == "nothing, because you already have it")
    #expect(terms.headline == "")
  }

  @Test func `a sheet names the days of the customer's time zone`() throws {
    var terms = Sample.downgrade
    terms.timeZone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    #expect(terms.sentence == "nothing today, $2.99 / month from 15 Dec 2026")
  }

  @Test func `a code that follows the introductory offer is said between it and the price`() {
    var terms = Sample.introduced()
    terms.purchase.followingOffer = later.purchase.offer
    #expect(
      terms.sentence
        == "$1.99 today for 2 months, then $0.49 / month for 3 months, then $4.99 / month")
  }

  @Test func `an offer that is lost is said with its terms`() {
    var terms = Sample.downgrade
    #expect(terms.loss == nil)
    terms.purchase.lostOffers = [
      later, Sample.introduced(.freeTrial, "$0.00", for: "P1M"),
    ].compactMap(\.purchase.offer)
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
    terms.now = Sample.date("2026-12-15")
    #expect(terms.sentence == "nothing today, $2.99 / month when your payment works")
    #expect(terms.change == "Pro stays until your payment works")
    terms.replaced = nil
    #expect(terms.change == "continues when your payment works")
  }

  @Test func `in grace an offer that is free begins now`() {
    var terms = Sample.introduced(.freeTrial, "$0.00", for: "P3D")
    terms.purchase.effectiveDate = .distantPast
    terms.purchase.firstRenewalDate = nil
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
