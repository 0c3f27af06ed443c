import Foundation
import OpenStoreKit

@testable import DemoApp

extension Sample {
  static func purchase(
    _ id: String, _ kind: Product.ProductType, _ price: String, bought: String,
    expires: String? = nil, revoked: String? = nil, renewal: Bool = false, quantity: Int = 1,
    number: UInt64, offer: Product.SubscriptionOffer.PaymentMode? = nil
  ) -> HistoryEntry {
    HistoryEntry(
      owned: owned(
        id, kind: kind, bought: bought, expires: expires, revoked: revoked,
        number: 2_000_000_000 + number, price: price, offer: offer),
      groupID: kind == .autoRenewable ? "3F19ED53" : nil, isRenewal: renewal,
      quantity: quantity, displayPrice: "$\(price)", displayRefund: "-$\(price)",
      paid: money(price), refunded: money(price))
  }

  static func money(_ amount: String) -> Money {
    Money(
      Decimal(string: amount) ?? 0,
      MoneyFormat(currency: "USD", locale: Locale(identifier: "en_US")))
  }

  /// Pro since August, two cars, fuel, and a car that was refunded.
  static let history = History(purchases)

  static let purchases = [
    pro("2026-11-14", until: "2026-12-14", number: 731),
    purchase(.fuel87, .consumable, "2.97", bought: "2026-11-02", quantity: 3, number: 702),
    purchase(.racecar, .nonConsumable, "4.99", bought: "2026-10-21", number: 655),
    purchase(
      .suv, .nonConsumable, "2.99", bought: "2026-10-15", revoked: "2026-10-18", number: 631),
    pro("2026-10-14", until: "2026-11-14", number: 618),
    pro("2026-09-14", until: "2026-10-14", number: 577),
    pro("2026-08-14", until: "2026-09-14", number: 540, isFirst: true),
    purchase(.car, .nonConsumable, "1.99", bought: "2026-08-14", number: 539),
  ]

  /// The same, and three requests for refunds.
  static var refundRequests: History {
    let requests: [String: RefundRequest] = [
      .racecar: .pending, .fuel87: .declined, .car: .granted,
    ]
    return History(
      purchases.map { purchase in
        var purchase = purchase
        purchase.refundRequest = requests[purchase.owned.productID]
        return purchase
      })
  }

  /// The part that a device keeps: the latest transaction of each product.
  static let keptHistory = History(
    [
      pro("2026-11-14", until: "2026-12-14", number: 731),
      purchase(.racecar, .nonConsumable, "4.99", bought: "2026-10-21", number: 655),
      purchase(
        .suv, .nonConsumable, "2.99", bought: "2026-10-15", revoked: "2026-10-18", number: 631),
      purchase(.car, .nonConsumable, "1.99", bought: "2026-08-14", number: 539),
    ], incompleteness: .offline)

  static func pro(
    _ bought: String, until expires: String, number: UInt64, isFirst: Bool = false,
    price: String = "4.99", offer: Product.SubscriptionOffer.PaymentMode? = nil, plan: String = .pro
  ) -> HistoryEntry {
    purchase(
      plan, .autoRenewable, price, bought: bought, expires: expires,
      renewal: !isFirst, number: number, offer: offer)
  }

  /// The transactions of a customer who buys a lot of fuel.
  static func longHistory(_ count: UInt64, hasMore: Bool = false) -> History {
    History(fuel(1...count), hasMore: hasMore)
  }

  /// Cans of fuel with these numbers.
  static func fuel(_ numbers: ClosedRange<UInt64>) -> [HistoryEntry] {
    numbers.map { number in
      purchase(.fuel87, .consumable, "0.99", bought: "2026-11-20", number: number)
    }
  }
}

extension HistoryEntry {
  /// As a family member's.
  var shared: HistoryEntry {
    var owned = owned
    owned.isFamilyShared = true
    return HistoryEntry(
      owned: owned, groupID: groupID, isRenewal: isRenewal, displayPrice: displayPrice,
      displayRefund: displayRefund)
  }
}
