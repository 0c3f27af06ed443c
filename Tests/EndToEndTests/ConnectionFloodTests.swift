import Foundation
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// What a machine that opens as many connections as it can takes from the others: nothing.
@Suite(.timeLimit(.minutes(5))) struct HostileCrowdTests {
  private static let crowd = 10_000

  @Test(
    .enabled("each is a file, and the system allows a process fewer") {
      OpenFiles.most > crowd + 1_000
    })
  func `ten thousand idle streams of one customer harm no other`() async throws {
    OpenFiles.allowMost()
    let server = try await ServeProcess.start(
      CommandLineFixture(), "--max-streams", "1000", "--max-connections-per-address", "20000")
    let anna = try await GoodCustomer("anna", at: server)
    let mallory = try await server.devices(of: "mallory", Self.crowd / 1_000)
    let crowd = HostileCrowd(port: try server.portNumber)

    let granted = try await crowd.ask(
      (0..<Self.crowd).map { RawRequest.updates(mallory[$0 % mallory.count]) })
    try await anna.buysAndHears("nonconsumable.car")
    let beyond = try await crowd.ask(mallory.map(RawRequest.updates))
    try await anna.buysAndHears("nonconsumable.racecar")
    let crowded = try await server.metrics()
    crowd.leave(100 + mallory.count)
    try await server.shows("skdemo_update_streams \(Self.crowd + 1 - 100)\n")

    #expect(granted.allSatisfy { $0 == "HTTP/1.1 200 OK" })
    #expect(beyond.allSatisfy { $0 == "HTTP/1.1 429 Too Many Requests" })
    #expect(crowded.contains("skdemo_update_streams \(Self.crowd + 1)\n"))
    // Unoptimized, ten thousand streams take more than a minute to end.
    await server.kill()
  }

  @Test func `ten thousand silent connections of one machine leave room for the others`()
    async throws
  {
    let server = try await ServeProcess.start(
      CommandLineFixture(), "--max-connections", "200", "--max-connections-per-address", "100",
      "--idle-timeout", "86400")
    let anna = try await GoodCustomer("anna", at: server)
    let crowd = HostileCrowd(port: try server.portNumber)

    try await crowd.beSilent(200, untilClosed: 100)
    try await anna.buysAndHears("nonconsumable.car")
    for _ in 0..<98 { try await crowd.beSilent(100, untilClosed: 100) }
    try await anna.buysAndHears("nonconsumable.racecar")

    try await server.shows("skdemo_connections_refused_total \(Self.crowd - 100)\n")
    crowd.leave()
    #expect(try await server.end() == 0)
  }
}

/// A customer with two devices: one buys, the other listens.
private struct GoodCustomer {
  private let buying: HTTPBackend
  private let heard: AsyncThrowingStream<Answer<StoreUpdate>, any Error>

  init(_ name: String, at server: ServeProcess) async throws {
    let devices = try await server.devices(of: name, 2)
    let store = try server.store()
    buying = store.backend(token: devices[0].token, instance: InstanceID(UUID()))
    let listening = store.backend(token: devices[1].token, instance: InstanceID(UUID()))
    heard = AsyncThrowingStream { continuation in
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
    try await server.shows("skdemo_update_streams 1\n")
  }

  func buysAndHears(_ product: String) async throws {
    _ = try await buying.purchase(Order(key: OrderKey(UUID()), productID: product))
    for try await update in heard {
      guard case .transaction(let signed) = update.value.change else { continue }
      let sold = try JWS(signed).payload(as: TransactionPayload.self)
      #expect(sold.productId == product)
      return
    }
    Issue.record("the stream has ended before it told of \(product)")
  }
}

private enum RawRequest {
  /// Asks for a stream of updates.
  static func updates(_ device: Registration) -> String {
    [
      "GET /v1/updates?after=\(device.sequence) HTTP/1.1", "Host: store",
      "Authorization: Bearer \(device.token)",
      "\(DeviceEndpoints.instanceHeader): 0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11", "", "",
    ].joined(separator: "\r\n")
  }
}

extension ServeProcess {
  /// A new customer's devices.
  fileprivate func devices(of name: String, _ count: Int) async throws -> [Registration] {
    let store = try store()
    let signIn = try await store.accounts.signUp(
      Credentials(account: name, password: "the password of \(name)")
    ).value
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
    return try await Blocking.run {
      let socket = try LoopbackSocket(port: port)
      defer { socket.hangUp() }
      try socket.say("GET /metrics HTTP/1.1\r\nHost: store\r\nConnection: close\r\n\r\n")
      return try socket.all()
    }
  }

  /// Waits until this is among what the server has counted.
  fileprivate func shows(_ line: String) async throws {
    while try await !metrics().contains(line) { try Task.checkCancellation() }
  }
}
