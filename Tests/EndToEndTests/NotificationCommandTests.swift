import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

@testable import skdemo

/// `skdemo store notifications listen`, `trigger` and `resend`.
@Suite(.hangLimit) struct NotificationCommandTests {
  private let commandLine: CommandLineFixture
  /// Nothing listens at this address.
  private static let url = "http://127.0.0.1:9/"

  init() throws { commandLine = try CommandLineFixture(.inProcess) }

  @Test func `a triggered notification is sent, and the listener shows it`() async throws {
    _ = try await notifications("set-url", Self.url)

    let triggered = try await notifications("trigger", "subscribed.initial_buy", "--json").json()
    let listed = try await listen("--json").json()
    let line = try await listen().output

    let account = try #require(triggered["account"] as? String)
    #expect(triggered["notification"] as? String == "SUBSCRIBED.INITIAL_BUY")
    #expect(listed["type"] as? String == "SUBSCRIBED")
    #expect(listed["subtype"] as? String == "INITIAL_BUY")
    #expect(listed["account"] as? String == account)
    #expect(listed["productID"] as? String == "subscription.standard")
    #expect(try #require(listed["result"] as? String) != "SUCCESS")
    let token = try #require(listed["signedPayload"] as? String)
    let payload = try JWS(token).payload(as: NotificationPayload.self)
    #expect(payload.notificationUUID.description == listed["uuid"] as? String)
    #expect(line.contains("  SUBSCRIBED.INITIAL_BUY  subscription.standard of \(account)  "))
    #expect(line.split(separator: "\n").count == 1)
  }

  @Test func `a listener prints each notification as one line of JSON`() async throws {
    _ = try await notifications("set-url", Self.url)
    _ = try await notifications("trigger", "DID_RENEW")

    let run = try await notifications("listen", "--last", "2", "--count", "2", "--json")

    let lines = run.output.split(separator: "\n")
    let types = try lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["type"] as? String)
    }
    #expect(types == ["SUBSCRIBED", "DID_RENEW"])
  }

  @Test func `a notification is sent once more with the same UUID`() async throws {
    _ = try await notifications("set-url", Self.url)
    _ = try await notifications("trigger", "TEST")
    let uuid = try #require(try await listen("--json").json()["uuid"] as? String)

    let sent = try await notifications("resend", uuid, "--json").json()

    #expect(sent["uuid"] as? String == uuid)
    #expect(sent["attempt"] as? Int == 2)
    #expect(try await listen("--json").json()["attempt"] as? Int == 2)
  }

  @Test func `a purchase succeeds even if notifications cannot be sent or signed`() async throws {
    _ = try await notifications("set-url", Self.url)
    _ = try await commandLine.skdemo("buy", "nonconsumable.car", "--yes").succeeded()
    let sent = try await listen("--json").json()
    let unsignable = try await addUnsignableNotification()

    let purchase = try await commandLine.skdemo("buy", "nonconsumable.racecar", "--yes")
    let later = try await notifications("resend", unsignable.description)

    #expect(sent["type"] as? String == "ONE_TIME_CHARGE")
    #expect(try #require(sent["result"] as? String) != "SUCCESS")
    _ = try purchase.succeeded()
    #expect(later.status == 1)
    #expect(try await listen("--json").json()["productID"] as? String == "nonconsumable.racecar")
  }

  /// Adds a notification that its event does not have.
  private func addUnsignableNotification() async throws -> LowercaseUUID {
    let ledgers = try SQLiteLedgerStore(file: commandLine.data.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    let events = try await ledgers.events(of: CustomerNumber(rawValue: 1), after: 0, limit: 1)
    let event = try #require(events.first)
    let notification = OutgoingNotification(
      uuid: LowercaseUUID(UUID()), type: .oneTimeCharge, date: event.change.date,
      source: .event(sequence: event.sequence, position: 7))
    try await ledgers.addNotification(notification)
    return notification.uuid
  }

  @Test func `the store has the URL of a listener only while the listener runs`() async throws {
    _ = try await notifications("set-url", Self.url)
    _ = try await notifications("trigger", "TEST")
    _ = try await notifications("set-url", "none")

    let run = try await listen("--forward-to", Self.url)
    let invalid = try await listen("--forward-to", "http://shop.example.com/")

    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  TEST  "))
    #expect(!run.output.contains("forwarded: "))
    #expect(invalid.status == 1)
    let settings = try await commandLine.skdemo("store", "settings", "--json").json()
    #expect(settings["notifications"] == nil)
  }

  @Test func `a listener shows the answer to the copy that it sends to another URL`() async throws {
    _ = try await notifications("set-url", Self.url)
    _ = try await notifications("trigger", "TEST")

    let sent = try await listen("--forward-to", "http://127.0.0.1:9/copies", "--json").json()
    let run = try await listen("--forward-to", "http://127.0.0.1:9/copies")

    #expect(try #require(sent["forwardResult"] as? String) != "SUCCESS")
    #expect(run.output.contains("  forwarded: "))
    let settings = try await commandLine.skdemo("store", "settings", "--json").json()
    #expect((settings["notifications"] as? [String: Any])?["url"] as? String == Self.url)
  }

  @Test func `without a URL a listener says how to set one`() async throws {
    let run = try await notifications("listen", "--count", "1")

    #expect(run.status == 1)
    #expect(run.errors.contains("skdemo store notifications set-url"))
  }

  @Test(arguments: [["--last", "21"], ["--last", "-1"], ["--count", "0"]])
  func `a number that is out of range is refused`(options: [String]) async throws {
    let run = try await commandLine.skdemo(["store", "notifications", "listen"] + options)

    #expect(run.status == 2)
  }

  @Test(arguments: ["99b16628", "+9b16628-15e4-4668-972b-eeff55eeff55"])
  func `a text that is not a UUID is refused`(argument: String) async throws {
    let run = try await notifications("resend", argument)

    #expect(run.status == 2)
    #expect(run.errors.contains("'\(argument)' is not a UUID"))
  }

  private func notifications(_ arguments: String...) async throws -> CommandRun {
    try await commandLine.skdemo(["store", "notifications"] + arguments)
  }

  /// The notification that was sent last.
  private func listen(_ options: String...) async throws -> CommandRun {
    try await commandLine.skdemo(
      ["store", "notifications", "listen", "--last", "1", "--count", "1"] + options)
  }
}

