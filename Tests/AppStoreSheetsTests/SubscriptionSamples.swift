import AppStorePayloads
import Foundation
import StoreAPI
@testable import OpenStoreKit

@testable import AppStorePrompts
@testable import AppStoreSheets

/// Subscriptions of SK Demo on 21 November 2026, and the sheets about them.
extension Sample {
  static func price(_ display: String) -> SubscriptionPlan.Price {
    SubscriptionPlan.Price(
      amount: Decimal(string: String(display.dropFirst())) ?? 0, display: display, period: .monthly)
  }

  /// Pro until 14 December, which renews.
  static func plan(_ change: (inout SubscriptionPlan) -> Void = { _ in }) -> SubscriptionPlan {
    var plan = SubscriptionPlan(
      groupID: "3F19ED53", groupDisplayName: "", productID: "subscription.pro", displayName: "Pro",
      state: .subscribed, expirationDate: date("2026-12-14"), willAutoRenew: true,
      price: price("$4.99"), next: next("Pro", price("$4.99")),
      alternatives: [
        alternative("Premium", "$3.99", .atRenewal), alternative("Standard", "$2.99", .atRenewal),
      ])
    change(&plan)
    return plan
  }

  static func alternative(
    _ name: String, _ price: String, _ timing: Product.SubscriptionInfo.PlanChangeTiming?
  ) -> SubscriptionPlan.Alternative {
    SubscriptionPlan.Alternative(
      productID: "subscription.\(name.lowercased())", displayName: name, price: self.price(price),
      timing: timing)
  }

  private static func next(
    _ name: String, _ price: SubscriptionPlan.Price?
  ) -> SubscriptionPlan.NextPeriod {
    SubscriptionPlan.NextPeriod(
      productID: "subscription.\(name.lowercased())", displayName: name, price: price,
      hasOffer: false)
  }

  static var standard: SubscriptionPlan {
    plan {
      $0.productID = "subscription.standard"
      $0.displayName = "Standard"
      $0.price = price("$2.99")
      $0.next = next("Standard", price("$2.99"))
      $0.alternatives = [
        alternative("Pro", "$4.99", .immediate), alternative("Premium", "$3.99", .immediate),
      ]
    }
  }

  static var waiting: SubscriptionPlan {
    plan {
      $0.next = next("Standard", price("$2.99"))
      $0.alternatives = [
        alternative("Pro", "$4.99", .atRenewal), alternative("Premium", "$3.99", .atRenewal),
      ]
    }
  }

  static var off: SubscriptionPlan {
    plan {
      $0.willAutoRenew = false
      $0.nextIfTurnedOn = $0.next
      $0.next = nil
    }
  }

  /// Pro, whose renewal was turned off after Standard had been chosen for the next period.
  static func offWaiting(price: String?) -> SubscriptionPlan {
    plan {
      $0.willAutoRenew = false
      $0.nextIfTurnedOn = next("Standard", price.map(self.price))
      $0.next = nil
    }
  }

  static var grace: SubscriptionPlan {
    plan {
      $0.state = .inGracePeriod
      $0.expirationDate = date("2026-11-14")
      $0.gracePeriodExpirationDate = date("2026-11-30")
      $0.alternatives = []
    }
  }

  static var retry: SubscriptionPlan {
    plan {
      $0.state = .inBillingRetryPeriod
      $0.expirationDate = date("2026-11-14")
      $0.alternatives = [alternative("Standard", "$2.99", nil)]
    }
  }

  static func increased(
    isAgreed: Bool = false, willAutoRenew: Bool = true,
    from oldPrice: String? = "$4.99", on day: String? = "2026-12-14"
  ) -> SubscriptionPlan {
    plan {
      $0.willAutoRenew = willAutoRenew
      $0.priceIncrease = SubscriptionPlan.PriceIncrease(
        isAgreed: isAgreed, oldPrice: oldPrice, newPrice: price("$5.99"), date: day.map(date))
      if !willAutoRenew {
        $0.nextIfTurnedOn = next("Pro", price("$5.99"))
        $0.next = nil
      }
      $0.alternatives = [alternative("Standard", "$2.99", .atRenewal)]
    }
  }

