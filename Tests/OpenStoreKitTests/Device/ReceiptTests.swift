import PrivateFiles
import AppStorePayloads
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct ReceiptTests {
  @Test func `there is no receipt before the customer refreshes it`() async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    #expect(!alice.hasReceipt)

    try await alice.session.refreshReceipt()

    #expect(alice.session.receiptURL.lastPathComponent == "sandboxReceipt")
    #expect(alice.sheets.authentications == ["alice"])
    #expect(try await alice.receipt() == ["nonconsumable.car"])
  }

  @Test func `a customer who does not authenticate gets no receipt`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))

    await #expect {
      try await alice.session.refreshReceipt()
    } throws: { $0.isStoreKitError("userCancelled") }

    #expect(!alice.hasReceipt)
  }

  @Test func `a receipt is written again with what was bought since, without authentication`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    await alice.session.updateReceipt()
    #expect(try await alice.receipt() == [])

    try await alice.buy("nonconsumable.car")
    try await alice.buy("nonconsumable.racecar")
    await alice.session.updateReceipt()

    #expect(try await alice.receipt() == ["nonconsumable.car", "nonconsumable.racecar"])
    #expect(alice.sheets.authentications == [])
    #expect(alice.receiptFailures == 0)
  }

  @Test func `many writers at once leave the latest receipt`() async throws {
    let alice = try await Customer.onNewDevice()
    let other = try await alice.again()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in ["nonconsumable.car", "nonconsumable.racecar", "nonRenewing.standard"] {
        group.addTask {
          try await alice.buy(id)
          try await other.session.writeReceipt()
        }
        group.addTask { try await alice.session.writeReceipt() }
      }
      try await group.waitForAll()
    }

    #expect(try await alice.receipt().count == 3)
  }

  @Test(arguments: [Line.Condition.cut, .earlierVersion])
  func `a receipt stays as it was if the store does not answer`(
    condition: Line.Condition
  ) async throws {
    let alice = try await Customer.onNewDevice()
    try await alice.buy("nonconsumable.car")
    try await alice.session.writeReceipt()

    alice.line.condition = condition
    await #expect {
      try await alice.session.writeReceipt()
    } throws: { $0.isStoreKitError("networkError") }
    await alice.session.updateReceipt()

    #expect(try await alice.receipt() == ["nonconsumable.car"])
    #expect(alice.receiptFailures == 1)
  }

  @Test func `a receipt that another store has signed is not written`() async throws {
    let (alice, bob) = (try await Customer.onNewDevice(), try await Customer.onNewDevice())
    try await alice.session.writeReceipt()
    let before = try Data(contentsOf: alice.session.receiptURL)
    let forging = ForgedReceiptStore(
      store: alice.line, forgery: try await bob.line.receipt().value)
    let session = try await StoreSession(
      forging, sheets: alice.sheets, device: try DeviceStore.open(alice.folder.url),
      environment: alice.recorder.environment)

    await #expect {
      try await session.writeReceipt()
    } throws: { $0.isStoreKitError("systemError") }

    #expect(try Data(contentsOf: alice.session.receiptURL) == before)
  }

  @Test func `a receipt of an earlier epoch is removed, and one of the present epoch is kept`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    let other = try await alice.again()
    try await alice.session.writeReceipt()

    _ = try await alice.store.engine.reset()
    _ = await alice.session.snapshot()
    #expect(!alice.hasReceipt)

    try await alice.session.writeReceipt()
    _ = await other.session.snapshot()
    #expect(alice.hasReceipt)
  }

  @Test func `an app of production has its receipt as soon as it is connected`() async throws {
    let alice = try await Customer.ofProduction()
    #expect(!alice.hasReceipt)

    await StoreSession.inOwnProcess {
      do {
        let session = try await AppStore.connect(
          alice.line, sheets: alice.sheets, device: DeviceStore.open(alice.folder.url),
          environment: alice.recorder.environment)
        #expect(session.receiptURL.lastPathComponent == "receipt")
      } catch {
        Issue.record(error)
      }
    }

    #expect(try await alice.receipt(in: .production) == [])
    #expect(alice.sheets.authentications == [])
  }

  @Test func `an app of production that was offline has its receipt after the next answer`()
    async throws
  {
    let alice = try await Customer.ofProduction()
    alice.line.condition = .cut
    await alice.session.writeMissingReceipt()
    #expect(!alice.hasReceipt && alice.receiptFailures == 1)

    alice.line.condition = .good
    #expect(await alice.session.reconnect())

    try await wait(for: "the receipt") { alice.hasReceipt }
    #expect(try await alice.receipt(in: .production) == [])
  }

  @Test func `an app of production has a new receipt after a reset of the store`() async throws {
    let alice = try await Customer.ofProduction()
    try await alice.buy("nonconsumable.car")
    try await alice.session.writeReceipt()
    #expect(try await alice.receipt(in: .production) == ["nonconsumable.car"])

    _ = try await alice.store.engine.reset()
    _ = await alice.session.reconnect()

    try await wait(for: "the receipt") { alice.hasReceipt }
    #expect(try await alice.receipt(in: .production) == [])
  }

  @Test func `another device that is registered in the folder begins without a receipt`()
    async throws
  {
    let alice = try await Customer.onNewDevice()
    try await alice.session.writeReceipt()
    let beta = try await alice.store.device("beta").registration
    let time = try await alice.store.engine.clock()

    _ = try DeviceStore.create(
      alice.folder.url, account: "alice", registration: Answer(beta, at: time),
      wallClock: .fixture)

    #expect(!alice.hasReceipt)
  }
}

extension Customer {
  /// A device of a new store of production, which has never run.
  fileprivate static func ofProduction() async throws -> Customer {
    try await onNewDevice(of: StoreFixture.make(environment: .production))
  }

  /// Whether the device has a receipt.
  fileprivate var hasReceipt: Bool {
    FileManager.default.fileExists(atPath: session.receiptURL.path(percentEncoded: false))
  }

  /// The number of diagnostics about a receipt that was not written.
  fileprivate var receiptFailures: Int {
    recorder.diagnostics.filter {
      if case .failed("writing the app receipt", _) = $0 { true } else { false }
    }.count
  }

  /// The products of the device's receipt, which is validated.
  fileprivate func receipt(
    in environment: StoreEnvironment = .sandbox
  ) async throws -> [String] {
    let validation = ReceiptValidation(
      rootCertificates: [registration.rootCertificate], bundleID: registration.bundleID,
      appVersion: "1.0", environment: environment, device: session.deviceVerificationID)
    let receipt = try Data(contentsOf: session.receiptURL)
    return try await validation.validate(receipt, at: .fixture).inAppPurchases.map(\.productID)
  }
}

/// A store that returns another store's receipt.
private struct ForgedReceiptStore: ForwardingBackend {
  let store: any StoreBackend
  let forgery: Data

  func receipt() async throws(StoreError) -> Answer<Data> {
    var answer = try await store.receipt()
    answer.value = forgery
    return answer
  }
}
