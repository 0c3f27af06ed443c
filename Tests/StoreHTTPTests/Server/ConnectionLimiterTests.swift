import Foundation
import HTTPService
import StoreHTTPServer
import Telemetry
import TestSupport
import Testing

@Suite(.hangLimit) struct ConnectionLimiterTests {
  @Test func `an address has a limited number of connections`() async throws {
    var limits = ServedLimits()
    limits.connectionsPerAddress = 2
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let held = Task { try await client.send("") }
      try await served.waitForConnections(1)

      let second = try await client.request("GET", "/health")
      // The connection counts until the server has closed it, which is after the client has.
      try await served.waitForConnections(1)
      let third = Task { try await client.send("") }
      try await served.waitForConnections(2)
      let fourth = try await client.send("")
      held.cancel()
      _ = try await held.value
      third.cancel()
      _ = try await third.value
      try await served.waitForConnections(0)
      let last = try await client.request("GET", "/health")

      #expect(second.status == 200)
      #expect(fourth.wasClosed && fourth.text.isEmpty)
      #expect(served.metrics.text.contains("skdemo_connections_refused_total 1\n"))
      #expect(last.status == 200)
    }
  }

  @Test func `no more connections than allowed are open, and the others wait for their turn`()
    async throws
  {
    let limits = ServedLimits.with {
      $0.connections = 2
      $0.connectionsPerAddress = 1_000
    }
    try await ServedStoreFixture.run(limits: limits) { served in
      let client = RawClient(port: served.port)
      let held = (0..<2).map { _ in Task { try await client.send("") } }
      try await served.waitForConnections(2)

      let others = (0..<40).map { _ in Task { try await client.request("GET", "/health").status } }
      try await served.waitForBacklog(40)
      #expect(served.metrics.text.contains("skdemo_connections 2\n"))
      for task in held { task.cancel() }

      for other in others { #expect(try await other.value == 200) }
      for task in held { _ = try await task.value }
    }
  }

  @Test func `the default limit of an address is three quarters of all connections`() {
    var limits = ServedLimits()
    limits.connections = 200
    #expect(limits.connectionsPerAddress == 150)
    limits.connections = 1
    #expect(limits.connectionsPerAddress == 1)

    limits.connectionsPerAddress = 7

    #expect(limits.connectionsPerAddress == 7)
  }
}

extension ServedStoreFixture {
  /// Waits until the system has `count` connections that the server has not accepted, or the server no
  /// longer has two open connections.
  fileprivate func waitForBacklog(_ count: Int) async throws {
    try await wait {
      try backlog() == count || !metrics.text.contains("skdemo_connections 2\n")
    }
  }

  /// How many connections wait to be accepted: the receive queue of a listening socket.
  ///
  /// Source: proc_pid_net(5), `/proc/net/tcp`; ports and queues are in hexadecimal digits, and the
  /// state 0A is that of a listener.
  private func backlog() throws -> Int? {
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let port = ":" + String(format: "%04X", port)
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 4, fields[1].hasSuffix(port), fields[3] == "0A" else { continue }
      return Int(fields[4].drop { $0 != ":" }.dropFirst(), radix: 16)
    }
    return nil
  }
}
