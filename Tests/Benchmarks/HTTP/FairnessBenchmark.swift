import Comparison
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI

/// What one customer's use of the store costs another.
///
/// The greedy customer tries to hold 900 streams, and asks for four long histories at once. It pauses
/// while the reference is measured.
enum FairnessBenchmark {
  private static let streams = 900
  private static let greedyDevices = 60
  private static let histories = 4
  private static let historyLength = 20_000

  static func run(_ executable: URL, in folder: URL) async throws {
    let process = try await StoreProcess(executable, in: folder)
    let greedy = try await process.customer("greedy", devices: greedyDevices)
    let buyer = try await process.customer("buyer", devices: 1)[0]
    try await process.makeHistory(of: greedy[0], length: historyLength)
    let held = HeldStreams(of: greedy, at: process.server, streams)
    let load = HistoryLoad(greedy.prefix(histories), at: process.server)
    defer { load.end() }
    let name = "beside \(streams) streams and \(histories) histories of \(historyLength) of another"

    try await Comparison(
      name: "a purchase over HTTP, \(name)", reference: "alone", measure: .cost, aim: 2
    ).run(
      { try await load.during { try await buyer.buyFuel() } },
      against: { try await buyer.buyFuel() })
    let health = HealthCheck(at: process.server)
    try await Comparison(name: "`/health`, \(name)", reference: "alone", measure: .cost, aim: 50)
      .run({ try await load.during { health.time() } }, against: { health.time() })
    printDetail("\(held.granted) streams of \(streams) were granted; \(load.pages) pages were read")
    // The streams close with their last reference.
    withExtendedLifetime(held) {}
  }
}

extension StoreProcess {
  /// Lets a plan of the device's customer renew every two seconds until there are `length` transactions.
  func makeHistory(of device: ServedDevice, length: Int) async throws {
    _ = try await `operator`.perform(.setRenewalLimit(isOn: false))
    _ = try await `operator`.perform(.setTimeRate(timeRate: .oneRenewalEveryTwoSeconds))
    _ = try await device.buy("subscription.standard")
    let time = try await `operator`.perform(.clock).time.now
    let end = time.addingTimeInterval(Double(length) * 2)
    _ = try await `operator`.perform(.advance(move: .to(end)))
    // A period that begins takes the rate of that time.
    _ = try await `operator`.perform(.setTimeRate(timeRate: .realTime))
    _ = try await `operator`.perform(
      .expire(subscription: .product("subscription.standard", account: device.account)))
  }
}

/// Streams of one customer, as many as the store grants.
private struct HeldStreams {
  private let connections: [BlockingConnection]
  let granted: Int

  init(of devices: [ServedDevice], at server: ServerProcess, _ count: Int) {
    let connections = (0..<count).map { number in
      let connection = BlockingConnection(port: server.port)
      let device = devices[number % devices.count]
      let after = device.registration.value.sequence
      connection.send(
        .get("\(DeviceEndpoints.updates.route.path)?after=\(after)", device.headers))
      return connection
    }
    self.connections = connections
    granted = connections.count { $0.readStatus() == 200 }
  }
}

/// Reads histories page after page on threads of its own, while it is not paused.
private final class HistoryLoad: Sendable {
  private let threads: [HistoryThread]

  init(_ devices: some Sequence<ServedDevice>, at server: ServerProcess) {
    threads = devices.map { HistoryThread($0, at: server) }
  }

  /// The pages that were read.
  var pages: Int { threads.map(\.pages).reduce(0, +) }

  /// Measures while all threads read.
  func during(_ body: () async throws -> Duration) async throws -> Duration {
    for thread in threads { thread.resume() }
    defer { for thread in threads { thread.pause() } }
    return try await body()
  }

  func end() { for thread in threads { thread.end() } }
}
