import Foundation
import PrivateFiles
import TestSupport
import Testing

/// Customers of a store that another process serves.
@Suite(.serialized, .hangLimit) struct RemoteStoreTests {
  @Test func `what is bought on one computer is on the account's other computers only`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let bob = try await RemoteCustomer.signedUp("bob", at: server)
    let elsewhere = try RemoteCustomer(server.url)
    _ = try await elsewhere.skdemo("sign-in", "--account", "ann").succeeded()
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()

    let status = try await elsewhere.status()

    #expect(status["account"] as? String == "ann")
    #expect(status["device"] as? String == "device-2")
    #expect(status["customer"] as? String == "active")
    #expect(try await elsewhere.status("--new-device")["customer"] as? String == "active")
    #expect(try await elsewhere.status()["device"] as? String == "device-2")
    #expect(try await bob.status()["customer"] as? String == "new")
    let history = try await elsewhere.skdemo("history")
    #expect(history.output.contains("nonconsumable.car"))
    let products = try await elsewhere.skdemo("products")
    #expect(products.output.contains("nonconsumable.racecar"))
    let devices = try await elsewhere.skdemo("device", "list")
    #expect(devices.output.split(separator: "\n").count == 3)
    let taken = try await elsewhere.skdemo("status", "--device", "device-1", "--json")
    #expect(try taken.errorCode() == "deviceElsewhere")
  }

  @Test(arguments: ["--trusted-root", "--tls-root"])
  func `a missing certificate file is reported as unreadable`(option: String) async throws {
    let customer = try RemoteCustomer("http://localhost:1")

    let run = try await customer.skdemo("sign-in", option, "missing.pem", "--json")

    #expect(run.errors.contains("missing.pem' cannot be read"))
  }

  @Test func `only the operator's key allows operator commands`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    let key = store.data.appending(path: "operator.key").path
    let wrong = store.data.appending(path: "wrong.key").path
    try PrivateFile.write(Data("not-the-right-key-at-all".utf8), to: URL(filePath: wrong))

    let refund = try await ann.skdemo(
      "store", "refund", "1000000001", "--operator-key-file", key, "--json")
    let refused = try await ann.skdemo(
      "store", "transactions", "--operator-key-file", wrong, "--json")
    let keyless = try await ann.skdemo("store", "transactions")
    let added = try await ann.skdemo(
      "store", "account", "add", "cleo", "--operator-key-file", key)
    let accounts = try await ann.skdemo("store", "account", "list", "--operator-key-file", key)
    let removed = try await ann.skdemo(
      "store", "device", "remove", "device-1", "--account", "ann", "--operator-key-file", key)

    #expect(refund.status == 0)
    #expect(try await ann.status()["customer"] as? String == "inactive")
    #expect(refused.status == 1)
    #expect(try refused.errorCode() == "unauthorized")
    #expect(keyless.status == 2)
    #expect(added.status == 0)
    #expect(accounts.output.hasPrefix("ann   password  1 sign-in   device-1\ncleo"))
    #expect(removed.status == 0)
    _ = try await RemoteCustomer.signedIn("cleo", at: server)
  }

  @Test(
    arguments: [
      ["status", "--store", "nowhere"], ["status", "--store", "ftp://shop"],
      ["status", "--store", ""], ["status", "--store", "http://ann:secret@shop"],
      ["status", "--tls-root", "/dev/null"], ["sign-in"],
      ["status", "--store", "http://localhost:1", "--tls-root", "missing.pem"],
      ["status", "--store", "http://localhost:1", "--tls-root", "/dev/null"],
      ["status", "--store", "http://localhost:1", "--tls-root", "/etc/hostname"],
      ["sign-in", "--store", "http://localhost:1", "--trusted-root", "missing.der"],
      ["sign-in", "--store", "http://localhost:1", "--trusted-root", "/etc/hostname"],
      ["serve", "--store", "http://localhost:1"], ["serve", "--tls-root", "roots.pem"],
      ["store", "clock", "--operator-key-file", "key"],
    ])
  func `a malformed command is refused with the code malformed`(arguments: [String]) async throws {
    let run = try await CommandLineFixture().skdemo(arguments + ["--json"])

    #expect(run.status == 2)
    #expect(try run.errorCode() == "malformed")
  }
}
