import Foundation
import OpenStoreKit
import TerminalUI

@testable import DemoApp

/// SK Demo's shop on 14 November 2026, and a customer as each test wants them.
enum Sample {
  static let now = date("2026-11-14T10:00:00Z")

  static func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }

  private static func product(
    _ id: String, _ kind: Product.ProductType, _ name: String, _ description: String,
    _ price: String, shared: Bool = false, plan: ProductRow.Plan? = nil
  ) -> ProductRow {
    ProductRow(
      id: id, kind: kind, displayName: name, description: description,
      price: Decimal(string: price) ?? 0, displayPrice: "$\(price)", isFamilyShareable: shared,
      plan: plan)
  }

  private static func fuel(_ octane: Int, _ price: String) -> ProductRow {
    product(
      "consumable.fuel.octane\(octane)", .consumable, "Fuel\(octane)", "\(octane)", price)
  }

  static func plan(
    _ name: String, _ level: Int, _ price: String, _ description: String,
    introductory: ProductRow.Offer? = nil, winBacks: [ProductRow.Offer] = [],
    group: String = "3F19ED53"
  ) -> ProductRow {
    product(
      "subscription.\(name.lowercased())", .autoRenewable, name, description, price,
      plan: ProductRow.Plan(
        groupID: group, groupLevel: level, unitText: "month", period: DateComponents(month: 1),
        introductoryOffer: introductory,
        winBackOffers: winBacks))
  }

  private static let twoMonths = ProductRow.Offer(
    mode: .payUpFront, displayPrice: "$1.99", unitText: "2 months", length: "2 months")

  static let welcomeBack = ProductRow.Offer(
    mode: .payUpFront, displayPrice: "$4.99", unitText: "3 months", length: "3 months",
    id: "pro.welcome.back")

  static func products(eligible: Bool = true) -> [ProductRow] {
    let pass = "Standard 1 Year Service Access"
    return [
      fuel(87, "0.99"), fuel(89, "1.99"), fuel(91, "2.99"),
      product(.car, .nonConsumable, "Car", "A standard five-seater", "1.99"),
      product(
        .suv, .nonConsumable, "Sport Utility Vehicle", "Off-road vehicle", "2.99", shared: true),
      product(.racecar, .nonConsumable, "Race Car", "Race Car", "4.99"),
      product(.pass, .nonRenewable, pass, pass, "9.99"),
      plan("Standard", 3, "2.99", "Navigation assistance"),
      plan("Premium", 2, "3.99", "Navigation assistance and dash cam"),
      plan(
        "Pro", 1, "4.99", "Navigation assistance, dash cam, & autopilot",
        introductory: eligible ? twoMonths : nil, winBacks: [welcomeBack]),
    ]
  }

  static func facts(eligible: Bool = true) -> StoreFacts {
    StoreFacts(products: products(eligible: eligible), now: now)
  }

  /// The transaction with which every sample subscription began, unless a test says otherwise.
  static let originalID: UInt64 = 2_000_000_000

  static func owned(
    _ id: String, kind: Product.ProductType = .nonConsumable, bought: String = "2026-10-21",
    expires: String? = nil, revoked: String? = nil, number: UInt64 = 2_000_000_001,
    isUpgraded: Bool = false, price: String? = nil,
    offer: Product.SubscriptionOffer.PaymentMode? = nil
  ) -> Owned {
    Owned(
      transactionID: number, productID: id, kind: kind,
      purchaseDate: date("\(bought)T10:00:00Z"),
      expirationDate: expires.map { date("\($0)T10:00:00Z") },
      revocationDate: revoked.map { date("\($0)T10:00:00Z") }, isUpgraded: isUpgraded,
      originalID: originalID, price: price.map { Sample.price($0) },
      offer: offer.map { PurchaseOffer(kind: .introductory, mode: $0) })
  }

  static func price(_ amount: String) -> Price {
    Price(amount: Decimal(string: amount) ?? 0, text: "$\(amount)")
  }

  static func status(
    _ id: String, _ state: SubscriptionRenewalState, expires: String = "2026-12-14",
    revoked: String? = nil, renews: Bool = true, next: String? = nil,
    reason: SubscriptionRenewalInfo.ExpirationReason? = nil, grace: String? = nil,
    isVerified: Bool = true, began: String? = nil, group: String = "3F19ED53"
  ) -> PlanStatus {
    PlanStatus(
      groupID: group, state: state,
      transaction: owned(
        id, kind: .autoRenewable, bought: began ?? aMonth(before: expires), expires: expires,
        revoked: revoked, number: 2_000_000_007, price: "4.99"),
      renewal: PlanStatus.Renewal(
        currentProductID: id, willAutoRenew: renews,
        autoRenewPreference: renews ? next ?? id : nil, expirationReason: reason,
        gracePeriodExpirationDate: grace.map { date("\($0)T10:00:00Z") },
        renewalDate: date("\(expires)T10:00:00Z"),
        renewalPrice: renews ? price(next == .standard ? "2.99" : "4.99") : nil),
      isVerified: isVerified)
  }
}

extension Sample {
  private static func aMonth(before day: String) -> String {
    let start = Calendar.gregorianUTC.date(
      byAdding: .month, value: -1, to: date("\(day)T10:00:00Z"))
    return String((start ?? now).formatted(.iso8601).prefix(10))
  }

  /// Owns two cars and Pro.
  static var owner: StoreFacts {
    facts(eligible: false).with {
      $0.entitlements = [owned(.car), owned(.racecar)]
      $0.statuses = [status(.pro, .subscribed, began: "2026-11-14")]
      $0.planChanges = [.pro: .never, .premium: .atRenewal, .standard: .atRenewal]
    }
  }

