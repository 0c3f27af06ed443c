import AppStorePayloads
import AsyncHTTPClient
import DemoApp
import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTPClient
import Synchronization
import TestSupport

/// A store's server, a faulty network in front of it, and the devices of one customer.
final class NetworkFixture: Sendable {
  let parameters: NetworkTestParameters
  private let temporaryFolder: TemporaryFolder
  private let server: Mutex<ServeProcess>
  private let proxy: FaultyProxy
  private let proxyTask: Task<Void, any Error>
  private let proxyClient: HTTPClient
  private let devices: [PurchasingDevice]
  private let confirmedCount = Atomic(0)
  private let restartCount = Atomic(0)

  init(_ parameters: NetworkTestParameters) async throws {
    self.parameters = parameters
    temporaryFolder = try TemporaryFolder()
    let folder = temporaryFolder.url
    let process = try await ServeProcess(data: folder)
    server = Mutex(process)
    // Each stream of updates has a connection of its own.
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
    proxyClient = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let proxy = FaultyProxy(seed: parameters.seed, target: process.url, client: proxyClient)
    let (ports, onPort) = AsyncStream<Int>.makeStream()
    proxyTask = Task { try await proxy.run { onPort.yield($0) } }
    self.proxy = proxy
    var iterator = ports.makeLimitedIterator()
    guard let port = await iterator.next() else { throw FixtureError(text: "no port") }
    let direct = try HTTPStore(StoreAddress(process.url), .patient)
    let network = try HTTPStore(StoreAddress("http://127.0.0.1:\(port)"), .hasty)
    devices = try await Self.register(
      parameters.devices, of: process.withStore { try await $0.signUp(.alice).value }, at: direct,
      through: network, in: folder)
  }

  deinit {
    proxyTask.cancel()
    proxyClient.shutdown { _ in }
  }

  /// Registers devices, which reach the store through `network` from then on.
  static func register(
    _ count: Int, of signIn: SignIn, at store: HTTPStore, through network: HTTPStore,
    in folder: URL
  ) async throws -> [PurchasingDevice] {
    let presentation = Presentation.read(try Data(contentsOf: .products))
    return try await (1...count).asyncMap { number in
      let name = "device-\(number)"
      let registration = try await store.accounts.registerDevice(name, signIn: signIn.token)
      let device = try DeviceStore.create(
        folder.appending(path: name), account: "alice", registration: registration)
      return PurchasingDevice(device: device, presentation: presentation) { device in
        network.backend(token: device.token, instance: InstanceID(UUID()))
      }
    }
  }
}

extension NetworkFixture {
  /// All devices buy at once.
  ///
  /// The server is killed at each of the kill points.
  func buyAll() async throws -> [PurchasingDevice.Purchases] {
    try await withThrowingTaskGroup(of: PurchasingDevice.Purchases.self) { group in
      for device in devices {
        group.addTask { [self] in
          try await device.buy(parameters.purchases / parameters.devices) {
            try await self.countConfirmation()
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Without faults, starts the app once more on each device, which delivers what is unfinished.
  func deliverRemaining() async throws -> [PurchasingDevice.Contents] {
    proxy.stopFaults()
    return try await devices.asyncMap { try await $0.deliverRemaining() }
  }

  /// Kills the server and reads its database.
  func storeContents() async throws -> StoreContents {
    try await server.withLock { $0 }.kill()
    return try await StoreContents(database: temporaryFolder.url.appending(path: "store.sqlite"))
  }

  /// The number of requests that met each fault.
  var faultCounts: [NetworkFailure: Int] { proxy.faultCounts }

  /// How often the server was killed and started again.
  var restarts: Int { restartCount.load(ordering: .relaxed) }

  private func countConfirmation() async throws {
    let count = confirmedCount.wrappingAdd(1, ordering: .relaxed).newValue
    guard parameters.killPoints.contains(count) else { return }
    try await server.withLock { $0 }.kill()
    let next = try await ServeProcess(data: temporaryFolder.url)
    server.withLock { $0 = next }
    restartCount.wrappingAdd(1, ordering: .relaxed)
    proxy.setTarget(next.url)
  }
}

extension HTTPStore.Settings {
  /// Hashing a password takes seconds in a debug build.
  static var patient: HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.answerTimeout = .seconds(300)
    settings.signInTimeout = .seconds(300)
    return settings
  }

  fileprivate static var hasty: HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.pause = { try await Task.sleep(for: $0.shortened) }
    // A lost message is no reason to stop asking the store.
    settings.silencePause = .zero
    return settings
  }
}

extension URL {
  /// The products that skdemo sells.
  static var products: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Products.json")
  }
}

extension Credentials {
  /// The customer of all devices.
  static let alice = Credentials(account: "alice", password: "alice likes cars")
}
