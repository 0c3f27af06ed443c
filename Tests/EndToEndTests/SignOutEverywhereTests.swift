import Foundation
import TestSupport
import Testing

/// A customer whose machine is gone, and what whoever finds it can still do.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LostMachineTests {
  @Test func `a lost machine is shut out for good from another`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let lost = try await Customer.signedUp("ann", at: server.url)
    _ = try await lost.status()
    let ann = try await Customer.signedIn("ann", at: server.url)
    _ = try await ann.status()

    let out = try await ann.skdemo("sign-out", "--everywhere", "--json").succeeded()

    let report = try out.json()
    #expect(report["account"] as? String == "ann")
    #expect(report["devices"] as? [String] == ["device-1", "device-2"])
    let finder = try await lost.skdemo("status", "--new-device", "--json")
    #expect(finder.status == 1)
    #expect(try finder.errorCode() == "notSignedIn")
    let again = try await ann.skdemo("sign-out", "--everywhere", "--json")
    #expect(try again.errorCode() == "notSignedIn")
    _ = try await ann.skdemo("sign-in", "--account", "ann").succeeded()
    _ = try await ann.skdemo("device", "remove", "device-1").succeeded()
    #expect(try await ann.status()["device"] as? String == "device-2")
    let kept = try await lost.skdemo("status", "--json")
    #expect(try kept.errorCode() == "notSignedIn", "what it was before is nobody now")
  }

  @Test func `a machine says which device it is only when it is one`() async throws {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await Customer.signedUp("ann", at: server.url)
    let other = try Customer(server.url)
    let signIn = try await other.skdemo("sign-in", "--account", "ann", "--json")
    _ = try await ann.status()

    let devices = try await other.skdemo("device", "list", "--json").json()
    let rows = try #require(devices["devices"] as? [[String: Any]])

    #expect(try signIn.json()["device"] == nil)
    #expect(rows.map { $0["name"] as? String } == ["device-1"])
    #expect(rows.map { $0["isUsual"] as? Bool } == [false], "it is the other machine's")
    let mine = try await ann.skdemo("sign-in", "--account", "ann", "--json").json()
    #expect(mine["device"] as? String == "device-1")
  }
}
