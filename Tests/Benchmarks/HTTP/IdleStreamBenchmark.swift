import Comparison
import Foundation
import HTTPService
import StoreAPI
import StoreHTTP
import StoreHTTPClient

/// The memory of ten thousand idle streams, and their effect on a purchase.
enum IdleStreamBenchmark {
  private static let streams = 10_000
  private static let customers = 10
  private static let devicesOfEach = 100
  private static let memoryAim = 1.8

  static func run(_ executable: URL, in folder: URL) async throws {
    precondition(OpenFileLimit.raise() > streams + 1_000, "each stream is an open file")
    let memoryOfIdle = try await memoryOfIdleConnection()
    // The first customers have more streams than others.
    let busy = try await StoreProcess(
      executable, in: folder, "--max-streams-per-account", "\(streams)")
    let quiet = try await StoreProcess(executable, in: folder)
    let buyer = try await busy.customer("buyer", devices: 1)[0]
    let other = try await quiet.customer("buyer", devices: 1)[0]
    for device in [buyer, other] { for _ in 0..<50 { _ = try await device.buyFuel() } }

    let listening = try await openStreams(busy, with: listeners(at: busy))
    compare(listening.memoryOfEach, with: memoryOfIdle)
    try await Comparison(
      name: "a purchase over HTTP while \(streams) others listen",
      reference: "while nobody listens",
      measure: .cost, aim: 1.1
    ).run({ try await buyer.buyFuel() }, against: { try await other.buyFuel() })
    withExtendedLifetime(listening) {}
  }

  private static func listeners(at process: StoreProcess) async throws -> [ServedDevice] {
    var devices: [ServedDevice] = []
    for number in 1...customers {
      devices += try await process.customer("listener\(number)", devices: devicesOfEach)
    }
    return devices
  }

  /// Opens all streams, distributed evenly over the devices.
  private static func openStreams(_ process: StoreProcess, with devices: [ServedDevice]) throws
    -> IdleStreams
  {
    let now = devices.map(\.registration.value.sequence).max() ?? 0
    let path = "\(DeviceEndpoints.updates.route.path)?after=\(now)"
    return try IdleStreams(at: process.server, streams) { number in
      .get(path, devices[number % devices.count].headers)
    } awaiting: {
      $0.readBeginning()
    }
  }

  /// In KiB.
  ///
  /// The connections are closed afterwards.
  private static func memoryOfIdleConnection() async throws -> Double {
    let bare = try await ServerProcess.bare(answering: 100)
    return try IdleStreams(at: bare, streams) { _ in
      .get("/")
    } awaiting: {
      $0.readResponse()
    }.memoryOfEach
  }

  private static func compare(_ memory: Double, with idle: Double) {
    let name = "memory of an idle stream of updates, of \(streams): \(memory.twoPlaces) KiB"
    let reference = "an idle connection of a bare server: \(idle.twoPlaces) KiB"
    let aim = "at most \(memoryAim.twoPlaces)"
    print("| \(name) | \(reference) | cost \((memory / idle).twoPlaces) | \(aim) |")
  }
}

/// Connections that have received their first answer and are idle.
private struct IdleStreams {
  private let connections: [BlockingConnection]
  /// In KiB.
  let memoryOfEach: Double

  init(
    at server: ServerProcess, _ count: Int, asking request: (Int) -> [UInt8],
    awaiting firstAnswer: (BlockingConnection) -> Void
  ) throws {
    let connect = { (number: Int) in
      let connection = BlockingConnection(port: server.port)
      connection.send(request(number))
      firstAnswer(connection)
      return connection
    }
    // The first connections are not measured: they make the server allocate its own memory.
    let first = (0..<100).map(connect)
    let before = try server.memory
    let start = ContinuousClock.now
    connections = first + (0..<(count - first.count)).map(connect)
    let time = ContinuousClock.now - start
    memoryOfEach = (try server.memory - before) / Double(count - first.count)
    printDetail(
      "\(count) connections: \(time), \(before) KiB before them, \(try server.memory) KiB with them"
    )
  }
}
