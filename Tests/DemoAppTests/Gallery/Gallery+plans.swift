import OpenStoreKit

@testable import DemoApp

extension Gallery {
  /// Every state of a plan's life, on the first screen and in the account a week later.
  static func plans() async -> [Entry] {
    var entries: [Entry] = []
    let statuses = statuses.map { state, status in
      (state, Sample.facts(eligible: false).with { $0.statuses = [status] })
    }
    for (state, facts) in statuses + customersOfPlans {
      let demo = await Sample.account(facts, history: history(of: facts))
      entries += [
        Entry("plan-\(state)", "account", demo),
        Entry("plan-\(state)", "my cars", demo.typing("m")),
      ]
    }
    return entries
  }

  private static let active = Sample.status(.pro, .subscribed, began: "2026-11-14")

  private static func ended(
    _ reason: SubscriptionRenewalInfo.ExpirationReason, on date: String = "2026-11-14"
  ) -> PlanStatus {
    Sample.status(.pro, .expired, expires: date, renews: false, reason: reason)
  }

  /// The periods before the latest one, if there was one.
  private static func history(of facts: StoreFacts) -> History {
    let hasPlan = facts.statuses.contains { $0.renewal.currentProductID == .pro }
    let isNew = facts.statuses.contains {
      $0.transaction.offer != nil || $0.transaction.isFamilyShared
    }
    return hasPlan && !isNew ? Sample.history : History([])
  }

  /// The states of a customer whose only purchase is a plan.
  private static var statuses: [(String, PlanStatus)] {
    [
      ("trial", active.bought(.freeTrial, for: "0.00", then: "4.99")),
      ("introductory-price", active.bought(.payUpFront, for: "1.99", then: "4.99")),
      ("active", active),
      ("changing", Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14")),
      ("withdrawn", Sample.status(.pro, .subscribed, began: "2026-11-14").withdrawn),
      (
        "change-price-asked",
        Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14")
          .priced("4.99", .pending, "2.99")
      ),
      (
        "grace-price-asked",
        Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30")
          .priced("3.99", .pending, "3.99")
      ),
      (
        "retry-price-asked",
        Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14")
          .priced("3.99", .pending, "3.99")
      ),
      (
        "trial-ending",
        Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14").bought(.freeTrial)
      ),
      (
        "trial-changing",
        Sample.status(.pro, .subscribed, next: .standard, began: "2026-11-14").bought(.freeTrial)
      ),
      (
        "offer-price-asked",
        active.priced("3.99", .pending, "1.99").continuing(.payAsYouGo, for: "1.99")
      ),
      (
        "offer-price-agreed",
        active.priced("3.99", .agreed, "1.99").continuing(.payAsYouGo, for: "1.99")
      ),
      (
        "refunded-late",
        Sample.status(
          .pro, .revoked, expires: "2026-11-14", revoked: "2026-11-18", renews: false)
      ),
      ("ending", Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14")),
      ("grace", Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30")),
      ("retry", Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14")),
      ("price-asked", active.priced("3.99", .pending, "4.99")),
      ("price-agreed", active.priced("3.99", .agreed, "4.99")),
      (
        "price-declined",
        Sample.status(.pro, .subscribed, renews: false, began: "2026-11-14")
          .priced("3.99", .pending, "4.99")
      ),
      ("extended", Sample.status(.pro, .subscribed, expires: "2026-12-30", began: "2026-11-14")),
      ("expired", ended(.autoRenewDisabled)),
      ("win-back", ended(.autoRenewDisabled).wonBack(by: "pro.welcome.back")),
      ("expired-billing", ended(.billingError)),
      ("expired-price", ended(.didNotConsentToPriceIncrease)),
      (
        "refunded",
        Sample.status(.pro, .revoked, revoked: "2026-11-18", renews: false, began: "2026-11-14")
      ),
    ]
  }

  /// Customers with several plans, a family member's, or none.
  private static var customersOfPlans: [(String, StoreFacts)] {
    [
      ("new", Sample.facts()),
      (
        "not-for-sale",
        Sample.facts(eligible: false).with {
          $0.products.removeAll { $0.id == .pro }
          $0.knownNames = [.pro: "Pro"]
          $0.statuses = [ended(.productUnavailable)]
        }
      ),
      ("offline", Sample.facts(eligible: false).with { $0.statuses = [active] }.offline),
      ("signed-out", Sample.facts().with { $0.isSignedOut = true }),
      (
        "hybrid",
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
        }
      ),
      (
        "pass-lapsed",
        Sample.facts(eligible: false).with {
          $0.entitlements = [Sample.owned(.pass, kind: .nonRenewable, expires: "2027-10-21")]
          $0.statuses = [ended(.autoRenewDisabled)]
        }
      ),
      ("family", Sample.facts(eligible: false).with { $0.statuses = [active.shared] }),
      (
        "family-and-own",
        Sample.facts(eligible: false).with {
          let own = Sample.status(.standard, .subscribed, expires: "2026-12-01")
          $0.statuses = [own.priced("2.99", .noIncreasePending, "2.99"), active.shared]
        }
      ),
      (
        "family-grace",
        Sample.facts(eligible: false).with {
          $0.statuses = [
            Sample.status(.pro, .inGracePeriod, expires: "2026-11-14", grace: "2026-11-30").shared
          ]
        }
      ),
      (
        "family-retry",
        Sample.facts(eligible: false).with {
          $0.statuses = [Sample.status(.pro, .inBillingRetryPeriod, expires: "2026-11-14").shared]
        }
      ),
    ]
  }
}