/// What `--forward-to` does.
@Suite struct NotificationForwardingTests {
  private static let shop = "https://shop.example.com/apple"
  private static let local = "http://localhost:3000/apple"

  @Test func `a store without a URL sends to the option's URL while the listener runs`() throws {
    #expect(
      try NotificationForwarding(to: Self.local, storeSendsTo: nil, isOnThisMachine: true)
        == .setsURL(Self.local))
  }

  @Test func `a listener sends copies if the store has another URL`() throws {
    let forwarding = try NotificationForwarding(
      to: Self.local, storeSendsTo: Self.shop, isOnThisMachine: false)

    #expect(forwarding == .copies(to: try NotificationURL(Self.local, allowsOwnNetwork: true)))
  }

  @Test func `a slash after the host makes no other URL`() throws {
    #expect(
      try NotificationForwarding(
        to: "http://localhost:3000", storeSendsTo: "http://localhost:3000/", isOnThisMachine: true)
        == NotificationForwarding.none)
  }

  @Test(arguments: [nil, "https://shop.example.com/apple"] as [String?])
  func `a listener sends nothing itself if the store sends there already`(url: String?) throws {
    #expect(
      try NotificationForwarding(to: url, storeSendsTo: Self.shop, isOnThisMachine: true)
        == NotificationForwarding.none)
  }

  @Test(arguments: [nil, "http://localhost:3000/apple"] as [String?])
  func `a store on another machine needs a URL of its own`(url: String?) {
    let error = #expect(throws: CommandFailure.self) {
      try NotificationForwarding(to: url, storeSendsTo: nil, isOnThisMachine: false)
    }
    #expect(error?.code == "notificationRefused")
  }

  @Test func `a copy is not sent to a URL that notifications cannot have`() {
    #expect(throws: StoreError.self) {
      try NotificationForwarding(
        to: "http://shop.example.com/", storeSendsTo: Self.shop, isOnThisMachine: true)
    }
  }
}
