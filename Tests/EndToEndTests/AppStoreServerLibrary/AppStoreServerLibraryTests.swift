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

  @Test func `in two years every notification arrives at its time, and is accepted once`()
    async throws
  {
    let receiver = try await LibraryReceiver.start()
    let shop = try await SendingShop(receiver)

    for chapter in CustomerLife.chapters { try await shop.live(chapter) }
    let received = try await shop.received()

    #expect(received.filter { !$0.isVerified } == [])
    let about = received.filter { $0.appTransaction == SendingShop.appTransactionID }
    #expect(
      about.filter { $0.attempt == 1 }.map(\.event)
        == CustomerLife.chapters.flatMap(\.notifications))
    let general = received.filter { $0.appTransaction == nil }
    #expect(general.map(\.event) == CustomerLife.generalNotifications)
    #expect(Set((about + general).map(\.name)) == SendingShop.names.subtracting(["TEST"]))
    #expect(received.answersToRepeated == CustomerLife.answersToRepeated)
    let accepted = received.filter { $0.answered == 200 }.map(\.uuid)
    #expect(Set(accepted).count == accepted.count)
    #expect(Set(accepted) == Set(received.map(\.uuid)))
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
    // Nothing listens at this address.
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
  /// The types and subtypes of all notifications of the store, such as `EXPIRED VOLUNTARY`.
  static let names = Set(
    NotificationTrigger.all.map { trigger in
      [trigger.type.rawValue, trigger.subtype?.rawValue].compactMap(\.self).joined(separator: " ")
    })

  private let fixture: StoreFixture
  /// The same store, which waits for a response only briefly.
  private let impatient: StoreFixture
  private let receiver: LibraryReceiver
  private let customer: any StoreBackend

  /// A store with offers and products to share, whose customer has a device.
  init(_ receiver: LibraryReceiver) async throws {
    let store = try await StoreFixture.make()
    fixture = store.sending(by: HTTPNotificationTransport())
    impatient = store.sending(by: HTTPNotificationTransport(timeout: .seconds(2)))
    self.receiver = receiver
    let catalogue = try LifecycleScenario.offeringStandard(in: .shareableCatalogue())
    _ = try await store.engine.perform(.importCatalogue(configuration: catalogue))
    customer = try await store.device("phone").backend
  }

  /// Performs the steps of a chapter, and sends the notifications of each before the next one.
  func live(_ chapter: CustomerLife.Chapter) async throws {
    try await setURL(answers: chapter.answers)
    let isAnswered = chapter.answers.allSatisfy { $0 > 0 }
    let store = isAnswered ? fixture : impatient
    for step in chapter.steps {
      try await store.perform(step, as: customer)
      try await store.engine.sendDueNotifications()
    }
  }

  /// The attempts that have arrived.
  func received() async throws -> [LibraryReceiver.Received] {
    try await setURL(answers: [])
    let server = APICaller(keyID: "TESTKEY234", bundleID: StoreEngine.defaultBundleID)
    _ = try await fixture.engine.requestTestNotification(for: server)
    try await fixture.engine.sendDueNotifications()
    return try await receiver.untilTest()
  }

  private func setURL(answers: [Int]) async throws {
    let root = fixture.folder.appending(path: "authority/root.der")
    let url = try receiver.url(root: root, answers: answers)
    _ = try await fixture.engine.perform(.setNotificationURL(url: url, retries: true))
  }
}

extension LibraryReceiver.Received {
  /// Such as `2026-02-21T12:00 DID_RENEW`.
  fileprivate var event: String {
    let date = self.date.map { Date(timeIntervalSince1970: TimeInterval($0) / 1_000) }
    return "\(date.map { String($0.formatted(.iso8601).prefix(16)) } ?? "") \(name)"
  }

  /// Whether the library has verified everything in it, each signed at the same time, and every attempt
  /// has had the same bytes.
  fileprivate var isVerified: Bool {
    let isSignedAtOnce = signedDates?.allSatisfy { $0 == date } ?? (appTransaction == nil)
    return error == nil && sameBytes && isSignedAtOnce
  }
}

extension [LibraryReceiver.Received] {
  /// The answers to each notification that was sent more than once.
  fileprivate var answersToRepeated: [String] {
    let attempts = Dictionary(grouping: self, by: \.uuid)
    return filter { $0.attempt == 1 }.compactMap { first in
      guard let all = attempts[first.uuid], all.count > 1 else { return nil }
      return "\(first.event): \(all.map { "\($0.answered)" }.joined(separator: ", "))"
    }
  }
}
