import AppStorePayloads
import Foundation
import HTTPService
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTP
import StoreHTTPClient
import TestSupport
import Testing

/// One client's connections, however many, do not disturb other clients.
@Suite(.hangLimit) struct ConnectionFloodTests {
  private static let count = 10_000

  @Test(
    .enabled("each connection is an open file, and the system allows a process fewer") {
      OpenFileLimit.highest > count + 1_000
    })
  func `ten thousand idle streams of one customer do not disturb another`() async throws {
    OpenFileLimit.raise()
    let server = try await ServeProcess.start(
      CommandLineFixture(), "--max-streams", "1000", "--max-streams-per-account", "10000",
      "--max-connections-per-address", "20000")
    let anna = try await ListeningCustomer("anna", at: server)
    let mallory = try await server.devices(of: "mallory", Self.count / 1_000)
    let flood = HeldConnections(port: try server.portNumber)

    let granted = try await flood.send(
      (0..<Self.count).map { RawRequest.updates(mallory[$0 % mallory.count]) })
    try await anna.buyAndReceiveUpdate("nonconsumable.car")
    let beyond = try await flood.send(mallory.map(RawRequest.updates))
    try await anna.buyAndReceiveUpdate("nonconsumable.racecar")
    let metrics = try await server.metrics()
    try await flood.close(100 + mallory.count)
    try await server.waitForMetric("skdemo_update_streams \(Self.count + 1 - 100)\n")

    #expect(granted.allSatisfy { $0 == "HTTP/1.1 200 OK" })
    #expect(beyond.allSatisfy { $0 == "HTTP/1.1 429 Too Many Requests" })
    #expect(metrics.contains("skdemo_update_streams \(Self.count + 1)\n"))
    // Killed, because a debug build takes more than a minute to end ten thousand streams.
    try await server.kill()
  }

  @Test func `ten thousand silent connections of one address leave room for other addresses`()
    async throws
  {
    let server = try await ServeProcess.start(
      CommandLineFixture(), "--max-connections", "200", "--max-connections-per-address", "100",
      "--idle-timeout", "86400")
    let anna = try await ListeningCustomer("anna", at: server)
    let flood = HeldConnections(port: try server.portNumber)

    try await flood.openSilently(200, untilClosed: 100)
    try await anna.buyAndReceiveUpdate("nonconsumable.car")
    for _ in 0..<98 { try await flood.openSilently(100, untilClosed: 100) }
    try await anna.buyAndReceiveUpdate("nonconsumable.racecar")

    try await server.waitForMetric("skdemo_connections_refused_total \(Self.count - 100)\n")
    try await flood.close()
    #expect(try await server.end() == 0)
  }
}

/// A customer with two devices: one buys, the other receives updates.
private struct ListeningCustomer {
  private let buying: HTTPBackend
  private let updates: AsyncThrowingStream<Answer<StoreUpdate>, any Error>

  init(_ name: String, at server: ServeProcess) async throws {
    let devices = try await server.devices(of: name, 2)
    let store = try server.store()
    buying = store.backend(token: devices[0].token, instance: InstanceID(UUID()))
    let listening = store.backend(token: devices[1].token, instance: InstanceID(UUID()))
    updates = AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await update in listening.updates(after: devices[1].sequence) {
            continuation.yield(update)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    try await server.waitForMetric("skdemo_update_streams 1\n")
  }

  func buyAndReceiveUpdate(_ product: String) async throws {
    _ = try await buying.purchase(Order(key: OrderKey(UUID()), productID: product))
    var updates = updates.makeLimitedIterator()
    while let update = try await updates.next() {
      guard case .transaction(let signed) = update.value.change else { continue }
      let sold = try JWS(signed).payload(as: TransactionPayload.self)
      #expect(sold.productId == product)
      return
    }
    Issue.record("the stream ended before its update about \(product)")
  }
}

private enum RawRequest {
  /// A request for the stream of updates.
  static func updates(_ device: Registration) -> String {
    [
      "GET /v1/updates?after=\(device.sequence) HTTP/1.1", "Host: localhost",
      "Authorization: Bearer \(device.token)",
      "\(DeviceEndpoints.instanceHeader): 0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11", "", "",
    ].joined(separator: "\r\n")
  }
}

extension ServeProcess {
  /// A new customer's devices.
  fileprivate func devices(of name: String, _ count: Int) async throws -> [Registration] {
    let store = try store()
    let credentials = Credentials(account: name, password: "the password of \(name)")
    let signIn = try await withStore { try await $0.signUp(credentials).value }
    var devices: [Registration] = []
    for number in 1...count {
      devices.append(
        try await store.accounts.registerDevice("device-\(number)", signIn: signIn.token).value)
    }
    return devices
  }

  fileprivate var portNumber: Int {
    get throws { try #require(Int(port())) }
  }

  fileprivate func metrics() async throws -> String {
    let port = try portNumber
    return try await DetachedThread.run {
      let socket = try LoopbackSocket(port: port)
      defer { socket.close() }
      try socket.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      return try socket.all()
    }
  }

  /// Waits until the server's metrics contain this line.
  fileprivate func waitForMetric(_ line: String) async throws {
    try await wait(for: line) { try await metrics().contains(line) }
  }
}
