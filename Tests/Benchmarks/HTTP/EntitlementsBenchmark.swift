import Comparison
import OpenStoreKit
import StoreHTTP
import StoreHTTPClient

/// Requests for entitlements over HTTP, on several connections at once.
enum EntitlementsBenchmark {
  private static let connections = 8

  /// `device` belongs to a customer with ten transactions.
  static func run(_ device: ServedDevice, at process: StoreProcess) async throws {
    let path = DeviceEndpoints.purchases.route.path
    let store = ConcurrentClients(
      port: process.server.port, request: .get(path, device.headers), connections)
    let bare = try await ServerProcess.bare(answering: store.requestFromOne())
    let reference = ConcurrentClients(port: bare.port, request: .get("/"), connections)

    try await Comparison(
      name: "requests for `currentEntitlements` over HTTP, on \(connections) connections",
      reference: "a bare Hummingbird route that answers as many bytes", measure: .speed, aim: 0.4
    ).run({ await store.requestFromAll() }, against: { await reference.requestFromAll() })

    let session = try await device.session()
    try await Comparison(
      name: "`currentEntitlements` over HTTP, verified, on one connection",
      reference: "the bare route", measure: .speed, aim: 0.4
    ).run(
      { await session.entitlements(10) },
      against: { await timed(10) { reference.requestFromOne() } })
  }
}

/// Connections that send the same request at once.
private struct ConcurrentClients {
  private let clients: [BlockingConnection]
  private let request: [UInt8]

  init(port: Int, request: [UInt8], _ count: Int) {
    clients = (0..<count).map { _ in BlockingConnection(port: port) }
    self.request = request
  }

  /// The time of one request if all connections send it at once.
  func requestFromAll() async -> Duration {
    await timed(10) {
      for connection in clients { connection.send(request) }
      for connection in clients { connection.readResponse() }
    } / clients.count
  }

  /// - Returns: The bytes of the answer's body.
  @discardableResult func requestFromOne() -> Int {
    clients[0].send(request)
    return clients[0].readResponse()
  }
}
