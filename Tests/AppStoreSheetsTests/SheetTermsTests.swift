import OpenStoreKit
import Testing

@testable import AppStoreSheets

@Suite struct SheetTermsTests {
  @Test func `what is paid once is paid today`() {
    #expect(Sample.paid("$2.99").sentence == "$2.99 today, nothing later")
  }

  @Test func `an introductory price says how long it lasts and what follows when`() {
    #expect(
      Sample.introduced.sentence
        == "$1.99 today for 2 months, then $4.99 / month from 21 Jan 2027")
  }

  @Test func `a free trial costs nothing until it ends`() {
    var terms = Sample.introduced
    terms.offer = SheetTerms.Offer(
      mode: .freeTrial, length: "3 days", pricePerPeriod: "$0.00 / 3 days")
    #expect(terms.sentence == "nothing for 3 days, then $4.99 / month from 21 Jan 2027")
  }

  @Test func `what is paid period by period says for how long`() {
    var terms = Sample.introduced
    terms.offer = SheetTerms.Offer(
      mode: .payAsYouGo, length: "3 months", pricePerPeriod: "$0.99 / month")
    #expect(terms.sentence == "$0.99 / month for 3 months, then $4.99 / month")
  }

  @Test func `an upgrade ends the old plan and gives back what is left of it`() {
    #expect(Sample.upgrade.change == "Standard ends now, $1.49 comes back")
  }

  @Test func `a downgrade costs nothing today`() {
    #expect(Sample.downgrade.sentence == "nothing today, $2.99 / month from 14 Dec 2026")
    #expect(Sample.downgrade.change == "Pro stays until 14 Dec 2026")
    #expect(Sample.downgrade.confirmLabel == "Change plan")
  }

  @Test func `what is owned is not paid again`() {
    var terms = Sample.paid("$0.00")
    terms.isOwned = true
    #expect(terms.sentence == "nothing: you have it already")
  }
}
