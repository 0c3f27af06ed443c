import Foundation
import TestSupport
import Testing

/// A customer who has lost a computer signs it out from another.
@Suite(.serialized, .hangLimit) struct SignOutEverywhereTests {
  @Test func `a lost computer is signed out from another`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let lost = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await lost.status()
    let ann = try await RemoteCustomer.signedIn("ann", at: server)
    _ = try await ann.status()

    let out = try await ann.skdemo("sign-out", "--everywhere", "--json").succeeded()

    let report = try out.json()
    #expect(report["account"] as? String == "ann")
    #expect(report["devices"] as? [String] == ["device-1", "device-2"])
    let newDevice = try await lost.skdemo("status", "--new-device", "--json")
    #expect(newDevice.status == 1)
    #expect(try newDevice.errorCode() == "notSignedIn")
    let again = try await ann.skdemo("sign-out", "--everywhere", "--json")
    #expect(try again.errorCode() == "notSignedIn")
    _ = try await ann.skdemo("sign-in", "--account", "ann").succeeded()
    _ = try await ann.skdemo("device", "remove", "device-1").succeeded()
    #expect(try await ann.status()["device"] as? String == "device-2")
    let kept = try await lost.skdemo("status", "--json")
    #expect(try kept.errorCode() == "notSignedIn", "the old device stays signed out")
  }
}
