import Foundation
import TestSupport
import Testing

/// A remote store that cannot be reached, or at whose address another store answers.
@Suite(.serialized, .hangLimit) struct UnreachableStoreTests {
  @Test func `a device opens without its store, says since when, and cannot buy`()
    async throws
  {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    try await server.kill()

    let status = try await ann.status()
    let buy = try await ann.skdemo("buy", "nonconsumable.racecar", "--yes", "--json")
    let new = try await ann.skdemo("status", "--new-device", "--json")
    let list = try await ann.skdemo("device", "list", "--json")
    let out = try await ann.skdemo("sign-out", "--json")

    #expect(status["offline"] as? Bool == true)
    #expect(status["offlineSince"] is String)
    #expect(status["customer"] as? String == "active")
    let products = try #require(status["products"] as? [[String: Any]])
    #expect(products.count == 10)
    for run in [buy, new, list, out] { #expect(run.status == 3) }
    #expect(new.errors.contains("a new device must be registered with the store"))

    let again = try await ServeProcess.start(store, "--port", server.port())
    #expect(again.url == server.url)
    let online = try await ann.status()
    #expect(online["offline"] as? Bool == false)
    #expect(online["offlineSince"] == nil)
  }

  @Test func `nothing about a subscription can be changed without the store, and the exit says so`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "subscription.pro", "--yes").succeeded()
    try await server.kill()

    for command in [
      ["subscription", "change", "subscription.standard"], ["subscription", "cancel"],
      ["subscription", "resume"], ["payment", "fix"],
    ] {
      let run = try await ann.skdemo(command + ["--yes", "--json"])
      #expect(run.status == 3, "\(command): \(run.errors)")
      #expect(try run.errorCode() == "networkError")
    }
    let status = try await ann.skdemo("status")
    #expect(status.status == 0)
    #expect(status.output.contains("You are currently subscribed to Pro."))
  }

  @Test func `a storefront that loses its store reconnects without a key press`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let elsewhere = try await RemoteCustomer.signedIn("ann", at: server)

    try await ann.commandLine.storefront("--store", server.url) { shop in
      try await shop.waitForInvitation()
      _ = try await elsewhere.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
      try await shop.waitFor("owned ✓")

      try await server.kill()
      let away = try await shop.waitFor("The store has not answered since")
      #expect(away.contains("nothing can be bought"))
      #expect(away.contains("owned ✓"))

      let again = try await ServeProcess.start(store, "--port", server.port())
      try await shop.waitFor("the store again") { !$0.contains("has not answered") }
      _ = try await elsewhere.skdemo("buy", "nonconsumable.racecar", "--yes").succeeded()
      try await shop.waitFor("Race Car")
      #expect(again.url == server.url)
    }
  }

  @Test func `another store at the same address is refused until the old one is forgotten`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    try await server.kill()
    let store = try CommandLineFixture()
    let other = try await ServeProcess.start(store, "--port", server.port())
    #expect(other.url == server.url)

    let status = try await ann.status()
    #expect(status["offline"] as? Bool == true)
    #expect((status["offlineReason"] as? String)?.contains("is now another store") == true)
    #expect(status["customer"] as? String == "active", "owned products are still shown")
    let new = try await ann.skdemo("status", "--new-device", "--json")
    #expect(try new.errorCode() == "anotherRoot")
    for command in [["device", "remove", "device-1"], ["sign-out", "--everywhere"]] {
      #expect(try await ann.skdemo(command + ["--json"]).errorCode() == "anotherRoot")
    }
    let refused = try await ann.skdemo("sign-in", "--create", "--account", "ann", "--json")

    #expect(refused.status == 1)
    #expect(try refused.errorCode() == "anotherRoot")
    #expect(refused.errors.contains("skdemo sign-out"))
    _ = try await ann.skdemo("sign-out").succeeded()
    // The name is free: nothing was created at the store with the other root.
    _ = try await ann.skdemo("sign-in", "--create", "--account", "ann").succeeded()
    #expect(try await ann.status()["offline"] as? Bool == false)
  }

  @Test func `a storefront reports another store at the address and still shows what is owned`()
    async throws
  {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.skdemo("buy", "nonconsumable.car", "--yes").succeeded()

    try await ann.commandLine.storefront("--store", server.url) { shop in
      try await shop.waitFor("owned ✓")
      try await server.kill()
      try await shop.waitFor("has not answered")
      let other = try await ServeProcess.start(CommandLineFixture(), "--port", server.port())
      let screen = try await shop.waitFor("is now another")
      #expect(screen.contains("owned ✓"))

      try await other.kill()
      let again = try await ServeProcess.start(store, "--port", server.port())
      try await shop.waitFor("its own store again") { !$0.contains("has not answered") }
      #expect(again.url == server.url)
    }
  }

  @Test
  func `a storefront reports that its device was removed, and the next start is a new device`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    let elsewhere = try await RemoteCustomer.signedIn("ann", at: server)

    try await ann.commandLine.storefront("--store", server.url) { shop in
      try await shop.waitForInvitation()
      _ = try await elsewhere.skdemo("device", "remove", "device-1").succeeded()
      try await shop.waitFor("This device was removed from the account")
    }

    #expect(try await ann.status()["isSignedOut"] == nil)
    _ = try await elsewhere.skdemo("device", "remove", "device-1").succeeded()
    _ = try await elsewhere.skdemo("sign-out", "--everywhere").succeeded()
    let out = try await ann.skdemo("status", "--json")
    #expect(try out.errorCode() == "notSignedIn")
  }

  @Test func `a root given on the command line is compared with the store's root`() async throws {
    let store = try CommandLineFixture()
    let server = try await ServeProcess.start(store)
    let root = store.data.appending(path: "authority/root.der").path
    let leaf = store.data.appending(path: "authority/leaf.der").path
    let ann = try RemoteCustomer(server.url)

    let wrong = try await ann.skdemo(
      "sign-in", "--create", "--account", "ann", "--trusted-root", leaf, "--json")
    let right = try await ann.skdemo(
      "sign-in", "--create", "--account", "ann", "--trusted-root", root)
    let again = try await ann.skdemo(
      "sign-in", "--account", "ann", "--trusted-root", try Self.asPEM(root))

    #expect(try wrong.errorCode() == "anotherRoot")
    #expect(right.status == 0, "no account was created while the root was wrong")
    #expect(again.status == 0)
  }

  /// Writes the certificate as PEM beside the file and returns the path.
  private static func asPEM(_ path: String) throws -> String {
    let der = try Data(contentsOf: URL(filePath: path))
    let lines = der.base64EncodedString(options: .lineLength64Characters)
    let text = "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    try Data(text.utf8).write(to: URL(filePath: path + ".pem"))
    return path + ".pem"
  }

  @Test func `a product that a device has not stored cannot be bought while the store is away`()
    async throws
  {
    let server = try await ServeProcess.start(CommandLineFixture())
    let ann = try await RemoteCustomer.signedUp("ann", at: server)
    _ = try await ann.status()
    try await server.kill()
    let file = ann.folder.appending(path: "devices/device-1/device.json")
    var record = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    record["products"] = [Any]()
    try JSONSerialization.data(withJSONObject: record).write(to: file)

    let run = try await ann.skdemo("buy", "nonconsumable.car", "--yes", "--json")

    #expect(run.status == 3)
    #expect(try run.errorCode() == "unavailable")
    #expect(run.errors.contains("'nonconsumable.car'"))
  }
}

extension ServeProcess {
  /// The server's port, as an argument.
  func port() throws -> String { String(try #require(url.split(separator: ":").last)) }
}
