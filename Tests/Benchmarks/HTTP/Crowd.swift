import Contest
import Foundation
import StoreAPI
import StoreHTTP

/// What ten thousand customers who listen cost, and what those who buy meanwhile notice.
enum Crowd {
  private static let streams = 10_000
  private static let customers = 10
  private static let devicesOfEach = 100

  static func run(_ executable: URL, in folder: URL) async throws {
    precondition(OpenFileLimit.raise() > streams + 1_000, "each stream is an open file")
    let memoryOfIdle = try memoryOfIdleConnection()
    let busy = try ServedShop(executable, in: folder)
    let quiet = try ServedShop(executable, in: folder)
    let buyer = try await busy.customer("buyer", devices: 1)[0]
    let other = try await quiet.customer("buyer", devices: 1)[0]
    for device in [buyer, other] { for _ in 0..<50 { _ = try await device.buyFuel() } }

    let listening = try await fill(busy, with: listeners(at: busy))
    compare(listening.memoryOfEach, with: memoryOfIdle)
    try await Contest(
      name: "a purchase over HTTP while \(streams) others listen",
      reference: "while nobody listens",
      measure: .cost, aim: 1.1
    ).run({ try await buyer.buyFuel() }, against: { try await other.buyFuel() })
    withExtendedLifetime(listening) {}
  }

  private static func listeners(at shop: ServedShop) async throws -> [ServedDevice] {
    var devices: [ServedDevice] = []
    for number in 1...customers {
      devices += try await shop.customer("listener\(number)", devices: devicesOfEach)
    }
    return devices
  }

  /// Opens all streams, evenly spread over the devices.
  private static func fill(_ shop: ServedShop, with devices: [ServedDevice]) throws -> IdleStreams {
    let now = devices.map(\.registration.value.sequence).max() ?? 0
    let path = "\(DeviceEndpoints.updates.route.path)?after=\(now)"
    return try IdleStreams(at: shop.server, streams) { number in
      .get(path, devices[number % devices.count].headers)
    } greeted: {
      $0.beginning()
    }
  }

  /// In KiB; the connections are closed when it is known.
  private static func memoryOfIdleConnection() throws -> Double {
    let bare = try ServerProcess.bare(answering: 100)
    return try IdleStreams(at: bare, streams) { _ in
      .get("/")
    } greeted: {
      $0.answer()
    }.memoryOfEach
  }

  private static func compare(_ memory: Double, with idle: Double) {
    let name = "memory of an idle stream of updates, of \(streams): \(memory.twoPlaces) KiB"
    let reference = "an idle connection of a bare server: \(idle.twoPlaces) KiB"
    print("| \(name) | \(reference) | cost \((memory / idle).twoPlaces) |  |")
  }
}

/// Connections that have been greeted and wait.
private struct IdleStreams {
  private let lines: [Line]
  /// In KiB.
  let memoryOfEach: Double

  init(
    at server: ServerProcess, _ count: Int, asking request: (Int) -> [UInt8],
    greeted: (Line) -> Void
  ) throws {
    let join = { (number: Int) in
      let line = Line(port: server.port)
      line.send(request(number))
      greeted(line)
      return line
    }
    // What the first ones cost is the server's, not theirs.
    let first = (0..<100).map(join)
    let before = try server.memory
    let start = ContinuousClock.now
    lines = first + (0..<(count - first.count)).map(join)
    let time = ContinuousClock.now - start
    memoryOfEach = (try server.memory - before) / Double(count - first.count)
    remark(
      "\(count) connections: \(time), \(before) KiB before them, \(try server.memory) KiB with them"
    )
  }
}
