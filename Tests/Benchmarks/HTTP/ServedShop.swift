import Foundation
import OpenStoreKit
import StoreAPI
import StoreHTTP

/// A store that is served by a process of its own, with its operator and its customers.
struct ServedShop {
  let server: ServerProcess
  let http: HTTPStore
  let `operator`: HTTPOperator
  private let folder: URL

  /// Opens a new store in a new folder inside `parent`.
  init(_ executable: URL, in parent: URL) throws {
    folder = parent.appending(path: "served-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try .store(executable, in: folder)
    http = try HTTPStore(StoreAddress(server.url))
    let key = try String(contentsOf: folder.appending(path: "operator.key"), encoding: .utf8)
    `operator` = http.operator(key: key.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// A new customer with so many devices.
  func customer(_ name: String, devices: Int) async throws -> [ServedDevice] {
    let credentials = Credentials(account: name, password: "the password of \(name)")
    _ = try await `operator`.addAccount(credentials)
    let signIn = try await http.accounts.signIn(credentials).value
    var all: [ServedDevice] = []
    for number in 1...devices {
      let registration = try await http.accounts.registerDevice(
        "device-\(number)", signIn: signIn.token)
      all.append(
        ServedDevice(
          http: http, registration: registration, account: name,
          folder: folder.appending(path: "\(name)-\(number)")))
    }
    return all
  }
}

/// A device that is signed in, and one run of its app.
struct ServedDevice {
  let backend: HTTPBackend
  let registration: Answer<Registration>
  let account: String
  let folder: URL
  private let instance = InstanceID(UUID())

  init(http: HTTPStore, registration: Answer<Registration>, account: String, folder: URL) {
    backend = http.backend(token: registration.value.token, instance: instance)
    self.registration = registration
    self.account = account
    self.folder = folder
  }

  /// What a request of the device has beside its path.
  var headers: [String] {
    [
      "authorization: Bearer \(registration.value.token)",
      "\(DeviceEndpoints.instanceHeader): \(instance)",
    ]
  }

  /// The device's app, whose customer confirms everything.
  func session() async throws -> StoreSession {
    let device = try DeviceStore.create(folder, account: account, registration: registration)
    var environment = SessionEnvironment.live
    environment.diagnose = { _ in }
    return try await StoreSession(
      backend, sheets: AutoConfirmingSheets(), device: device, environment: environment)
  }

  /// Buys one of it.
  ///
  /// - Returns: The transaction, which is not finished.
  func buy(_ productID: String) async throws -> TransactionID {
    let answer = try await backend.purchase(Order(key: OrderKey(UUID()), productID: productID))
    guard case .purchased(let purchase) = answer.value else {
      preconditionFailure("nothing keeps this customer from buying \(productID)")
    }
    return try JWS(purchase.signedTransaction).payload(as: TransactionPayload.self).transactionId
  }

  func finish(_ id: TransactionID) async throws { _ = try await backend.finish(id) }
}

private struct AutoConfirmingSheets: Sheets {
  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { true }
}
