import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TerminalUI
import TestSupport

/// Random input of a person, or an event of the store meanwhile.
enum RandomEvent {
  case type([Key])
  /// The first button of the mouse is pressed, which the terminal reports in a form.
  case press(Point, MouseForm)
  /// The wheel is turned, the mouse is moved or another button is pressed; or the terminal replies to a
  /// question that another program has asked.
  case send(String)
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
  /// purchases. A sixth are keys that the screen names: few other letters do anything. An eighth of
  /// the rest are presses, most of them on what can be pressed.
  mutating func next(
    after newest: TransactionID, named keys: @autoclosure () -> [Key], pressing regions: [Rect],
    answer: Key?
  ) -> RandomEvent {
    if let answer, random.chance(of: 2) { return .type([answer]) }
    if random.chance(of: 6) {
      let keys = keys()
      if !keys.isEmpty { return .type([keys[random.roll(keys.count)]]) }
    }
    if random.chance(of: 8) { return press(in: regions) }
    return switch random.roll(200) {
    case 0..<2: .send(Self.replies[random.roll(Self.replies.count)])
    case 2..<10: .send(motion())
    case 10..<186: .type([key()])
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

  /// What a terminal replies to questions, pasted text, and halves of keys; none of it pays.
  private static let replies = [
    "\u{1B}[?62;1;4c\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\\u{1B}[24;80R\u{1B}[1;",
    "\u{1B}[?2026;2$y", "\u{1B}P>|tmux 3.4\u{1B}\\", "\u{1B}[I\u{1B}[O", "\u{1B}[99999;;;;9M",
    "\u{1B}[?1u\u{1B}[>0;276;0c", "\u{1B}[<0;5", "\u{1B}]52;c;cA==\u{7}",
    "\u{1B}[200~p\n\u{1B}[201~",
    "\u{1B}[0;0R", "\u{C2}\u{80}\u{0}\u{7F}",
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

  private mutating func press(in regions: [Rect]) -> RandomEvent {
    let point = point(in: regions)
    let isNear = max(point.column, point.row) < MouseForm.farthest
    return .press(point, isNear && random.chance(of: 2) ? .x10 : .sgr)
  }

  /// The wheel up and down, a motion, a release and another button, anywhere.
  private mutating func motion() -> String {
    let point = point(in: [])
    let button = [64, 65, 65, 35, 1, 2][random.roll(6)]
    let report = MouseForm.sgr.report(of: button, at: point)
    return random.chance(of: 6) ? String(report.dropLast()) + "m" : report
  }

  /// A point in one of the regions, or anywhere.
  private mutating func point(in regions: [Rect]) -> Point {
    guard !regions.isEmpty, !random.chance(of: 4) else {
      return Point(column: random.roll(140), row: random.roll(50))
    }
    let rect = regions[random.roll(regions.count)]
    return Point(
      column: rect.minColumn + random.roll(rect.size.columns),
      row: rect.minRow + random.roll(rect.size.rows))
  }

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

  /// Sizes at which a screen changes its form.
  private static let sizes = [
    (1, 1), (2, 200), (200, 2), (19, 6), (20, 5), (20, 6), (40, 12), (120, 36), (200, 60),
  ].map { Size(columns: $0, rows: $1) }

  private mutating func size() -> Size {
    if random.chance(of: 2) { return Size(columns: 80, rows: 24) }
    if random.chance(of: 2) { return Self.sizes[random.roll(Self.sizes.count)] }
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
