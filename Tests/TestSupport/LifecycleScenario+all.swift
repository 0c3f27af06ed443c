import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI

// The products are those of skdemo's catalogue: three monthly plans, of which `standard` costs 2.99,
// `premium` 3.99 and `pro` 4.99. A store's clock begins on 21 January 2026.
extension LifecycleScenario {
  /// Every row of the table that concerns the life of a plan, in the table's order.
  ///
  /// The row EXPIRED without a subtype is missing, because no subscription of this store expires for
  /// another reason than the other four.
  package static let all: [LifecycleScenario] =
    [
      purchases, renewals, changes, offers, codes, renewalStatus, expirations, billing, prices,
      refunds, families,
    ].flatMap(\.self)

  private static let purchases: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.subscribed, .initialBuy),
      steps: [.buy(standard)],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.subscribed, .resubscribe),
      steps: [
        .buy(standard), .command(.expire(subscription: plan(standard))), .advance("P1M"),
        .buy(premium),
      ],
      transaction: "premium PURCHASE 3.99, 2026-02-21 to 2026-03-21",
      renewalInfo: "renews as premium on 2026-03-21 for 3.99", status: .active),
    LifecycleScenario(
      StoreNotification(.oneTimeCharge), when: "for a consumable",
      steps: [.buy("consumable.fuel.octane87")],
      transaction: "octane87 PURCHASE 0.99, 2026-01-21"),
    LifecycleScenario(
      StoreNotification(.oneTimeCharge), when: "for a non-consumable",
      steps: [.buy("nonconsumable.car")],
      transaction: "car PURCHASE 1.99, 2026-01-21"),
    LifecycleScenario(
      StoreNotification(.oneTimeCharge), when: "for a pass",
      steps: [.buy("nonRenewing.standard")],
      transaction: "standard PURCHASE 9.99, 2026-01-21"),
  ]

  private static let renewals: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.didRenew),
      steps: [.buy(standard), .advance("P1M")],
      transaction: "standard RENEWAL 2.99, 2026-02-21 to 2026-03-21",
      renewalInfo: "renews as standard on 2026-03-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.didRenew), when: "by the operator",
      steps: [
        .buy(standard), .advance("P3D"),
        .command(.renew(subscription: plan(standard))),
      ],
      transaction: "standard RENEWAL 2.99, 2026-01-24 to 2026-02-24",
      renewalInfo: "renews as standard on 2026-02-24 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.didRenew, .billingRecovery), when: "in grace",
      steps: [
        .command(.setGracePeriod(gracePeriod: .days16)), .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"), .advance("P10D"),
        .command(.recoverBilling(subscription: plan(standard))),
      ],
      transaction: "standard RENEWAL 2.99, 2026-02-21 to 2026-03-21",
      renewalInfo: "renews as standard on 2026-03-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.didRenew, .billingRecovery), when: "after grace",
      steps: [
        .command(.setGracePeriod(gracePeriod: .days3)), .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"), .advance("P10D"),
        .command(.recoverBilling(subscription: plan(standard))),
      ],
      transaction: "standard RENEWAL 2.99, 2026-03-03 to 2026-04-03",
      renewalInfo: "renews as standard on 2026-04-03 for 2.99", status: .active),
  ]

  private static let changes: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.didChangeRenewalPref, .upgrade),
      steps: [.buy(standard), .buy(pro)],
      transaction: "pro PURCHASE 4.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as pro on 2026-02-21 for 4.99", status: .active),
    LifecycleScenario(
      StoreNotification(.didChangeRenewalPref, .downgrade),
      steps: [.buy(premium), .buy(standard)],
      transaction: "premium PURCHASE 3.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.didChangeRenewalPref), when: "when a downgrade is taken back",
      steps: [.buy(premium), .buy(standard), .buy(premium)],
      transaction: "premium PURCHASE 3.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as premium on 2026-02-21 for 3.99", status: .active),
  ]

  private static let offers: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.offerRedeemed),
      steps: [.buy(pro), .redeem(pro, offer: "pro.three.months")],
      transaction: "pro PURCHASE 1.99, 2026-01-21 to 2026-03-21",
      renewalInfo: "renews as pro on 2026-03-21 for 2.49", status: .active),
    LifecycleScenario(
      StoreNotification(.offerRedeemed, .upgrade),
      steps: [.buy(standard), .redeem(pro, offer: "pro.three.months")],
      transaction: "pro PURCHASE 2.49, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as pro on 2026-02-21 for 2.49", status: .active),
    LifecycleScenario(
      StoreNotification(.offerRedeemed, .downgrade),
      steps: [
        .command(.importCatalogue(configuration: offeringStandard)), .buy(premium),
        .redeem(standard, offer: "standard.free"),
      ],
      transaction: "premium PURCHASE 3.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 0", status: .active),
  ]

  private static let codes: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.subscribed, .initialBuy), when: "with a code",
      steps: [.redeemCode("pro.free.month")],
      transaction: "pro PURCHASE 1.99, 2026-01-21 to 2026-03-21",
      renewalInfo: "renews as pro on 2026-03-21 for 0", status: .active),
    LifecycleScenario(
      StoreNotification(.subscribed, .resubscribe), when: "with a code",
      steps: [
        .buy(pro), .command(.expire(subscription: plan(pro))), .advance("P1M"),
        .redeemCode("pro.free.month"),
      ],
      transaction: "pro PURCHASE 0, 2026-02-21 to 2026-03-21",
      renewalInfo: "renews as pro on 2026-03-21 for 4.99", status: .active),
    LifecycleScenario(
      StoreNotification(.oneTimeCharge), when: "for a car that a code gives",
      steps: [.redeemCode("nonconsumable.car")],
      transaction: "car PURCHASE 0, 2026-01-21"),
    LifecycleScenario(
      StoreNotification(.offerRedeemed), when: "by a code",
      steps: [.buy(pro), .redeemCode("pro.free.month")],
      transaction: "pro PURCHASE 1.99, 2026-01-21 to 2026-03-21",
      renewalInfo: "renews as pro on 2026-03-21 for 0", status: .active),
    LifecycleScenario(
      StoreNotification(.offerRedeemed, .upgrade), when: "by a code",
      steps: [.buy(standard), .redeemCode("pro.free.month")],
      transaction: "pro PURCHASE 0, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as pro on 2026-02-21 for 4.99", status: .active),
    LifecycleScenario(
      StoreNotification(.offerRedeemed, .downgrade), when: "by a code",
      steps: [
        .command(.importCatalogue(configuration: offeringStandard)), .buy(premium),
        .redeemCode("standard.code"),
      ],
      transaction: "premium PURCHASE 3.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 0", status: .active),
  ]

  private static var offeringStandard: String {
    offeringStandard(in: (try? String(contentsOf: .skdemoCatalogue, encoding: .utf8)) ?? "")
  }

  /// skdemo's built-in catalogue with a free month of `standard` for subscribers, promotional and by a
  /// code.
  package static func offeringStandard(in catalogue: String) -> String {
    let offer = """
      "adHocOffers" : [
        { "offerID" : "standard.free", "paymentMode" : "free", "numberOfPeriods" : 1,
          "subscriptionPeriod" : "P1M", "internalID" : "7A41C0EA", "referenceName" : "Free" }
      ],
      """
    let code = """
      "codeOffers" : [
        { "eligibility" : ["existing"], "internalID" : "7A41C0EB", "isStackable" : false,
          "numberOfPeriods" : 1, "paymentMode" : "free", "referenceName" : "standard.code",
          "subscriptionPeriod" : "P1M" }
      ],
      """
    return catalogue.replacing(#/"adHocOffers" : \[\s*\],/#, with: offer, maxReplacements: 1)
      .replacing(#/"codeOffers" : \[\s*\],/#, with: code, maxReplacements: 1)
  }

  private static let renewalStatus: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.didChangeRenewalStatus, .autoRenewDisabled),
      steps: [
        .buy(standard),
        .command(.disableAutoRenew(subscription: plan(standard))),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21", status: .active),
    LifecycleScenario(
      StoreNotification(.didChangeRenewalStatus, .autoRenewEnabled),
      steps: [
        .buy(standard),
        .command(.disableAutoRenew(subscription: plan(standard))),
        .command(.enableAutoRenew(subscription: plan(standard))),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.didChangeRenewalStatus, .autoRenewDisabled), when: "after a price notice",
      steps: [
        .buy(standard), raise(.askConsent),
        .command(.answerPriceIncrease(subscription: plan(standard), isAccepted: false)),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21, price increase 0", status: .active),
  ]

  private static let expirations: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.expired, .voluntary),
      steps: [
        .buy(standard),
        .command(.disableAutoRenew(subscription: plan(standard))), .advance("P1M"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21, intent 1", status: .expired),
    LifecycleScenario(
      StoreNotification(.expired, .billingRetry),
      steps: [
        .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"), .advance("P60D"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21, intent 2", status: .expired),
    LifecycleScenario(
      StoreNotification(.expired, .priceIncrease), when: "without an answer",
      steps: [
        .buy(standard),
        raise(.askConsent), .advance("P1M"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21, intent 3", status: .expired),
    LifecycleScenario(
      StoreNotification(.expired, .priceIncrease), when: "after a refusal",
      steps: [
        .buy(standard),
        raise(.askConsent),
        .command(.answerPriceIncrease(subscription: plan(standard), isAccepted: false)),
        .advance("P1M"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21, intent 3", status: .expired),
    LifecycleScenario(
      StoreNotification(.expired, .productNotForSale),
      steps: [
        .buy(standard),
        .command(.withdraw(productID: standard)), .advance("P1M"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21, intent 4", status: .expired),
  ]

  private static let billing: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.didFailToRenew),
      steps: [
        .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99, intent 2, retry",
      status: .billingRetry),
    LifecycleScenario(
      StoreNotification(.didFailToRenew), when: "while all renewals of the store fail",
      steps: [.command(.setRenewalsFail(isOn: true)), .buy(standard), .advance("P1M")],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99, intent 2, retry",
      status: .billingRetry),
    LifecycleScenario(
      StoreNotification(.didFailToRenew, .gracePeriod),
      steps: [
        .command(.setGracePeriod(gracePeriod: .days16)), .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo:
        "renews as standard on 2026-02-21 for 2.99, intent 2, retry, grace to 2026-03-09",
      status: .billingGracePeriod),
    LifecycleScenario(
      StoreNotification(.gracePeriodExpired),
      steps: [
        .command(.setGracePeriod(gracePeriod: .days16)), .buy(standard),
        .command(.failBilling(subscription: plan(standard))), .advance("P1M"), .advance("P16D"),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99, intent 2, retry",
      status: .billingRetry),
  ]

  private static let prices: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.priceIncrease, .pending),
      steps: [.buy(standard), raise(.askConsent)],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 3.49, price increase 0",
      status: .active),
    LifecycleScenario(
      StoreNotification(.priceIncrease, .pending), when: "for one subscriber",
      steps: [
        .buy(standard),
        .command(.requestPriceIncreaseConsent(subscription: plan(standard))),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99, price increase 0",
      status: .active),
    LifecycleScenario(
      StoreNotification(.priceIncrease, .accepted), when: "with consent",
      steps: [
        .buy(standard),
        raise(.askConsent),
        .command(.answerPriceIncrease(subscription: plan(standard), isAccepted: true)),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 3.49, price increase 1",
      status: .active),
    LifecycleScenario(
      StoreNotification(.priceIncrease, .accepted), when: "without consent",
      steps: [
        .buy(standard),
        raise(.inform),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 3.49, price increase 1",
      status: .active),
  ]

  private static let refunds: [LifecycleScenario] = [
    LifecycleScenario(
      StoreNotification(.refund), when: "of a plan",
      steps: [.buy(standard), .refundLatest],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21, revoked 2026-01-21",
      renewalInfo: "ends on 2026-02-21", status: .revoked),
    LifecycleScenario(
      StoreNotification(.refund), when: "of a car",
      steps: [.buy("nonconsumable.car"), .refundLatest],
      transaction: "car PURCHASE 1.99, 2026-01-21, revoked 2026-01-21"),
    LifecycleScenario(
      StoreNotification(.consumptionRequest, reason: .legal), when: "of a plan",
      steps: [.buy(standard), .askForRefund],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.consumptionRequest, reason: .legal), when: "of fuel",
      steps: [.buy("consumable.fuel.octane87"), .askForRefund],
      transaction: "octane87 PURCHASE 0.99, 2026-01-21"),
    LifecycleScenario(
      StoreNotification(.didChangeRenewalStatus, .autoRenewDisabled), when: "by a refund requested",
      steps: [.buy(standard), .askForRefund, .refundLatest],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21, revoked 2026-01-21",
      renewalInfo: "ends on 2026-02-21", status: .revoked),
    LifecycleScenario(
      StoreNotification(.refundDeclined),
      steps: [.buy(standard), .askForRefund, .declineRefund],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "renews as standard on 2026-02-21 for 2.99", status: .active),
    LifecycleScenario(
      StoreNotification(.refundReversed), when: "of a plan",
      steps: [.buy(standard), .askForRefund, .refundLatest, .reverseRefund],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-02-21",
      renewalInfo: "ends on 2026-02-21", status: .active),
    LifecycleScenario(
      StoreNotification(.refundReversed), when: "of a car",
      steps: [.buy("nonconsumable.car"), .refundLatest, .reverseRefund],
      transaction: "car PURCHASE 1.99, 2026-01-21"),
    LifecycleScenario(
      StoreNotification(.renewalExtended),
      steps: [
        .buy(standard),
        .command(.extend(subscription: plan(standard), days: 30)),
      ],
      transaction: "standard PURCHASE 2.99, 2026-01-21 to 2026-03-23",
      renewalInfo: "renews as standard on 2026-03-23 for 2.99", status: .active),
  ]
}

extension LifecycleScenario {
  private static let standard = "subscription.standard"
  private static let premium = "subscription.premium"
  private static let pro = "subscription.pro"

  private static func plan(_ productID: String) -> SubscriptionReference {
    .product(productID, account: nil)
  }

  /// The price of `standard` rises from 2.99 to 3.49.
  private static func raise(_ policy: PriceChangePolicy) -> Step {
    .command(.setPrice(productID: standard, price: Decimal(milliunits: 3490), policy: policy))
  }
}
