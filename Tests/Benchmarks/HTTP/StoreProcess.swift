import AppStorePayloads
import Comparison
import Foundation
import OpenStoreKit
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI

/// A store in a server process of its own, with its operator and customers.
struct StoreProcess {
  let server: ServerProcess
  let http: HTTPStore
  let `operator`: HTTPOperator
  private let folder: URL

  /// Serves a new store in a new folder inside `parent`, with these options of `skdemo serve`.
  init(_ executable: URL, in parent: URL, _ options: String...) async throws {
    folder = try parent.appending(path: "served-\(UUID())").created
    server = try await .store(executable, in: folder, options)
    http = try HTTPStore(StoreAddress(server.url))
    let key = try String(contentsOf: folder.appending(path: "operator.key"), encoding: .utf8)
    `operator` = http.operator(key: key.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Adds a customer and registers `devices` devices.
  func customer(_ name: String, devices: Int) async throws -> [ServedDevice] {
    let credentials = Credentials(account: name, password: "the password of \(name)")
    _ = try await `operator`.perform(.addAccount(credentials: credentials))
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

/// A registered device and one run of its app.
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

  /// The headers of the device's requests.
  var headers: [String] {
    [
      "authorization: Bearer \(registration.value.token)",
      "\(DeviceEndpoints.instanceHeader): \(instance)",
    ]
  }

  /// A session of the device's app, whose customer confirms everything.
  func session() async throws -> StoreSession {
    let device = try DeviceStore.create(folder, account: account, registration: registration)
    return try await .benchmark(backend, on: device)
  }

  /// Buys one of a product.
  ///
  /// - Returns: The ID of the transaction, which is not finished.
  func buy(_ productID: String) async throws -> TransactionID {
    let answer = try await backend.purchase(Order(key: OrderKey(UUID()), productID: productID))
    guard case .purchased(let purchase) = answer.value else {
      preconditionFailure("\(productID) was not purchased")
    }
    return try JWS(purchase.signedTransaction).payload(as: TransactionPayload.self).transactionId
  }

  func finish(_ id: TransactionID) async throws { _ = try await backend.finish([id]) }
}
