import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport

/// Two years in the life of the customer `alice`, in which every notification of the table is sent.
///
/// The developer's server refuses the notification of a renewal twice, does not answer another one, and
/// answers a third one too late.
enum CustomerLife {
  struct Chapter {
    /// The answers to the first attempts; see ``LibraryReceiver/url(root:answers:)``.
    var answers: [Int] = []
    let steps: [LifecycleScenario.Step]
    /// The notifications about the customer, each with its time.
    let notifications: [String]
  }

  static let chapters: [Chapter] =
    [beginning, changes, offers, billing, refunds, endings, family].flatMap(\.self)

  /// Those that are not about a customer.
  static let generalNotifications = ["2027-08-19T12:00 RENEWAL_EXTENSION SUMMARY"]

  /// The answers to each notification that is sent more than once.
  static let answersToRepeated = [
    "2026-04-21T12:00 DID_RENEW: 500, 503, 200",
    "2027-01-01T12:00 DID_FAIL_TO_RENEW GRACE_PERIOD: 0, 200",
    "2027-04-16T12:00 DID_RENEW: -1, 200",
  ]

  private static let standard = "subscription.standard"
  private static let premium = "subscription.premium"
  private static let pro = "subscription.pro"

  private static func plan(_ productID: String) -> SubscriptionReference {
    .product(productID, account: "alice")
  }

  /// The price rises by half a dollar, to which subscribers must agree.
  private static func raise(_ productID: String, to milliunits: Int64) -> LifecycleScenario.Step {
    .command(
      .setPrice(
        productID: productID, price: Decimal(milliunits: milliunits), policy: .askConsent))
  }

  private static let beginning: [Chapter] = [
    Chapter(
      steps: [.buy("nonconsumable.car"), .buy(standard), .advance("P1M")],
      notifications: [
        "2026-01-21T12:00 ONE_TIME_CHARGE", "2026-01-21T12:00 SUBSCRIBED INITIAL_BUY",
        "2026-02-21T12:00 DID_RENEW",
      ]),
    Chapter(
      steps: [.buy(premium), .advance("P1M"), .buy(standard), .buy(premium)],
      notifications: [
        "2026-02-21T12:00 DID_CHANGE_RENEWAL_PREF UPGRADE", "2026-03-21T12:00 DID_RENEW",
        "2026-03-21T12:00 DID_CHANGE_RENEWAL_PREF DOWNGRADE",
        "2026-03-21T12:00 DID_CHANGE_RENEWAL_PREF",
      ]),
  ]

  private static let changes: [Chapter] = [
    Chapter(
      steps: [
        .advance("P10D"), .command(.disableAutoRenew(subscription: plan(premium))),
        .advance("P1D"), .command(.enableAutoRenew(subscription: plan(premium))),
      ],
      notifications: [
        "2026-03-31T12:00 DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
        "2026-04-01T12:00 DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_ENABLED",
      ]),
    Chapter(
      answers: [500, 503], steps: [.advance("P1M")],
      notifications: ["2026-04-21T12:00 DID_RENEW"]),
  ]

  private static let offers: [Chapter] = [
    Chapter(
      steps: [.redeem(standard, offer: "standard.free"), .advance("P2M")],
      notifications: [
        "2026-05-01T12:00 OFFER_REDEEMED DOWNGRADE", "2026-05-21T12:00 DID_RENEW",
        "2026-06-21T12:00 DID_RENEW",
      ]),
    Chapter(
      steps: [.redeem(pro, offer: "pro.three.months"), .advance("P3M")],
      notifications: [
        "2026-07-01T12:00 OFFER_REDEEMED UPGRADE", "2026-08-01T12:00 DID_RENEW",
        "2026-09-01T12:00 DID_RENEW", "2026-10-01T12:00 DID_RENEW",
      ]),
    Chapter(
      steps: [.redeemCode("pro.free.month"), .advance("P2M")],
      notifications: [
        "2026-10-01T12:00 OFFER_REDEEMED", "2026-11-01T12:00 DID_RENEW",
        "2026-12-01T12:00 DID_RENEW",
      ]),
  ]

