import AppStorePayloads
import AppStoreSheets
import DemoApp
import Foundation
@testable import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import Synchronization
import TerminalUI
import TestSupport
import TransactionManager

/// A storefront on a real store, at which keys are pressed at random; it is opened again whenever it
/// ends.
actor RandomWalk {
  private let store: StoreFixture
  private let device: URL
  private let other: any StoreBackend
  /// A device of a member of the family.
  private let relative: any StoreBackend
  private let terminal = RecordedTerminal(keptFrames: 8)
  private var events: RandomEvents
  private var rest = 0
  /// The ID of the store's newest transaction before this launch.
  private var newest = TransactionID(rawValue: 1_000_000_001)

  /// Texts that stand on one screen or sheet each, of those that have not been on the screen.
  private(set) var unseen: Set = [
    "════", "Restore Purchases", "SUBSCRIPTION", "HISTORY", "done, nothing changes",
    "Why do you want your money back?", "What this app sells", "No money moves.",
    "Asks the App Store for everything that you own", "╭─ Keys", "Transaction Manager",
    "JWSTransactionDecodedPayload", "✓ Yours. ",
    "Turn off renewal", "Turn on renewal", "To pay ", "What is the reason?",
    "An offer code of this app", "Do you like this app?",
  ]
  private var lastSeen: Frame?
  /// What was drawn otherwise than the layers draw it anew, or painted otherwise than it was drawn.
  private(set) var differences: [String] = []
  /// On how many sheets that asked for an order p was pressed.
  private(set) var payKeys = 0
  /// In how many sheets the customer has agreed to an order.
  private(set) var agreements = 0
  /// Of this launch's sheets, the last one on which p was pressed.
  private var lastPaid = 0
  /// What the orders of the other device bear.
  private static let token = LowercaseUUID(UUID())
  private(set) var launches = 0
  /// The storefront that is open.
  private var session: StoreSession?

  init(seed: Int) async throws {
    store = try await StoreFixture.make()
    try await store.shareEverything()
    device = try await store.newDevice().folder
    other = try await store.device("phone").0
    relative = try await store.device("tablet", of: RandomEvents.relative)
    _ = try await store.engine.perform(
      .createOfferCodes(
        request: OfferCodeRequest(reference: "pro.free.month", custom: RandomEvents.code)))
    events = RandomEvents(seed: seed)
  }

  /// How many orders of the storefront were charged.
  func charges() async throws -> Int {
    try await transactions()
      .count {
        $0.transactionReason == .purchase && $0.appAccountToken != Self.token
          && $0.inAppOwnershipType == .purchased
      }
  }

  private func transactions() async throws -> [TransactionPayload] {
    var (all, revision): ([TransactionPayload], String?) = ([], nil)
    repeat {
      let answer = try await store.engine.perform(
        .transactions(account: nil, revision: revision))
      guard case .transactions(let page, let next, let hasMore) = answer.value else { break }
      all += page.map(\.transaction)
      revision = hasMore ? next : nil
    } while revision != nil
    return all
  }

  /// Lets this many events happen.
  func run(_ count: Int) async throws {
    rest = count
    for event in events.beginning() { await happen(event) }
    while rest > 0 { try await launch() }
  }

  /// Opens the storefront until it ends, or everything has happened.
  private func launch() async throws {
    launches += 1
    newest = try await transactions().map(\.transactionId).max() ?? newest
    let program = Program(terminal: terminal)
    let sheets = WatchedSheets(TerminalSheets(program: program, pause: { _ in }))
    let app = try await AppFixture.open(
      store, device: try DeviceStore.open(device), sheets: sheets)
    session = app.session
    await app.connected { controller in
      await self.bind(program, app.session)
      await Demo.open(on: program) { (controller, Sample.presentation) }
      await withThrowingTaskGroup { group in
        let isOver = IsOver()
        group.addTask {
          defer { isOver.set() }
          _ = try await program.run()
        }
        await self.use(program, sheets, until: isOver)
        program.quit()
      }
      await self.count(sheets)
    }
  }

  /// Lets events happen until the program is over, each after the program has taken the one before.
  private func use(
    _ program: Program, _ sheets: WatchedSheets, until isOver: IsOver
  ) async {
    while rest > 0, !isOver.isSet {
      guard terminal.isOpen, let frame = terminal.frames.last else {
        await Task.yield()
        continue
      }
      let screen = ShownScreen(frame)
      let event = events.next(
        after: newest, named: screen.namedKeys, pressing: screen.frame.regions.map(\.rect),
        answer: screen.answer)
      await happen(event, sheets)
      await terminal.waitUntilRead()
      if let difference = await program.differenceFromFreshDrawing {
        differences.append(difference)
      }
      look()
      rest -= 1
    }
  }

  private func count(_ sheets: WatchedSheets) {
    agreements += sheets.agreed
    lastPaid = 0
  }

  private func bind(_ program: Program, _ session: StoreSession) async {
    await program.bind(KeyBinding(.character("o"), label: "open the App Store's page")) {
      await session.showAppStorePage()
    }
    let manager = TransactionManagerSheet(program: program) { [store] in
      store.engine
    } sentence: {
      _, command in
      "\(command.name)"
    }
    await program.bind(KeyBinding(.character("T"), label: "store transactions")) {
      await manager.show()
    }
    await program.bind(KeyBinding(.character("*"), label: "rate this app")) {
      await session.requestReview()
    }
  }

  private func happen(_ event: RandomEvent, _ sheets: WatchedSheets? = nil) async {
    switch event {
    case .type(let keys):
      guard let sheets else { return }
      for key in keys { press(key, sheets) }
    case .press(let point, let form):
      guard let sheets else { return }
      press(at: point, form, sheets)
    case .send(let bytes): terminal.send(bytes)
    case .paste(let text): terminal.paste(text)
    case .resize(let size): terminal.resize(to: size)
    case .damage: terminal.damage()
    case .command(let command): _ = try? await store.engine.perform(command)
    case .buyElsewhere(let id): await buy(id, on: other)
    case .relativeBuys(let id): await buy(id, on: relative)
    case .decideOrders(let isGranted): await decideOrders(isGranted)
    case .beginInAppStore(let products): await begin(products)
    }
  }

  private func begin(_ products: [String]) async {
    for id in products {
      let app = "itms-services://?action=purchaseIntent&bundleId=\(StoreEngine.defaultBundleID)"
      guard let url = try? PurchaseIntentURL(app + "&productIdentifier=\(id)") else { continue }
      _ = try? await session?.open(url)
    }
  }

  private func buy(_ id: String, on device: any StoreBackend) async {
    let order = Order(key: OrderKey(UUID()), productID: id, appAccountToken: Self.token)
    _ = try? await device.purchase(order)
  }

  /// What the store refuses goes on waiting.
  private func decideOrders(_ isGranted: Bool) async {
    guard case .orders(let orders)? = try? await store.engine.perform(.orders).value else { return }
    for order in orders {
      let command: OperatorCommand =
        order.cause == .interrupted
        ? .resolve(orderID: order.id)
        : isGranted ? .approve(orderID: order.id) : .decline(orderID: order.id)
      _ = try? await store.engine.perform(command)
    }
  }

  /// Types a key, and counts p once for each sheet on which it may answer.
  ///
  /// What is typed before a sheet is drawn is thrown away then, so p can only answer a sheet that the
  /// screen shows. On a screen that is too small to say so p is not pressed.
  private func press(_ key: Key, _ sheets: WatchedSheets) {
    guard key == .character("p") else { return terminal.type(key) }
    guard isLarge else { return }
    countPayment(sheets, if: { ShownScreen($0).asks }) { terminal.type(key) }
  }

  /// Presses the mouse, and counts a press on what stands for p as that key is.
  private func press(at point: Point, _ form: MouseForm, _ sheets: WatchedSheets) {
    countPayment(sheets, if: { $0.press(at: point) == .key(.character("p")) }) {
      terminal.send(form.report(of: 0, at: point))
    }
  }

  private func countPayment(
    _ sheets: WatchedSheets, if mayPay: (Frame) -> Bool, by act: () -> Void
  ) {
    let (couldPay, opened) = (terminal.frames.last.map(mayPay) == true, sheets.opened)
    act()
    // The sheet may have been drawn and answered meanwhile, and another one opened.
    guard couldPay || terminal.frames.contains(where: mayPay), sheets.opened > lastPaid else {
      return
    }
    payKeys += 1
    lastPaid = max(opened, lastPaid + 1)
  }

  private var isLarge: Bool {
    terminal.frames.last.map { $0.size.columns >= 70 && $0.size.rows >= 20 } == true
  }

  private func look() {
    let frames = terminal.frames
    let next = lastSeen.flatMap(frames.lastIndex(of:)).map { $0 + 1 } ?? 0
    for frame in frames[next...] {
      let painted = (lastSeen ?? Frame(size: frame.size)).painted(to: frame)
      if painted != frame { differences.append("painted:\n\(painted.text)\n\(frame.text)") }
      lastSeen = frame
    }
    guard !unseen.isEmpty else { return }
    for text in frames[next...].map(\.text) { unseen = unseen.filter { !text.contains($0) } }
  }
}

/// Whether a program has ended.
private final class IsOver: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
