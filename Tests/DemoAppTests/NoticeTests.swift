import DemoApp
import Testing

/// Every outcome has its sentence.
@Suite struct NoticeTests {
  private let racecar = Sample.products()[5]
  private let standard = Sample.products()[7]
  private let fuel = Sample.products()[0]

  @Test func `a car that was bought is in the garage`() {
    #expect(Notice(.purchased, of: racecar)?.text == "Race Car is yours. It is in your garage.")
  }

  @Test func `fuel that was bought is in the tank`() {
    #expect(Notice(.purchased, of: fuel, quantity: 3)?.text == "Fuel87: 3 added to your tank.")
  }

  @Test func `a plan that was bought is the customer's`() {
    #expect(Notice(.purchased, of: standard)?.text == "You are subscribed to Standard.")
  }

  @Test func `what is owned already was not charged`() {
    #expect(
      Notice(.alreadyOwned, of: racecar)?.text
        == "You own Race Car already. Nothing was charged.")
  }

  @Test func `a lower plan says from when, and what stays until then`() {
    let date = Sample.date("2026-12-14T10:00:00Z")
    #expect(
      Notice(.scheduled(date), of: standard, keeping: "Pro")?.text
        == "Standard is scheduled from 14 Dec 2026. Until then you keep Pro.")
  }

  @Test func `an order that waits is not charged yet`() {
    #expect(
      Notice(.pending, of: racecar)?.text
        == "Race Car is waiting for approval. Nothing is charged yet.")
  }

  @Test func `a cancel is quiet`() {
    #expect(Notice(.cancelled, of: racecar) == nil)
  }

  @Test func `a store that did not answer leaves it open`() {
    #expect(
      Notice(.notKnown, of: racecar)?.text
        == "The store did not answer. If your order has arrived, Race Car will come by itself.")
  }

  @Test func `a failure says why`() {
    #expect(
      Notice(.failed("it is not for sale any more"), of: racecar)?.text
        == "Race Car was not bought: it is not for sale any more.")
  }

  @Test func `what is not verified unlocks nothing`() {
    #expect(
      Notice(.notVerified, of: racecar)?.text
        == "Your purchase could not be verified by the App Store. Nothing is unlocked.")
  }

  @Test(arguments: [
    (RestoreEnding.done(found: ["Race Car", "Pro"], present: []), "Restored: Race Car and Pro."),
    (.done(found: [], present: ["Pro"]), "Nothing to restore: Pro is here already."),
    (
      .done(found: [], present: ["Car", "Pro"]),
      "Nothing to restore: Car and Pro are here already."
    ),
    (.done(found: [], present: []), "Nothing to restore: this account owns nothing yet."),
    (.cancelled, "Restore was cancelled. Nothing has changed."),
    (.failed("the store cannot be reached"), "Nothing was restored: the store cannot be reached."),
  ])
  func `a restore says what it did`(ending: RestoreEnding, sentence: String) {
    #expect(Notice(ending).text == sentence)
  }

  @Test func `a renewal, a refund and an approval each have their sentence`() {
    let store = Store(Sample.facts())
    let renewed = Sample.owned(
      "subscription.pro", kind: .autoRenewable, expires: "2027-01-14")
    let refunded = Sample.owned("nonconsumable.car", revoked: "2026-11-12")
    let fuel = Sample.owned("consumable.fuel.octane91", kind: .consumable)

    #expect(
      Notice(ExternalTransaction(owned: renewed, isRenewal: true), in: store).text
        == "Pro has been renewed until 14 Jan 2027.")
    #expect(
      Notice(ExternalTransaction(owned: refunded), in: store).text
        == "Car was refunded on 12 Nov 2026.")
    #expect(
      Notice(ExternalTransaction(owned: fuel, quantity: 2), in: store).text
        == "Fuel91: 2 added to your tank.")
  }
}