  /// Had Pro, and nothing else.
  static var lapsed: StoreFacts {
    facts(eligible: false).with {
      $0.statuses = [
        status(.pro, .expired, expires: "2026-11-02", renews: false, reason: .autoRenewDisabled)
      ]
    }
  }

  /// Has Pro, and Standard from the next period on.
  static var downgrading: StoreFacts {
    owner.with { $0.statuses = [status(.pro, .subscribed, next: .standard)] }
  }

  /// Has two cars, and Pro in its grace period.
  static var grace: StoreFacts { owner.with { $0.statuses = [inGrace] } }

  /// The status of a plan in its grace period.
  static var inGrace: PlanStatus {
    status(.pro, .inGracePeriod, expires: "2026-11-13", grace: "2026-11-29")
  }

  /// The status of a plan in billing retry.
  static var unpaid: PlanStatus { status(.pro, .inBillingRetryPeriod, expires: "2026-11-10") }

  static var passOwner: StoreFacts {
    facts().with { $0.entitlements = [owned(.pass, kind: .nonRenewable, expires: "2027-10-21")] }
  }

  /// A second group with one plan, beside the group of the navigation plans.
  static let roadside = plan(
    "Roadside", 1, "1.49", "Help wherever you stand", group: "7A10C2D4")

  /// A third group with one plan.
  static let parking = plan("Parking", 1, "0.99", "A place in town", group: "91B3E5F7")

  /// Has Pro, and Roadside in billing retry.
  static var hybrid: StoreFacts {
    owner.with {
      $0.products.append(roadside)
      $0.statuses.append(
        status(roadside.id, .inBillingRetryPeriod, expires: "2026-11-10", group: "7A10C2D4"))
    }
  }

  /// Nothing is known, because the shop could not be loaded.
  static var notLoaded: StoreFacts {
    StoreFacts(productFailure: "the store cannot be reached", now: now)
  }

  static let tank = [String.fuel87: 4, "consumable.fuel.octane89": 1]
}

/// The IDs of SK Demo's products.
extension String {
  static let car = "nonconsumable.car"
  static let suv = "nonconsumable.utilityvehicle"
  static let racecar = "nonconsumable.racecar"
  static let fuel87 = "consumable.fuel.octane87"
  static let fuel89 = "consumable.fuel.octane89"
  static let pass = "nonRenewing.standard"
  static let standard = "subscription.standard"
  static let premium = "subscription.premium"
  static let pro = "subscription.pro"
}

extension StoreFacts {
  /// These facts after a change.
  func with(_ change: (inout StoreFacts) -> Void) -> StoreFacts {
    var facts = self
    change(&facts)
    return facts
  }

  /// These facts while the store does not answer.
  var offline: StoreFacts { with { $0.offlineSince = Sample.date("2026-11-14T09:30:00Z") } }
}

/// Answers a launch with facts that are known beforehand.
struct FixedSource: LaunchSource {
  let facts: StoreFacts

  func listen() async {}
  func entitle(report: @Sendable (Int, Int) async -> Void) async -> StoreFacts { facts }
}

extension Sample {
  static var presentation: Presentation {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Products.json")
    return (try? Data(contentsOf: file)).map(Presentation.read) ?? Presentation()
  }

  /// Orders that were asked for five minutes before the facts.
  static func orders(
    _ products: String..., need: PendingOrder.Need = .approval,
    state: PendingOrder.State = .waiting
  ) -> [String: ProductOrders] {
    ProductOrders.byProduct(products.map { order(1, of: $0, need: need, state) })
  }

  static func order(
    _ id: UInt64?, of product: String = .fuel87, quantity: Int = 1,
    need: PendingOrder.Need = .approval, _ state: PendingOrder.State = .waiting
  ) -> PendingOrder {
    PendingOrder(
      id: id, productID: product, quantity: quantity, need: need, state: state,
      date: facts().now.addingTimeInterval(-300))
  }

  /// A customer with these orders.
  static func facts(ordered orders: PendingOrder...) -> StoreFacts {
    facts().with { $0.orders = ProductOrders.byProduct(orders) }
  }

  static func launchResult(_ facts: StoreFacts) async -> LaunchResult {
    await Launch(source: FixedSource(facts: facts), now: { .now }).run()
  }

  /// The storefront before its launch.
  static func newDemo(
    lastSeen: StoreFacts? = nil, fuel: [String: Int] = [:], emoji: Bool = false,
    reducesMotion: Bool = false
  ) -> Demo {
    var demo = Demo(reducesMotion: reducesMotion)
    var presentation = presentation
    presentation.usesEmoji = emoji
    demo.send(.opened(presentation, lastSeen: lastSeen.map { Store($0) }, fuel: fuel))
    return demo
  }

  /// The storefront after its launch.
  static func demo(
    _ facts: StoreFacts, fuel: [String: Int] = [:], emoji: Bool = false,
    reducesMotion: Bool = false
  ) async -> Demo {
    var demo = newDemo(fuel: fuel, emoji: emoji, reducesMotion: reducesMotion)
    demo.send(.launched(await launchResult(facts)))
    return demo
  }
}

extension Demo {
  @discardableResult
  mutating func send(_ message: Message) -> [Effect] { update(.message(message)) }

  /// The effects after keys typed one after the other.
  @discardableResult
  mutating func type(_ keys: Key...) -> [Effect] { keys.flatMap { update(.input(.key($0))) } }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.flatMap { type(.character($0)) }
  }

  func picture(columns: Int = 80, rows: Int = 24) -> String {
    frame(columns: columns, rows: rows).text
  }

  func frame(columns: Int, rows: Int) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    var demo = self
    demo.adapt(to: frame.size)
    demo.draw(on: &frame)
    return frame
  }
}
