import OpenStoreKit
import TerminalUI
import Testing

@testable import DemoApp

/// Every state of a plan's life, on the first screen and in the account.
///
/// Read without their names they say what happened to the customer and what the customer can do.
@Suite struct PlanStateSnapshotTests {
  private static let active = Sample.status(.pro, .subscribed, began: "2026-11-14")

  private static func ended(
    _ reason: SubscriptionRenewalInfo.ExpirationReason, on date: String = "2026-11-14"
  ) -> PlanStatus {
    Sample.status(.pro, .expired, expires: date, renews: false, reason: reason)
  }

  @Test(arguments: [
    Customer(
      "trial", "a free trial says until when and what then",
      active.bought(.freeTrial, for: "0.00", then: "4.99")),
    Customer(
      "introductory-price", "an introductory price says what follows",
      active.bought(.payUpFront, for: "1.99", then: "4.99")),
    Customer("active", "a plan says when it renews", active),
    Customer(
      "changing", "a change of plan says when it comes",
      Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14")),
    Customer(
      "withdrawn", "a plan that is sold no longer says when it ends",
      Sample.status(.pro, .subscribed, began: "2026-11-14").withdrawn),
    Customer(
      "change-price-asked", "a price that waits for the next plan names that plan",
      Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14")
        .priced("4.99", .pending, "2.99")),
    Customer(
      "grace-price-asked", "in a grace period the payment comes before an open price question",
      Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30")
        .priced("3.99", .pending, "3.99")),
    Customer(
      "retry-price-asked", "in billing retry the payment comes before an open price question",
      Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14")
        .priced("3.99", .pending, "3.99")),
    Customer(
      "trial-ending", "a trial that will not renew says that nothing is charged",
      Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14").bought(.freeTrial)),
    Customer(
      "trial-changing", "a trial with a change to come says what is free and what follows",
      Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14").bought(.freeTrial)),
    Customer(
      "offer-price-asked", "a price question while an offer runs says from when it would hold",
      active.priced("3.99", .pending, "1.99").continuing(.payAsYouGo, for: "1.99")),
    Customer(
      "offer-price-agreed", "a higher price while an offer runs says from when it holds",
      active.priced("3.99", .agreed, "1.99").continuing(.payAsYouGo, for: "1.99")),
    Customer(
      "refunded-late", "a refund after the end says when, and how to come back",
      Sample.status(
        .pro, .revoked, expires: "2026-11-14", revoked: "2026-11-18", renews: false)),
    Customer(
      "ending", "a plan that will not renew says when it ends and how it goes on",
      Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14")),
    Customer(
      "grace", "a grace period says how long your access continues, and how to pay",
      Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30")),
    Customer(
      "retry", "billing retry says that service is paused, and how to pay",
      Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14")),
    Customer(
      "price-asked", "a new price waits for an answer",
      active.priced("3.99", .pending, "4.99")),
    Customer(
      "price-agreed", "an agreed price says from when", active.priced("3.99", .agreed, "4.99")),
    Customer(
      "price-declined", "a declined price says when the plan ends",
      Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14")
        .priced("3.99", .pending, "4.99")),
    Customer(
      "extended", "a later renewal date is the next billing date",
      Sample.status(.pro, .subscribed, expires: "2026-12-30", began: "2026-11-14")),
    Customer("expired", "who let a plan end comes back at its price", ended(.autoRenewDisabled)),
    Customer(
      "win-back", "who may comes back with an offer",
      ended(.autoRenewDisabled).wonBack(by: "pro.welcome.back")),
    Customer("expired-billing", "a plan that could not be charged says so", ended(.billingError)),
    Customer(
      "expired-price", "a plan that ended by its price says so",
      ended(.didNotConsentToPriceIncrease)),
    Customer(
      "refunded", "a refunded plan says when",
      Sample.status(.pro, .revoked, revoked: "2026-11-18", renews: false, began: "2026-11-14")),
  ])
  func `a state of a plan`(customer: Customer) async throws {
    try await expectPlace(customer)
  }

  @Test(arguments: [
    Customer("new", "a new customer has no plan", Sample.facts()),
    Customer(
      "not-for-sale", "a plan that is no longer for sale names the others",
      Sample.facts(eligible: false).with {
        $0.products.removeAll { $0.id == .pro }
        $0.knownNames = [.pro: "Pro"]
        $0.statuses = [ended(.productUnavailable)]
      }),
    Customer(
      "offline", "without the store the plan is there and nothing is sold",
      Sample.facts(eligible: false).with { $0.statuses = [active] }.offline),
    Customer(
      "signed-out", "a removed device says what to do",
      Sample.facts().with { $0.isSignedOut = true }),
    Customer(
      "hybrid", "one group in grace beside one that is paid and one that ended",
      Sample.facts(eligible: false).with {
        $0.products += [Sample.roadside, Sample.parking]
        $0.statuses = [
          Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30"),
          Sample.status(
            Sample.roadside.id, .subscribed, began: "2026-11-14", group: "7A10C2D4"),
          Sample.status(
            Sample.parking.id, .expired, expires: "2026-11-02", renews: false,
            reason: .autoRenewDisabled, group: "91B3E5F7"),
        ]
      }),
    Customer(
      "pass-lapsed", "a pass beside a plan that ended says both",
      Sample.facts(eligible: false).with {
        $0.entitlements = [Sample.owned(.pass, kind: .nonRenewable, expires: "2027-10-21")]
        $0.statuses = [ended(.autoRenewDisabled)]
      }),
    Customer(
      "family", "a plan of a family member says so",
      Sample.facts(eligible: false).with { $0.statuses = [active.shared] }),
    Customer(
      "family-and-own", "a plan of one's own stands beneath a family member's",
      Sample.facts(eligible: false).with {
        let own = Sample.status(.standard, .subscribed, expires: "2026-12-01")
        $0.statuses = [own.priced("2.99", .noIncreasePending, "2.99"), active.shared]
      }),
    Customer(
      "family-grace", "a family's payment that failed says how long the plan continues",
      Sample.facts(eligible: false).with {
        $0.statuses = [
          Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30").shared
        ]
      }),
    Customer(
      "family-retry", "a family's payment that failed says that the plan is paused",
      Sample.facts(eligible: false).with {
        $0.statuses = [Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14").shared]
      }),
  ])
  func `a state that is not of one plan of one's own`(customer: Customer) async throws {
    try await expectPlace(customer)
  }

  private func expectPlace(_ customer: Customer) async throws {
    var demo = await Sample.account(customer.facts, history: customer.history)
    try expectPictures(of: demo, named: "state-\(customer.name)-account")
    #expect(demo.sentencesInTheColorOfWarnings == [])
    demo.type("m")
    try expectPictures(of: demo, named: "state-\(customer.name)")
    #expect(demo.sentencesInTheColorOfWarnings == [])
  }
}

extension Demo {
  /// Marks may be yellow, but sentences may not: nobody can read them on a white background.
  fileprivate var sentencesInTheColorOfWarnings: [String] {
    [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)].flatMap { size in
      let frame = frame(columns: size.columns, rows: size.rows)
      return (0..<size.rows).map { row in
        (0..<size.columns).map { frame[Point(column: $0, row: row)] }
          .filter { $0.style.role == .warn }.map(\.text).joined()
      }.filter { $0.contains(".") }
    }
  }
}

extension Customer {
  /// A customer whose only purchase is a plan with this status.
  fileprivate init(_ name: String, _ sentence: String, _ status: PlanStatus) {
    self.init(name, sentence, Sample.facts(eligible: false).with { $0.statuses = [status] })
  }

  /// The periods before the latest one, if there was one.
  fileprivate var history: History {
    let hasPlan = facts.statuses.contains { $0.renewal.currentProductID == .pro }
    let isNew = facts.statuses.contains {
      $0.transaction.offer != nil || $0.transaction.isFamilyShared
    }
    return hasPlan && !isNew ? Sample.history : History([])
  }
}
