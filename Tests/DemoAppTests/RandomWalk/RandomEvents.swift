import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI
import TestSupport

/// Random input of a person, or an event of the store meanwhile.
enum RandomEvent {
  case type([Key])
  case paste(String)
  case resize(Size)
  case damage
  /// A command of the store's operator.
  case command(OperatorCommand)
  /// The operator decides about every order that waits.
  case decideOrders(isGranted: Bool)
  /// Another device of the account buys.
  case buyElsewhere(String)
  /// A member of the account's family buys.
  case relativeBuys(String)
  /// A purchase of these products begins in the App Store.
  case beginInAppStore([String])
}

/// Events at random; equal seeds give equal events to equal screens.
struct RandomEvents {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: UInt64(seed)) }

  /// Returns what happens next; a command is about one of the transactions up to the `newest`.
  ///
  /// While a sheet asks, half of the events are its `answer`, so that a launch has several
  /// purchases. A sixth are keys that the screen names: few other letters do anything.
  mutating func next(
    after newest: TransactionID, named keys: [Key], answer: Key?
  ) -> RandomEvent {
    if let answer, random.chance(of: 2) { return .type([answer]) }
    if !keys.isEmpty, random.chance(of: 6) {
      return .type([keys[random.roll(keys.count)]])
    }
    return switch random.roll(200) {
    case 0..<186: .type([key()])
    case 186..<190: .type((0..<random.roll(12)).map { _ in key() })
    case 190..<193: .paste(Self.texts[random.roll(Self.texts.count)])
    case 193..<196: .resize(size())
    case 196: .damage
    case 197: purchase()
    default: .command(command(newest))
    }
  }

  /// Returns what happens before the storefront is opened: nothing, or what leads to a subscription that
  /// the customer has to do something about.
  ///
  /// By the other events alone the sheets about these come up once in ten thousand keys.
  mutating func beginning() -> [RandomEvent] {
    let plan = "subscription.standard"
    let ending: [OperatorCommand]
    switch random.roll(4) {
    case 0: return []
    case 1: ending = []
    case 2: ending = Self.plans.map { .disableAutoRenew(subscription: .product($0, account: nil)) }
    default: ending = [.setRenewalsFail(isOn: true)] + Self.advance("P2M")
    }
    return Self.calm.map(RandomEvent.command) + [.buyElsewhere(plan)]
      + ending.map(RandomEvent.command)
  }

  /// The customer may have one of the higher plans.
  private static let plans = ["standard", "premium", "pro"].map { "subscription.\($0)" }

  /// With these a purchase and its renewals succeed.
  private static let calm: [OperatorCommand] = [
    .clearSimulatedErrors, .setAskToBuy(isOn: false), .setInterruptedPurchases(isOn: false),
    .setRenewalsFail(isOn: false),
  ]

  private static func advance(_ duration: String) -> [OperatorCommand] {
    CalendarDuration(duration).map { [.advance(move: .by($0))] } ?? []
  }

  /// An offer code that everybody can redeem once.
  static let code = "GIFT"

  /// The account of a member of the family.
  static let relative = "ann"

  private static let failing: [SimulatedAPI] = [
    .purchase, .loadProducts, .refundRequest, .offerCodeRedeem, .manageSubscriptions,
  ]

  private static let texts = ["p", "b\np\np", "refund quit", "\u{1B}[31mp", "🏎🏎🏎", code, code]

  private static let products = [
    "nonconsumable.car", "consumable.fuel.octane87", "subscription.standard",
    "nonRenewing.standard",
  ]

  private static let keys: [Key] = [
    .enter, .escape, .tab, .backtab, .up, .down, .down, .left, .right, .right, .pageUp, .pageDown,
    .home, .end, .backspace, .delete,
  ]

  /// Mostly keys that the screens and the sheets have.
  private mutating func key() -> Key {
    switch random.roll(10) {
    case 0..<3: Self.keys[random.roll(Self.keys.count)]
    case 3: .character("p")
    case 4: .character("b")
    case 5: .character(Array("smahTo:?/*")[random.roll(10)])
    case 6: .character(Array("123456789")[random.roll(9)])
    default: .character(Array("abcdefghijklmnoprstuvwxyz")[random.roll(25)])
    }
  }

  private mutating func purchase() -> RandomEvent {
    let product = Self.products[random.roll(Self.products.count)]
    return switch random.roll(4) {
    case 0: .buyElsewhere(product)
    case 1: .relativeBuys(product)
    case 2: .beginInAppStore(Array(Self.products[...random.roll(Self.products.count)]))
    default: .decideOrders(isGranted: random.chance(of: 2))
    }
  }

  private mutating func size() -> Size {
    if random.chance(of: 2) { return Size(columns: 80, rows: 24) }
    return Size(columns: 1 + random.roll(140), rows: 1 + random.roll(50))
  }

  private mutating func command(_ newest: TransactionID) -> OperatorCommand {
    let id = TransactionID(rawValue: max(1_000_000_001, newest.rawValue - UInt64(random.roll(40))))
    let plan = SubscriptionReference.transaction(id)
    let commands: [OperatorCommand] = [
      .refund(transactionID: id), .declineRefund(transactionID: id),
      .reverseRefund(transactionID: id), .expire(subscription: plan),
      .failBilling(subscription: plan), .recoverBilling(subscription: plan),
      .setRenewalsFail(isOn: random.chance(of: 2)), .disableAutoRenew(subscription: plan),
      .requestPriceIncreaseConsent(subscription: plan),
      .setAskToBuy(isOn: random.chance(of: 3)),
      .setInterruptedPurchases(isOn: random.chance(of: 3)),
      .setStorefront(storefront: random.chance(of: 2) ? "JPN" : "USA"),
      .renew(subscription: plan), .delete(transactionID: id),
      .setPrice(
        productID: "subscription.pro", price: Decimal(random.roll(9)), policy: .askConsent),
      .withdraw(productID: "nonconsumable.car"), .undoWithdraw(productID: "nonconsumable.car"),
      .setSimulatedError(
        api: Self.failing[random.roll(Self.failing.count)],
        error: random.chance(of: 3) ? SimulatedError(.notEntitled) : nil),
      .clearSimulatedErrors, .addFamilyMember(account: Self.relative, organizer: nil),
      .addFamilyMember(account: Self.relative, organizer: "alice"),
      .removeFamilyMember(account: Self.relative),
      .setFamilySharing(isOn: random.chance(of: 2), account: Self.relative),
    ]
    let all = commands + Self.advance("P20D") + Self.advance("P20D")
    return all[random.roll(all.count)]
  }
}