  private static let billing: [Chapter] = [
    Chapter(
      answers: [0],
      steps: [
        .command(.setGracePeriod(gracePeriod: .days16)),
        .command(.failBilling(subscription: plan(pro))), .advance("P1M"),
      ],
      notifications: ["2027-01-01T12:00 DID_FAIL_TO_RENEW GRACE_PERIOD"]),
    Chapter(
      steps: [.advance("P16D"), .command(.recoverBilling(subscription: plan(pro)))],
      notifications: [
        "2027-01-17T12:00 GRACE_PERIOD_EXPIRED", "2027-01-17T12:00 DID_RENEW BILLING_RECOVERY",
      ]),
    Chapter(
      steps: [
        raise(pro, to: 5_490), .advance("P1D"),
        .command(.answerPriceIncrease(subscription: plan(pro), isAccepted: true)),
        .advance("P1M"),
      ],
      notifications: [
        "2027-01-17T12:00 PRICE_INCREASE PENDING", "2027-01-18T12:00 PRICE_INCREASE ACCEPTED",
        "2027-02-17T12:00 DID_RENEW",
      ]),
  ]

  private static let refunds: [Chapter] = [
    Chapter(
      steps: [.askForRefund, .advance("PT12H"), .declineRefund],
      notifications: [
        "2027-02-18T12:00 CONSUMPTION_REQUEST", "2027-02-19T00:00 CONSUMPTION_REQUEST",
        "2027-02-19T00:00 REFUND_DECLINED",
      ]),
    Chapter(
      steps: [.buy("nonconsumable.racecar"), .refundLatest, .reverseRefund, .advance("PT12H")],
      notifications: [
        "2027-02-19T00:00 ONE_TIME_CHARGE", "2027-02-19T00:00 REFUND",
        "2027-02-19T00:00 REFUND_REVERSED",
      ]),
    Chapter(
      steps: [.command(.extend(subscription: plan(pro), days: 30))],
      notifications: ["2027-02-19T12:00 RENEWAL_EXTENDED"]),
    Chapter(
      answers: [-1], steps: [.advance("P2M")],
      notifications: ["2027-04-16T12:00 DID_RENEW"]),
  ]

  private static let endings: [Chapter] = [
    Chapter(
      steps: [.command(.disableAutoRenew(subscription: plan(pro))), .advance("P1M")],
      notifications: [
        "2027-04-19T12:00 DID_CHANGE_RENEWAL_STATUS AUTO_RENEW_DISABLED",
        "2027-05-16T12:00 EXPIRED VOLUNTARY",
      ]),
    Chapter(
      steps: [.buy(standard), raise(standard, to: 3_490), .advance("P1M")],
      notifications: [
        "2027-05-19T12:00 SUBSCRIBED RESUBSCRIBE", "2027-05-19T12:00 PRICE_INCREASE PENDING",
        "2027-06-19T12:00 EXPIRED PRICE_INCREASE",
      ]),
    Chapter(
      steps: [.buy(premium), .command(.withdraw(productID: premium)), .advance("P1M")],
      notifications: [
        "2027-06-19T12:00 SUBSCRIBED RESUBSCRIBE", "2027-07-19T12:00 EXPIRED PRODUCT_NOT_FOR_SALE",
      ]),
    Chapter(
      steps: [
        .command(.setGracePeriod(gracePeriod: .off)), .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"),
        .extendAll(standard), .advance("P60D"),
      ],
      notifications: [
        "2027-07-19T12:00 SUBSCRIBED RESUBSCRIBE", "2027-08-19T12:00 DID_FAIL_TO_RENEW",
        "2027-08-19T12:00 RENEWAL_EXTENSION FAILURE", "2027-10-18T12:00 EXPIRED BILLING_RETRY",
      ]),
  ]

  private static let family: [Chapter] = [
    Chapter(
      steps: [
        .familyBuys(standard), .command(.addFamilyMember(account: "alice", organizer: "bob")),
        .advance("P10D"), .command(.removeFamilyMember(account: "alice")),
      ],
      notifications: [
        "2027-10-18T12:00 SUBSCRIBED INITIAL_BUY", "2027-10-28T12:00 REVOKE",
      ]),
    Chapter(
      steps: [.buy(standard), .advance("P2M"), .advance("P24D")],
      notifications: [
        "2027-10-28T12:00 SUBSCRIBED RESUBSCRIBE", "2027-11-28T12:00 DID_RENEW",
        "2027-12-28T12:00 DID_RENEW",
      ]),
  ]
}
