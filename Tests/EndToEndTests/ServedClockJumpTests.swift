import Foundation
import PrivateFiles
import TestSupport
import Testing

/// A served store whose machine's clock has jumped.
@Suite(.hangLimit) struct ServedClockJumpTests {
  @Test(arguments: [1, 44, 46, 400, 30_000, -400])
  func `a store is ready unless its clock has jumped`(days: Int) async throws {
    let shop = try CommandLineFixture()
    #expect(try await shop.skdemo("buy", "subscription.pro", "--yes").status == 0)
    try await shop.jump(days: days)
    let server = try await ServeProcess.start(shop)

    let answer = days > 45 ? "503 Service Unavailable" : "200 OK"
    try await wait { try await server.readiness().hasPrefix("HTTP/1.1 \(answer)") }

    if days > 45 {
      let refusal = try await server.readiness()
      #expect(refusal.contains(#""code":"clockNotAccepted""#))
      let advice =
        days == 30_000 ? "correct the clock of the store's machine" : "skdemo store clock accept"
      #expect(refusal.contains(advice))
    }
    #expect(try await shop.transactionCount() == 1, "nothing is settled")
  }

  @Test func `customers see that the store waits, and buy again when the operator agrees`()
    async throws
  {
    let shop = try CommandLineFixture()
    _ = try await shop.skdemo("status")
    try await shop.jump(days: 400)
    let server = try await ServeProcess.start(shop)
    let anna = try await RemoteCustomer.signedUp("anna", at: server)

    #expect(try await anna.skdemo("status").output.contains("clock jumped 400 days ahead."))
    #expect(try await anna.status()["clockJumpedTo"] is String)
    let refused = try await anna.skdemo("buy", "nonconsumable.car", "--yes")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("the operator must accept it with skdemo store clock accept"))

    let accepted = try await shop.skdemo(
      ["store", "clock", "accept"],
      environment: [
        "SKDEMO_STORE": server.url,
        "SKDEMO_OPERATOR_KEY_FILE": shop.data.appending(path: "operator.key").path,
      ])
    #expect(accepted.status == 0)
    #expect(try await anna.status()["clockJumpedTo"] == nil)
    #expect(try await anna.skdemo("buy", "nonconsumable.car", "--yes").status == 0)
    try await wait { try await server.readiness().hasPrefix("HTTP/1.1 200 OK") }
  }
}

extension ServeProcess {
  /// The whole answer to `GET /ready`.
  fileprivate func readiness() async throws -> String {
    let port = try #require(Int(port()))
    return try await DetachedThread.run {
      let socket = try LoopbackSocket(port: port)
      defer { socket.close() }
      try socket.send("GET /ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      return try socket.all()
    }
  }
}
