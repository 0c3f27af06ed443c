import AppStorePayloads
import Comparison
import Foundation
import StoreAPI
import StoreHTTPClient
import StoreOperatorAPI

/// App Store Server Notifications, from the event to the developer's server.
enum NotificationsBenchmark {
  private static let customers = 8
  /// The store sends at most 32 notifications at the same time, and at most one of each customer.
  private static let waitingCustomers = 32
  /// The attempts of a hanging receiver take 5 seconds each, so they last longer than the comparison.
  private static let waitingNotifications = 8

  /// `python` is Python's executable with Apple's library; without it, nothing is compared with the
  /// library.
  static func run(_ executable: URL, in folder: URL, python: URL?) async throws {
    let store = try await SendingStore(executable, in: folder, to: ReceivingServer())
    let devices = try await store.customers(customers)
    for device in devices { try await device.finish(device.buy("subscription.standard")) }
    store.receiver.wait(for: customers)
    try await deliver(to: devices, of: store, in: folder)
    if let python { try await verify(devices[0], of: store, python, in: folder) }
    try await hang(executable, in: folder)
  }

  private static func deliver(
    to devices: [ServedDevice], of store: SendingStore, in folder: URL
  ) async throws {
    let database = try BareDatabase(folder.appending(path: "notifications.sqlite"))
    try await Comparison(
      name:
        "notifications of purchases by \(customers) customers at once, delivered to a local receiver",
      reference: "a bare durable insert", measure: .speed, showsRates: true
    ).run {
      try await PurchaseBenchmark.buyAtOnce(devices) { store.receiver.wait(for: customers) }
    } against: {
      try await timed { try await database.insert() }
    }
  }

  private static func verify(
    _ device: ServedDevice, of store: SendingStore, _ python: URL, in folder: URL
  ) async throws {
    let notifications = try NotificationSample(
      store.receiver.signedPayloads().prefix(2 * customers), of: device.registration.value)
    let library = try await notifications.startLibrary(python, in: folder)
    try await Comparison(
      name: "verify notifications with the signed data in them, chain known",
      reference: "Apple's library for Python, the same notifications", measure: .speed, rounds: 20
    ).run({ try await notifications.verify() }, against: { library.verify() })
    try await Comparison(
      name: "the same with a new verifier for each notification",
      reference: "Apple's library for Python", measure: .speed, rounds: 20
    ).run({ try await notifications.verifyAnew() }, against: { library.verify() })
  }

  private static func hang(_ executable: URL, in folder: URL) async throws {
    let hanging = try await SendingStore(
      executable, in: folder, to: ReceivingServer(hangs: true))
    let quick = try await SendingStore(executable, in: folder, to: ReceivingServer())
    let (buyer, other) = (try await hanging.customers(1)[0], try await quick.customers(1)[0])
    let quickDevices = try await quick.customers(waitingCustomers, named: "waiting")
    let devices = try await hanging.customers(waitingCustomers, named: "waiting")
    for _ in 0..<waitingNotifications {
      _ = try await PurchaseBenchmark.buyAtOnce(quickDevices) {
        quick.receiver.wait(for: waitingCustomers)
      }
    }
    for _ in 0..<waitingNotifications { _ = try await PurchaseBenchmark.buyAtOnce(devices) }
    try await Comparison(
      name: "a purchase over HTTP while the receiver of notifications hangs",
      reference: "while it answers at once", measure: .cost, aim: 1.1
    ).run({ try await buyer.buyFuel() }, against: { try await other.buyFuel() })
    // The servers end with their last references.
    withExtendedLifetime((hanging, quick)) {}
  }
}

/// A store that sends its notifications to a receiver.
private struct SendingStore {
  let receiver: ReceivingServer
  private let process: StoreProcess

  init(_ executable: URL, in folder: URL, to receiver: ReceivingServer) async throws {
    self.receiver = receiver
    process = try await StoreProcess(executable, in: folder, "--max-rate", "1000000")
    _ = try await process.operator.perform(.setNotificationURL(url: receiver.url))
  }

  /// Adds customers with one device each.
  func customers(_ count: Int, named name: String = "buyer") async throws -> [ServedDevice] {
    var devices: [ServedDevice] = []
    for number in 1...count {
      devices += try await process.customer("\(name)\(number)", devices: 1)
    }
    return devices
  }
}

/// Notifications of a store, and the values with which they are verified.
private struct NotificationSample {
  private let signedPayloads: [String]
  private let registration: Registration
  private let verifier: SignedDataVerifier

  init(_ signedPayloads: some Sequence<String>, of registration: Registration) {
    self.signedPayloads = Array(signedPayloads)
    self.registration = registration
    verifier = Self.newVerifier(registration)
  }

  private static func newVerifier(_ registration: Registration) -> SignedDataVerifier {
    SignedDataVerifier(
      rootCertificate: registration.rootCertificate, bundleID: registration.bundleID, device: nil)
  }

  /// The time in which one verifier verifies all.
  func verify() async throws -> Duration {
    try await timed { for signed in signedPayloads { try await verify(signed, with: verifier) } }
  }

  /// The time in which each is verified by a verifier that knows no certificate chain.
  func verifyAnew() async throws -> Duration {
    try await timed {
      for signed in signedPayloads {
        try await verify(signed, with: Self.newVerifier(registration))
      }
    }
  }

  private func verify(_ signed: String, with verifier: SignedDataVerifier) async throws {
    guard
      case .verified(let notification) = try await verifier.verify(
        signed, as: NotificationPayload.self),
      case .data(let data) = notification.subject, let transaction = data.signedTransactionInfo,
      case .verified = try await verifier.verify(transaction, as: TransactionPayload.self)
    else { preconditionFailure("the notification is not valid") }
    guard let renewalInfo = data.signedRenewalInfo else { return }
    guard case .verified = try await verifier.verify(renewalInfo, as: RenewalInfoPayload.self)
    else { preconditionFailure("the renewal info is not valid") }
  }

  /// Starts Apple's library with the same notifications.
  func startLibrary(_ python: URL, in folder: URL) async throws -> LibraryVerifier {
    let (root, list) = (
      folder.appending(path: "root.der"), folder.appending(path: "notifications.txt")
    )
    try registration.rootCertificate.write(to: root)
    try Data(signedPayloads.joined(separator: "\n").utf8).write(to: list)
    return try await LibraryVerifier(
      python,
      [root.path(percentEncoded: false), registration.bundleID, list.path(percentEncoded: false)])
  }
}

/// Apple's App Store Server Library for Python, in a process of its own.
private struct LibraryVerifier {
  private static let script = URL(filePath: #filePath)
    .appending(path: "../../AppStoreServerLibrary/verify_notifications.py").standardized

  private let process: ServerProcess
  private let connection: BlockingConnection

  init(_ python: URL, _ arguments: [String]) async throws {
    process = try await ServerProcess(
      python, ["-B", Self.script.path(percentEncoded: false)] + arguments)
    connection = BlockingConnection(port: process.port)
  }

  /// The time in which the library verifies all notifications, as it measures it.
  func verify() -> Duration {
    connection.send(.get("/"))
    let answer = connection.readAnswer()
    guard answer.status == 200, let time = Int(String(decoding: answer.body, as: UTF8.self)) else {
      preconditionFailure("Apple's library does not verify the notifications")
    }
    return .nanoseconds(time)
  }
}
