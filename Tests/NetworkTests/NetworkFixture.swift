import AsyncHTTPClient
import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreHTTP
import Synchronization
import TestSupport

/// A store with its server, a bad network before it, and the devices of one customer.
final class NetworkFixture: Sendable {
  let plan: Plan
  private let folder: URL
  private let server: Mutex<ServeProcess>
  private let proxy: FaultyProxy
  private let weather: Task<Void, any Error>
  private let road: HTTPClient
  private let shoppers: [Shopper]
  private let confirmed = Mutex(0)
  private let deaths = Mutex(0)

  init(plan: Plan) async throws {
    self.plan = plan
    folder = FileManager.default.temporaryDirectory.appending(path: "skdemo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = try await ServeProcess.start(data: folder)
    server = Mutex(process)
    // Each stream of updates has a connection of its own.
    var roads = HTTPClient.Configuration()
    roads.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
    road = HTTPClient(eventLoopGroupProvider: .singleton, configuration: roads)
    let proxy = FaultyProxy(seed: plan.seed, target: process.url, client: road)
    let (ports, onPort) = AsyncStream<Int>.makeStream()
    weather = Task { try await proxy.run { onPort.yield($0) } }
    self.proxy = proxy
    var iterator = ports.makeAsyncIterator()
    guard let port = await iterator.next() else { throw InvalidCatalogueFixture(text: "no port") }
    let direct = try HTTPStore(StoreAddress(process.url), .patient)
    let through = try HTTPStore(StoreAddress("http://127.0.0.1:\(port)"), .hasty)
    shoppers = try await Self.register(plan.devices, at: direct, through: through, in: folder)
  }

  deinit {
    weather.cancel()
    road.shutdown { _ in }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func register(
    _ count: Int, at store: HTTPStore, through network: HTTPStore, in folder: URL
  ) async throws -> [Shopper] {
    let alice = Credentials(account: "alice", password: "alice likes cars")
    let signIn = try await store.accounts.signUp(alice).value
    let presentation = Presentation.read(try Data(contentsOf: .products))
    var shoppers: [Shopper] = []
    for number in 1...count {
      let name = "device-\(number)"
      let registration = try await store.accounts.registerDevice(name, signIn: signIn.token)
      let device = try DeviceStore.create(
        folder.appending(path: name), account: "alice", registration: registration)
      shoppers.append(
        Shopper(device: device, presentation: presentation) { device in
          network.backend(token: device.token, instance: InstanceID(UUID()))
        })
    }
    return shoppers
  }
}

extension NetworkFixture {
  /// Everybody buys at once; the server dies when the plan says so.
  func shop() async throws -> [Shopper.Purchases] {
    try await withThrowingTaskGroup(of: Shopper.Purchases.self) { group in
      for shopper in shoppers {
        group.addTask { [self] in
          try await shopper.shop(plan.purchases / plan.devices) { try await self.confirm() }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// In fair weather, every device starts once more and takes what is its own.
  func settle() async throws -> [Shopper.Possessions] {
    proxy.calm()
    var all: [Shopper.Possessions] = []
    for shopper in shoppers { all.append(try await shopper.settle()) }
    return all
  }

  /// The server's end, and what it leaves.
  func books() async throws -> StoreBooks {
    await server.withLock { $0 }.kill()
    return try await StoreBooks(database: folder.appending(path: "store.sqlite"))
  }

  /// How often each weather was met.
  var weatherMet: [NetworkFault: Int] { proxy.counts }

  /// How often the server was killed and started again.
  var restarts: Int { deaths.withLock { $0 } }

  private func confirm() async throws {
    let count = confirmed.withLock { count in
      count += 1
      return count
    }
    guard plan.killings.contains(count) else { return }
    await server.withLock { $0 }.kill()
    let next = try await ServeProcess.start(data: folder)
    server.withLock { $0 = next }
    deaths.withLock { $0 += 1 }
    proxy.setTarget(next.url)
  }
}

extension HTTPStore.Settings {
  /// A password costs seconds where nothing is optimized.
  fileprivate static var patient: HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.answerTimeout = .seconds(300)
    settings.doorTimeout = .seconds(300)
    return settings
  }
}

extension HTTPStore.Settings {
  fileprivate static var hasty: HTTPStore.Settings {
    var settings = HTTPStore.Settings()
    settings.pause = { try await Task.sleep(for: $0.hurried) }
    return settings
  }
}

extension URL {
  /// The products that skdemo sells.
  fileprivate static var products: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Products.json")
  }
}
