import AppStorePayloads
import AppStoreServerAPI
import Foundation
import NotificationHTTPClient
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI
import TestSupport
import Testing

/// Apple's App Store Server Library for Python, as a developer's server uses it.
@Suite(.hangLimit) struct AppStoreServerLibraryTests {
  @Test func `Apple's client calls a served store with every method, and verifies every answer`()
    async throws
  {
    let shop = try await ServedShop.open()
    let values = try await shop.describe()

    let early = try await AppStoreServerLibrary.run(
      "drive_client.py", values, "without a notification URL there is no test notification")
    let receiver = try await LibraryReceiver.start()
    try await shop.setNotificationURL(receiver.url(root: shop.root))
    let run = try await AppStoreServerLibrary.run("drive_client.py", values)

    #expect(early.status == 0, "\(early.output)\(early.errors)")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try await shop.server.end() == 0)
  }

  @Test func `every notification of the table arrives once, verified, at the time of its event`()
    async throws
  {
    let receiver = try await LibraryReceiver.start()
    var names: Set<String> = []
    var uuids: [String] = []

    for scenario in LifecycleScenario.all {
      let shop = try await SendingShop(receiver)
      for step in scenario.steps { try await shop.perform(step) }
      let received = try await shop.received()
      let events = try await shop.events()

      #expect(received.allSatisfy { $0.error == nil && $0.attempt == 1 }, "\(scenario)")
      #expect(
        received.allSatisfy { one in one.signedDates?.allSatisfy { $0 == one.date } ?? false },
        "\(scenario)")
      #expect(
        received.filter { $0.appTransaction == SendingShop.appTransactionID }.map(\.event)
          == events, "\(scenario)")
      names.formUnion(received.map(\.name))
      uuids += received.map(\.uuid)
    }

    #expect(names.isSuperset(of: LifecycleScenario.all.map(\.notification.name)))
    #expect(Set(uuids).count == uuids.count)
  }

  @Test func `a notification that is refused arrives again with the same bytes, an hour later`()
    async throws
  {
    let receiver = try await LibraryReceiver.start()
    let shop = try await SendingShop(receiver, answers: [500], retries: true)

    try await shop.perform(.buy("subscription.standard"))
    try await shop.perform(.advance("P1M"))
    try await shop.perform(.advance("P1D"))

    let received = try await shop.received()
    #expect(
      received.map { "\($0.name) \($0.answered)" } == [
        "SUBSCRIBED INITIAL_BUY 500", "SUBSCRIBED INITIAL_BUY 200", "DID_RENEW 500",
        "DID_RENEW 200",
      ])
    #expect(received.allSatisfy { $0.error == nil && $0.sameBytes })
    #expect(received.map(\.attempt) == [1, 2, 1, 2])
    #expect(Set(received.map(\.uuid)).count == 2)
    #expect(Set(received.map { "\($0.name) \($0.date ?? 0)" }).count == 2)
  }

  @Test func `a notification that is not answered in time arrives again with the same bytes`()
    async throws
  {
    let receiver = try await LibraryReceiver.start()
    let shop = try await SendingShop(receiver, answers: [0], retries: true)

    try await shop.perform(.buy("nonconsumable.car"))
    try await shop.perform(.advance("PT1H"))

    let (first, second) = (try await receiver.next(), try await receiver.next())
    #expect([first, second].map(\.name) == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    #expect([first, second].map(\.answered) == [0, 200])
    #expect(second.uuid == first.uuid && second.date == first.date && second.sameBytes)
  }

  @Test func `what a killed server did not deliver arrives from the next one, with the same UUID`()
    async throws
  {
    let (commandLine, receiver) = (try CommandLineFixture(), try await LibraryReceiver.start())
    let killed = try await ServeProcess.start(commandLine)
    try await killed.withStore { engine in
      let credentials = Credentials(account: "ann", password: "correct horse")
      _ = try await engine.perform(.addAccount(credentials: credentials))
    }
    let store = try killed.store().operator(key: killed.operatorKey())
    _ = try await store.perform(.setClock(frozen: true))
    // Nothing listens there.
    _ = try await store.perform(.setNotificationURL(url: "http://127.0.0.1:9/", retries: true))
    let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car")
    let purchase = OperatorPurchase(order: order, account: "ann")
    guard case .bought(let car, _, _) = try await store.perform(.buy(purchase: purchase)).value
    else { throw FixtureError(text: "nothing was bought") }
    let question = OperatorCommand.transactionNotifications(transactionID: car.id)
    var listed: [TransactionNotification] = []
    try await wait(for: "an attempt") {
      guard case .transactionNotifications(let list) = try await store.perform(question).value
      else { return false }
      listed = list
      return list.first?.attempts.isEmpty == false
    }
    try await killed.kill()

    let next = try await ServeProcess.start(commandLine)
    let reopened = try next.store().operator(key: next.operatorKey())
    let root = commandLine.data.appending(path: "authority/root.der")
    let url = try receiver.url(root: root)
    _ = try await reopened.perform(.setNotificationURL(url: url, retries: true))
    let hour = try #require(CalendarDuration("PT1H"))
    _ = try await reopened.perform(.advance(move: .by(hour)))

    let received = try await receiver.next()
    #expect(received.name == "ONE_TIME_CHARGE" && received.error == nil)
    #expect(received.attempt == 1)
    #expect(listed.map { "\($0.id)" } == [received.uuid])
    #expect(listed.first?.attempts.count == 1)
    #expect(try await next.end() == 0)
  }
}

/// A store that sends its notifications to a server with Apple's library.
private struct SendingShop {
  /// The ID of the app transaction of the fixtures' first customer.
  static let appTransactionID = CustomerNumber(rawValue: 1).appTransactionID

  private let fixture: StoreFixture
  private let receiver: LibraryReceiver
  private let customer: any StoreBackend

  init(
    _ receiver: LibraryReceiver, answers: [Int] = [], retries: Bool = false
  ) async throws {
    fixture = try await StoreFixture.make().sending(by: HTTPNotificationTransport())
    self.receiver = receiver
    customer = try await fixture.device("phone").backend
    let url = try receiver.url(
      root: fixture.folder.appending(path: "authority/root.der"), answers: answers)
    _ = try await fixture.engine.perform(.setNotificationURL(url: url, retries: retries))
  }

  /// Performs a step, and sends its notifications before the next one.
  func perform(_ step: LifecycleScenario.Step) async throws {
    try await fixture.perform(step, as: customer)
    try await fixture.engine.sendDueNotifications()
  }

  /// The attempts that have arrived.
  func received() async throws -> [LibraryReceiver.Received] {
    let server = APICaller(keyID: "TESTKEY234", bundleID: StoreEngine.defaultBundleID)
    _ = try await fixture.engine.requestTestNotification(for: server)
    try await fixture.engine.sendDueNotifications()
    return try await receiver.untilTest()
  }

  /// The notifications of the first customer's events, each with the event's date.
  func events() async throws -> [String] {
    try await fixture.events().flatMap { stored in
      stored.change.notifications.map { $0.name(at: stored.change.date.millisecondsSince1970) }
    }
  }
}

extension LibraryReceiver.Received {
  /// Such as `DID_RENEW at 1771675200000`.
  fileprivate var event: String { "\(name) at \(date ?? 0)" }
}

extension StoreNotification {
  /// Such as `DID_CHANGE_RENEWAL_PREF UPGRADE`.
  fileprivate var name: String {
    [type.rawValue, subtype?.rawValue].compactMap(\.self).joined(separator: " ")
  }

  fileprivate func name(at milliseconds: Int64) -> String { "\(name) at \(milliseconds)" }
}
