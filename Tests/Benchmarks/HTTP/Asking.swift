import Contest
import OpenStoreKit
import StoreHTTP

/// What the customer may use, asked for over HTTP by several devices at once.
enum Asking {
  private static let connections = 8

  /// `device` belongs to a customer with ten transactions.
  static func run(_ device: ServedDevice, at shop: ServedShop) async throws {
    let path = DeviceEndpoints.holdings.route.path
    let store = ConcurrentClients(
      port: shop.server.port, request: .get(path, device.headers), connections)
    let bare = try ServerProcess.bare(answering: store.askOne())
    let reference = ConcurrentClients(port: bare.port, request: .get("/"), connections)

    try await Contest(
      name: "requests for `currentEntitlements` over HTTP, on \(connections) connections",
      reference: "a bare Hummingbird route that answers as many bytes", measure: .speed
    ).run({ await store.ask() }, against: { await reference.ask() })

    let session = try await device.session()
    try await Contest(
      name: "`currentEntitlements` over HTTP, verified, on one connection",
      reference: "the bare route", measure: .speed
    ).run({ await session.entitlements() }, against: { await timed(10) { reference.askOne() } })
  }
}

/// Connections that ask the same at once.
private struct ConcurrentClients {
  private let lines: [Line]
  private let request: [UInt8]

  init(port: Int, request: [UInt8], _ count: Int) {
    lines = (0..<count).map { _ in Line(port: port) }
    self.request = request
  }

  /// The time of one request, where all ask at once.
  func ask() async -> Duration {
    await timed(10) {
      for line in lines { line.send(request) }
      for line in lines { line.answer() }
    } / lines.count
  }

  /// - Returns: The bytes of the answer's body.
  @discardableResult func askOne() -> Int {
    lines[0].send(request)
    return lines[0].answer()
  }
}

extension StoreSession {
  fileprivate func entitlements() async -> Duration {
    await StoreSession.$current.withValue(self) {
      await timed(10) {
        var count = 0
        for await _ in Transaction.currentEntitlements { count += 1 }
        precondition(count == 2, "a car and a plan")
      }
    }
  }
}
