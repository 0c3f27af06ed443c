import AppStorePayloads
import Foundation
import PrivateFiles
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

/// `Fixtures/device-1.json` was written by the first version whose stored format is a promise: what
/// alice's kitchen kept of the store in `StoreSQLiteTests/Fixtures/store-1.sqlite`.
///
/// It is opened for ever. The certificates in it are valid until 2107.
@Suite(.hangLimit) struct DeviceFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(components: "Fixtures", "device-1.json")
    try FileManager.default.copyItem(
      at: fixture, to: folder.url.appending(path: "device.json"))
  }

  @Test func `a number that some readers of JSON round is damage`() throws {
    let file = folder.url.appending(path: "device.json")
    let cursor = try #require(try DeviceStore.open(folder.url).read().cursor)
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = text.replacing(#""cursor":\#(cursor)"#, with: #""cursor":9007199254740993"#)
    try #require(changed != text)
    try Data(changed.utf8).write(to: file)

    #expect(throws: DeviceStoreError.damaged(file, reason: "it is not a device's record")) {
      try DeviceStore.open(folder.url)
    }
  }

  @Test func `a device of the first version is read as it was written`() throws {
    let device = try DeviceStore.open(folder.url)
    let record = try device.read()

    #expect(device.account == "alice")
    #expect(device.name == "kitchen")
    #expect(device.token == "kitchen------------------------------------")
    #expect(device.verificationID.description == "b8335b80-84d1-42b1-96b1-d5cefdef55f2")
    #expect(record.device.registrationDate == .fixture)
    #expect(record.bundleID == "com.example.skdemo")
    #expect(device.environment == .sandbox)
    #expect(record.time.now == Date(timeIntervalSince1970: 1_780_704_000))
    #expect(record.time.isFrozen)
    #expect(record.time.timeRate == .realTime)
    #expect(record.time.epoch == 2)
    #expect(record.heardAt == .fixture)
    #expect(record.cursor == record.purchases?.sequence)
    #expect(
      record.storefront
        == StoreStorefront(id: "143441", countryCode: "USA", currency: "USD", locale: "en_US"))
    #expect(record.purchases?.usedIntroductoryOffers == ["3F19ED53", "7C0FFEE7"])
    #expect(record.purchases?.subscriptions.map(\.groupID) == ["3F19ED53", "7C0FFEE7"])
    #expect(record.orders.map(\.productID) == ["nonconsumable.racecar", "subscription.premium"])
    #expect(record.orders.map(\.isPending) == [false, true])
    #expect(
      record.orders.first?.key.description == "00000000-0000-4000-8000-000000000601")
  }

  @Test func `a product of the first version keeps its offers`() throws {
    let products = try DeviceStore.open(folder.url).read().products
    let radio = try #require(products.first { $0.id == "subscription.radio" })

    #expect(products.count == 5)
    #expect(radio.displayName == "Radio")
    #expect(radio.price == Decimal(string: "1.99"))
    #expect(radio.isFamilyShareable)
    let month = Period(1, .month)
    #expect(radio.subscription?.period == month)
    #expect(radio.subscription?.introductoryOffer?.discountType == .payAsYouGo)
    #expect(radio.subscription?.introductoryOffer?.periodCount == 3)
    #expect(radio.subscription?.promotionalOffers.map(\.id) == ["stay"])
    #expect(radio.subscription?.winBackOffers.map(\.id) == ["return"])
  }

  @Test func `every key that a device keeps is on the list of its version`() throws {
    var record = try DeviceStore.open(folder.url).read()
    let change = PlanChange(productID: "subscription.pro", timing: .immediate)
    record.environment = .production
    record.unfinished = record.unfinished ?? []
    record.promotions = PromotionOverride(order: ["nonconsumable.car"], listsOthers: true)
    var reviews = ReviewPrompts()
    reviews.prompt(at: .fixture)
    reviews.rate(5, version: "1.0", at: .fixture)
    record.reviews = reviews
    record.time.generation = 1
    record.time.jump = ClockJump(to: .fixture, days: 400)
    for index in record.purchases?.subscriptions.indices ?? 0..<0 {
      record.purchases?.subscriptions[index].planChanges = [change]
      record.purchases?.subscriptions[index].groupLevel = 1
    }
    record.purchases?.orders = [
      CustomerOrder(
        id: TransactionID(rawValue: 7), productID: "nonconsumable.car", quantity: 1,
        cause: .askToBuy, state: .waiting, date: .fixture)
    ]
    let json = try JSONSerialization.jsonObject(with: JSONEncoder.payload.encode(record))

    try expectSnapshot(
      of: Set(keys(of: json, in: "")).sorted().joined(separator: "\n"),
      named: "device-keys-\(DeviceRecord.currentVersion)")
  }

  private func keys(of json: Any, in parent: String) -> [String] {
    switch json {
    case let list as [Any]: list.flatMap { keys(of: $0, in: parent) }
    case let object as [String: Any]:
      object.flatMap { key, value in
        [parent + key] + keys(of: value, in: parent + key + ".")
      }
    default: []
    }
  }

  @Test func `what a device of the first version holds is verified today`() async throws {
    let session = try await StoreSession(
      RefusingBackend.unreachable, sheets: ScriptedSheets(),
      device: try DeviceStore.open(folder.url),
      environment: EnvironmentRecorder().environment)

    let owned = try await session.snapshot().entitlements.map { try $0.payloadValue.productID }
    #expect(
      owned.sorted() == ["nonRenewing.standard", "nonconsumable.car", "subscription.radio"])
    let unfinished = try await StoreSession.$current.withValue(session) {
      try await Array(Transaction.unfinished).map { try $0.payloadValue.productID }
    }
    #expect(unfinished.contains("consumable.fuel.octane87"))
  }
}
