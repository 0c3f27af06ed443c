import DemoApp
import Foundation
import OpenStoreKit
import TerminalUI

/// SK Demo's shop on 14 November 2026, and a customer as each test wants them.
enum Sample {
  static let now = date("2026-11-14T10:00:00Z")

  static func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? .distantPast
  }

  static func car(
    _ id: String, _ name: String, _ description: String, _ price: Decimal, shared: Bool = false
  ) -> ProductRow {
    ProductRow(
      id: id, kind: .nonConsumable, displayName: name, description: description, price: price,
      displayPrice: "$\(price)", isFamilyShareable: shared)
  }

  static func fuel(_ octane: Int, _ price: Decimal) -> ProductRow {
    ProductRow(
      id: "consumable.fuel.octane\(octane)", kind: .consumable, displayName: "Fuel\(octane)",
      description: "\(octane)", price: price, displayPrice: "$\(price)")
  }

  static func plan(
    _ name: String, _ level: Int, _ price: Decimal, _ description: String,
    introductory: ProductRow.Introductory? = nil
  ) -> ProductRow {
    ProductRow(
      id: "subscription.\(name.lowercased())", kind: .autoRenewable, displayName: name,
      description: description, price: price, displayPrice: "$\(price)",
      plan: ProductRow.Plan(
        groupID: "3F19ED53", groupLevel: level, period: PlanPeriod(unit: .month, value: 1),
        introductoryOffer: introductory))
  }

  static let twoMonths = ProductRow.Introductory(
    mode: .payUpFront, displayPrice: "$1.99", period: PlanPeriod(unit: .month, value: 2))

  static func price(_ text: String) -> Decimal { Decimal(string: text) ?? 0 }

  static func products(eligible: Bool = true) -> [ProductRow] {
    [
      fuel(87, price("0.99")), fuel(89, price("1.99")), fuel(91, price("2.99")),
      car("nonconsumable.car", "Car", "A standard five-seater", price("1.99")),
      car(
        "nonconsumable.utilityvehicle", "Sport Utility Vehicle", "Off-road vehicle",
        price("2.99"), shared: true),
      car("nonconsumable.racecar", "Race Car", "Race Car", price("4.99")),
      ProductRow(
        id: "nonRenewing.standard", kind: .nonRenewable,
        displayName: "Standard 1 Year Service Access",
        description: "Standard 1 Year Service Access", price: price("9.99"), displayPrice: "$9.99"),
      plan("Standard", 3, price("2.99"), "Navigation assistance"),
      plan("Premium", 2, price("3.99"), "Navigation assistance and dash cam"),
      plan(
        "Pro", 1, price("4.99"), "Navigation assistance, dash cam, & autopilot",
        introductory: eligible ? twoMonths : nil),
    ]
  }

  static func facts(eligible: Bool = true) -> StoreFacts {
    StoreFacts(products: products(eligible: eligible), now: now)
  }

  static func owned(
    _ id: String, kind: ProductRow.Kind = .nonConsumable, bought: String = "2026-10-21",
    expires: String? = nil, revoked: String? = nil, number: UInt64 = 2_000_000_001,
    isUpgraded: Bool = false
  ) -> Owned {
    Owned(
      transactionID: number, productID: id, kind: kind,
      purchaseDate: date("\(bought)T10:00:00Z"),
      expirationDate: expires.map { date("\($0)T10:00:00Z") },
      revocationDate: revoked.map { date("\($0)T10:00:00Z") }, isUpgraded: isUpgraded)
  }

  static func status(
    _ id: String, _ state: PlanStatus.State, expires: String = "2026-12-14",
    revoked: String? = nil, renews: Bool = true, next: String? = nil,
    reason: PlanStatus.ExpirationReason? = nil, grace: String? = nil, isVerified: Bool = true,
    began: String = "2026-10-14", group: String = "3F19ED53"
  ) -> PlanStatus {
    PlanStatus(
      groupID: group, state: state,
      transaction: owned(
        id, kind: .autoRenewable, bought: began, expires: expires, revoked: revoked,
        number: 2_000_000_007),
      renewal: PlanStatus.Renewal(
        currentProductID: id, willAutoRenew: renews,
        autoRenewPreference: renews ? next ?? id : nil, expirationReason: reason,
        gracePeriodExpirationDate: grace.map { date("\($0)T10:00:00Z") },
        renewalDate: date("\(expires)T10:00:00Z")),
      isVerified: isVerified)
  }
}

extension Sample {
  /// Owns two cars and Pro.
  static var owner: StoreFacts {
    var facts = facts(eligible: false)
    facts.entitlements = [owned("nonconsumable.car"), owned("nonconsumable.racecar")]
    facts.statuses = [status("subscription.pro", .subscribed, began: "2026-11-14")]
    facts.planChanges = [
      "subscription.pro": .never, "subscription.premium": .atRenewal,
      "subscription.standard": .atRenewal,
    ]
    return facts
  }

  /// Had Pro, and nothing else.
  static var lapsed: StoreFacts {
    var facts = facts(eligible: false)
    facts.statuses = [
      status(
        "subscription.pro", .expired, expires: "2026-11-02", renews: false,
        reason: .autoRenewDisabled)
    ]
    return facts
  }

  /// A second group with one plan, beside the group of the navigation plans.
  static let roadside = ProductRow(
    id: "subscription.roadside", kind: .autoRenewable, displayName: "Roadside",
    description: "Help wherever you stand", price: price("1.49"), displayPrice: "$1.49",
    plan: ProductRow.Plan(
      groupID: "7A10C2D4", groupLevel: 1, period: PlanPeriod(unit: .month, value: 1)))

  /// Pro serves and Roadside waits for its payment.
  static var hybrid: StoreFacts {
    var facts = owner
    facts.products.append(roadside)
    facts.statuses.append(
      status(roadside.id, .inBillingRetryPeriod, expires: "2026-11-10", group: "7A10C2D4"))
    return facts
  }

  static let tank = ["consumable.fuel.octane87": 4, "consumable.fuel.octane89": 1]
}

/// Answers a launch with facts that are known beforehand.
struct FixedSource: LaunchSource {
  let facts: StoreFacts

  func listen() async {}
  func entitle() async -> StoreFacts { facts }
}

extension Sample {
  static var presentation: Presentation {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Products.json")
    return (try? Data(contentsOf: file)).map(Presentation.read) ?? Presentation()
  }

  static func personalised(_ facts: StoreFacts) async -> Personalised {
    await Launch(source: FixedSource(facts: facts), clock: StillClock()).run()
  }

  /// The storefront after its launch.
  static func demo(_ facts: StoreFacts, fuel: [String: Int] = [:]) async -> Demo {
    var demo = Demo(presentation: presentation, fuel: fuel)
    _ = demo.update(.message(.personalised(await personalised(facts))))
    return demo
  }
}

/// A clock on which no time passes.
struct StillClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let now = Instant()
  let minimumResolution = Swift.Duration.zero

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

extension Demo {
  /// What is returned after keys typed one after the other.
  @discardableResult
  mutating func type(_ keys: Key...) -> [Effect] { keys.flatMap { update(.input(.key($0))) } }

  @discardableResult
  mutating func type(_ text: String) -> [Effect] {
    text.flatMap { update(.input(.key(.character($0)))) }
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
