import Foundation
import OpenStoreKit
import PrivateFiles
import TerminalUI
import TestSupport
import Testing

@testable import DemoApp

/// The last state that the device showed, in `last-seen.json`.
@Suite(.hangLimit) struct LastSeenTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lastSeen(_ account: String = "alice") -> LastSeen {
    LastSeen(folder: folder.url, account: account, timeZone: .gmt)
  }

  @Test func `the time zone is that of now, and is not kept`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    lastSeen().save(Store(Sample.owner))

    let seen = LastSeen(folder: folder.url, account: "alice", timeZone: tokyo).load()
    #expect(seen?.timeZone == tokyo)
    let file = folder.url.appending(path: "last-seen.json")
    #expect(try !String(contentsOf: file, encoding: .utf8).contains("timeZone"))
  }

  @Test func `what was seen is there again, for its account only`() {
    lastSeen().save(Store(Sample.owner))

    #expect(lastSeen().load() == Store(Sample.owner))
    #expect(lastSeen("bob").load() == nil)
  }

  @Test func `what was seen of a restored store, whose IDs are large, is there again`() {
    var car = Sample.owned(.car, number: 1_000_000_000_000_000_002)
    car.originalID = 1_000_000_000_000_000_001
    let facts = Sample.owner.with { $0.entitlements = [car] }
    lastSeen().save(Store(facts))

    #expect(lastSeen().load() == Store(facts))
  }

  @Test(arguments: ["", "{", "[]", #"{ "account" : "alice", "store" : { "standings" : {} } }"#])
  func `a file that is damaged or of another version counts as none, and is written again`(
    text: String
  ) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: "last-seen.json"))
    #expect(lastSeen().load() == nil)

    lastSeen().save(Store(Sample.facts()))
    #expect(lastSeen().load() == Store(Sample.facts()))
  }

  @Test func `a file that is too large for the first frame to wait for is ignored`() throws {
    let file = folder.url.appending(path: "last-seen.json")
    lastSeen().save(Store(Sample.owner))
    let blanks = Data(repeating: UInt8(ascii: " "), count: 4 * 1024 * 1024)
    try (Data(contentsOf: file) + blanks).write(to: file)
    #expect(lastSeen().load() == nil)

    lastSeen().save(Store(Sample.owner))
    #expect(lastSeen().load() == Store(Sample.owner))
  }

  @Test func `a folder instead of the file is ignored`() throws {
    let file = folder.url.appending(path: "last-seen.json")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(lastSeen().load() == nil)
    #expect(LastState(folder: folder.url, account: "alice") == nil)
  }

  @Test func `what another account saw is not in the first frame`() {
    lastSeen().save(Store(Sample.owner))
    #expect(LastState(folder: folder.url, account: "alice")?.store == Store(Sample.owner))
    #expect(LastState(folder: folder.url, account: "bob") == nil)
  }

  @Test func `the first frame shows the days of the customer's time zone`() throws {
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    lastSeen().save(Store(Sample.owner))
    var last = try #require(LastState(folder: folder.url, account: "alice"))
    last.timeZone = tokyo
    #expect(Demo(lastState: last).lastSeen?.timeZone == tokyo)
  }

  @Test(arguments: [
    ("now", "1e300"), ("now", "0.5"), ("now", "253402300800000"), ("now", "-62135769600001"),
    ("price", "1e300"), ("price", "9007199254740993"), ("groupLevel", "9007199254740992"),
    ("version", "1"),
  ])
  func `a file with a number that this version does not write counts as none`(
    field: String, number: String
  ) throws {
    let file = folder.url.appending(path: "last-seen.json")
    lastSeen().save(Store(Sample.owner))
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = text.replacing(
      try Regex("\"\(field)\":[0-9.]+"), with: "\"\(field)\":\(number)", maxReplacements: 1)
    try #require(changed != text)
    try Data(changed.utf8).write(to: file)

    #expect(lastSeen().load() == nil)
  }

  @Test func `StoreKit's values are in the file as earlier versions wrote them`() throws {
    let status = Sample.status(.pro, .expired, renews: false, reason: .billingError)
      .priced("4.99", .agreed, "5.99").bought(.freeTrial)
    lastSeen().save(Store(Sample.facts().with { $0.statuses = [status] }))

    let text = try String(contentsOf: folder.url.appending(path: "last-seen.json"), encoding: .utf8)
    for value in [
      #""kind":"Auto-Renewable Subscription""#, #""mode":"PayUpFront""#,
      #""offer":{"kind":1,"mode":"FreeTrial"}"#, #""state":2"#, #""expirationReason":2"#,
      #""priceIncrease":"agreed""#,
    ] { #expect(text.contains(value)) }
  }

  @Test(
    arguments: [
      (Product.ProductType.consumable, #""Consumable""#),
      (Product.ProductType.nonConsumable, #""Non-Consumable""#),
      (Product.ProductType.nonRenewable, #""Non-Renewing Subscription""#),
      (Product.ProductType.autoRenewable, #""Auto-Renewable Subscription""#),
      (Product.SubscriptionOffer.PaymentMode.freeTrial, #""FreeTrial""#),
      (Product.SubscriptionOffer.PaymentMode.payAsYouGo, #""PayAsYouGo""#),
      (Product.SubscriptionOffer.PaymentMode.payUpFront, #""PayUpFront""#),
      (Transaction.OfferType.introductory, "1"), (Transaction.OfferType.promotional, "2"),
      (Transaction.OfferType.code, "3"), (Transaction.OfferType.winBack, "4"),
      (SubscriptionRenewalState.subscribed, "1"), (SubscriptionRenewalState.expired, "2"),
      (SubscriptionRenewalState.inBillingRetryPeriod, "3"),
      (SubscriptionRenewalState.inGracePeriod, "4"), (SubscriptionRenewalState.revoked, "5"),
      (SubscriptionRenewalInfo.ExpirationReason.autoRenewDisabled, "1"),
      (SubscriptionRenewalInfo.ExpirationReason.billingError, "2"),
      (SubscriptionRenewalInfo.ExpirationReason.didNotConsentToPriceIncrease, "3"),
      (SubscriptionRenewalInfo.ExpirationReason.productUnavailable, "4"),
      (SubscriptionRenewalInfo.ExpirationReason.unknown, "5"),
      (SubscriptionRenewalInfo.PriceIncreaseStatus.noIncreasePending, #""noIncreasePending""#),
      (SubscriptionRenewalInfo.PriceIncreaseStatus.pending, #""pending""#),
      (SubscriptionRenewalInfo.PriceIncreaseStatus.agreed, #""agreed""#),
    ] as [(any Codable & Sendable, String)])
  func `each of StoreKit's values has its raw value in the file, and is read from it`(
    value: any Codable & Sendable, text: String
  ) throws {
    #expect(try json(value) == text)
    #expect(try json(ofWhatIsLike: value, in: text) == text)
  }

  private func json<Value: Codable>(ofWhatIsLike _: Value, in text: String) throws -> String {
    try json(JSONDecoder().decode(Value.self, from: Data(text.utf8)))
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  @Test(arguments: [
    (Product.ProductType.consumable, 1...10), (.nonConsumable, 1...1), (.nonRenewable, 1...10),
    (.autoRenewable, 1...1),
  ])
  func `a type of product has its quantities`(
    type: Product.ProductType, quantities: ClosedRange<Int>
  ) {
    #expect(type.quantities == quantities)
  }

  @Test func `the launch shows what the storefront showed last`() async throws {
    let app = try await AppFixture.open(.make())
    let program = Program(terminal: RecordedTerminal())
    let screen = await program.push(await Sample.demo(Sample.facts())) { _, _ in }
    let store = await app.connected { controller in
      await controller.perform(.reload, for: screen)
      return await controller.reload()
    }

    var demo = Demo()
    demo.send(app.controller.initialMessage(Sample.presentation))

    #expect(demo.lastSeen == store)
    #expect(demo.launchResult == nil)
  }

  @Test func `opening the store does not change the first frame of the same device`() async throws {
    let app = try await AppFixture.open(.make())
    let program = Program(terminal: RecordedTerminal())
    let screen = await program.push(await Sample.demo(Sample.facts())) { _, _ in }
    await app.connected { await $0.perform(.reload, for: screen) }

    let last = try #require(
      LastState(folder: app.controller.lastSeen.folder, account: app.session.account))
    let first = Demo(presentation: Sample.presentation, lastState: last)
    var opened = first
    opened.send(app.controller.initialMessage(Sample.presentation, after: last))
    #expect(opened == first)
  }

  @Test func `opening the store corrects the first frame of another device`() async throws {
    let app = try await AppFixture.open(.make())
    lastSeen().save(Store(Sample.owner))
    let last = try #require(LastState(folder: folder.url, account: "alice"))
    var demo = Demo(presentation: Sample.presentation, lastState: last)
    demo.send(app.controller.initialMessage(Sample.presentation, after: last))
    #expect(demo.lastSeen == nil && demo.launchResult == nil)
  }

  @Test func `a command shows nothing, so it changes nothing of what was seen last`() async throws {
    let app = try await AppFixture.open(.make())
    _ = await app.connected { await $0.launch() }

    var demo = Demo()
    demo.send(app.controller.initialMessage(Sample.presentation))

    #expect(demo.lastSeen == nil)
  }
}
