import Foundation
import TestSupport
import Testing

/// A remote store over TLS.
@Suite(.hangLimit) struct StoreOverTLSTests {
  @Test func `a store with a certificate sells only to customers who trust it`() async throws {
    let store = try CommandLineFixture()
    let own = try LoopbackCertificate(in: store.data, "own")
    let other = try LoopbackCertificate(in: store.data, "other")
    let server = try await ServeProcess.start(
      store, "--tls-certificate", own.certificate, "--tls-key", own.key)
    #expect(server.url.hasPrefix("https://127.0.0.1:"))
    let ann = try RemoteCustomer(server.url)

    let doubting = try await ann.skdemo(
      "sign-in", "--create", "--account", "ann", "--tls-root", other.certificate, "--json")
    let trusting = try await ann.skdemo(
      "sign-in", "--create", "--account", "ann", "--tls-root", own.certificate)
    let bought = try await ann.skdemo(
      "buy", "nonconsumable.racecar", "--yes", "--json", "--tls-root", own.certificate)
    let status = try await ann.status("--new-device", "--tls-root", own.certificate)

    #expect(doubting.status == 3)
    #expect(doubting.errors.contains("--tls-root FILE"))
    #expect(trusting.status == 0)
    #expect(try bought.json()["result"] as? String == "purchased")
    #expect(status["customer"] as? String == "active")
  }

  @Test func `a sign-in that was made over https is not used over http`() async throws {
    let store = try CommandLineFixture()
    let own = try LoopbackCertificate(in: store.data, "own")
    let secure = try await ServeProcess.start(
      store, "--tls-certificate", own.certificate, "--tls-key", own.key)
    let ann = try RemoteCustomer(secure.url)
    let trust = ["--tls-root", own.certificate]
    _ = try await ann.skdemo(["sign-in", "--create", "--account", "ann"] + trust).succeeded()
    _ = try await ann.skdemo(["status"] + trust).succeeded()
    try await secure.kill()

    let plain = try await ServeProcess.start(store, "--port", secure.port())
    let status = try await ann.skdemo(["status", "--store", plain.url, "--json"])

    #expect(plain.url == secure.url.replacing("https:", with: "http:"))
    #expect(try status.errorCode() == "notSignedIn")
  }
}