  static var askedInGrace: SubscriptionPlan { asked(grace) }
  static var askedInRetry: SubscriptionPlan { asked(retry) }

  private static func asked(_ unpaid: SubscriptionPlan) -> SubscriptionPlan {
    var plan = unpaid
    plan.priceIncrease = increased().priceIncrease
    return plan
  }

  /// A pay-as-you-go offer runs, and the price after it was declined.
  static var declinedDuringOffer: SubscriptionPlan {
    var plan = increased(willAutoRenew: false, from: nil, on: nil)
    plan.nextIfTurnedOn?.price = price("$0.99")
    plan.nextIfTurnedOn?.hasOffer = true
    return plan
  }

  static func ended(
    _ reason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason = .autoRenewDisabled
  ) -> SubscriptionPlan {
    plan {
      $0.state = .expired
      $0.expirationDate = date("2026-11-14")
      $0.expirationReason = reason
      $0.willAutoRenew = false
      $0.next = nil
      $0.alternatives = [alternative("Pro", "$4.99", nil), alternative("Standard", "$2.99", nil)]
    }
  }

  /// Pro has ended, and can be had again for less.
  static var wonBack: SubscriptionPlan {
    var plan = ended()
    guard let month = Period("P1M") else { return plan }
    let offer = StoreOffer(
      id: "comeback", type: .winBack, discountType: .payAsYouGo, price: 1, period: month,
      periodCount: 3)
    plan.alternatives[0].winBackOffer = Product.SubscriptionOffer(
      record: offer, priceFormatStyle: dollars)
    return plan
  }

  static let dollars = Decimal.FormatStyle.Currency(
    code: "USD", locale: Locale(identifier: "en_US"))

  /// Another group, whose plan renews every year.
  static var radio: SubscriptionPlan {
    plan {
      $0.groupID = "MUSIC"
      $0.groupDisplayName = "Car Radio"
      $0.productID = "radio"
      $0.displayName = "Radio"
      $0.expirationDate = date("2027-03-01")
      $0.price = SubscriptionPlan.Price(amount: 19.99, display: "$19.99", period: .yearly)
      $0.next = SubscriptionPlan.NextPeriod(
        productID: "radio", displayName: "Radio", price: $0.price, hasOffer: false)
      $0.alternatives = []
    }
  }

  static func page(_ content: SubscriptionSheet.Content) -> SheetPage {
    SheetPage(
      SubscriptionSheet(id: UUID(), account: "alex", device: "laptop", content: content), in: .gmt)
  }

  /// Every sheet about subscriptions, by the name of its snapshot.
  static let subscriptionPages: [(name: String, page: SheetPage)] = [
    ("manage", page(.subscriptions([plan()]))),
    ("manage-standard", page(.subscriptions([standard]))),
    ("manage-waiting", page(.subscriptions([waiting]))),
    ("manage-off", page(.subscriptions([off]))),
    ("manage-grace", page(.subscriptions([grace]))),
    ("manage-retry", page(.subscriptions([retry]))),
    ("manage-consent", page(.subscriptions([increased()]))),
    ("manage-ended", page(.subscriptions([ended()]))),
    ("manage-winback", page(.subscriptions([wonBack]))),
    ("manage-groups", page(.subscriptions([off, radio]))),
    ("manage-none", page(.subscriptions([]))),
    ("manage-kept", page(.subscriptions([plan { $0.isSharedWithFamily = false }]))),
    ("sharing-on", page(.familySharing(plan(), turnsOn: true))),
    ("sharing-off", page(.familySharing(plan(), turnsOn: false))),
    ("renewal-off", page(.renewal(plan(), turnsOn: false))),
    ("renewal-off-grace", page(.renewal(grace, turnsOn: false))),
    ("renewal-on", page(.renewal(off, turnsOn: true))),
    ("price-increase", page(.priceIncrease(increased()))),
    ("price-increase-grace", page(.priceIncrease(askedInGrace))),
    ("payment-grace", page(.payment([grace]))),
    ("payment-retry", page(.payment([retry]))),
    ("payment-none", page(.payment([]))),
  ]
}
