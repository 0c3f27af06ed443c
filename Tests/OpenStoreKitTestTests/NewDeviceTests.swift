import Foundation
import OpenStoreKit
import OpenStoreKitTest
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// Devices of a process at a store that is served elsewhere.
@Suite(.hangLimit) struct NewDeviceTests {
  private let car = "nonconsumable.car"

  @Test func `the devices of two accounts in one process keep apart, and go with their sessions`()
    async throws
  {
    let folders = try await foldersOfTwoDevices()
    #expect(folders.filter { FileManager.default.fileExists(atPath: $0.path) } == [])
  }

  @Test func `the error of a store that does not answer is not that of one that refuses`()
    async throws
  {
    let server = try await Server()
    let stranger = Credentials(account: "ann", password: "open sesame")
    let refused = await #expect(throws: SKTestError(.invalidAction)) {
      try await StoreSession.onNewDevice(of: stranger, at: server.url)
    }
    #expect(refused?.localizedDescription.isEmpty == false)
    let nobodys = try #require(URL(string: "http://127.0.0.1:1"))
    let unreached = await #expect(throws: SKTestError(.serviceUnavailable)) {
      try await StoreSession.onNewDevice(of: stranger, at: nobodys)
    }
    #expect(unreached?.localizedDescription.contains("the store does not answer") == true)
  }

  @Test func `the signed data of a store that is served is the sandbox's`() async throws {
    let server = try await Server()
    let ann = try await server.newDevice(of: "ann")

    try await buy("subscription.standard", on: ann)

    try await StoreSession.$current.withValue(ann) {
      let plan = try #require(await Transaction.latest(for: "subscription.standard")).payloadValue
      #expect(plan.environment == .sandbox)
      let status = try #require(await plan.subscriptionStatus)
      #expect(try status.renewalInfo.payloadValue.environment == .sandbox)
      #expect(try await AppTransaction.shared.payloadValue.environment == .sandbox)
    }
  }

  private func foldersOfTwoDevices() async throws -> [URL] {
    let server = try await Server()
    let ann = try await server.newDevice(of: "ann")
    let ben = try await server.newDevice(of: "ben")

    try await buy(car, on: ann)

    #expect(await owned(on: ann) == [car])
    #expect(await owned(on: ben).isEmpty)
    #expect([ann, ben].map(\.account) == ["ann", "ben"])
    try await server.close()
    #expect(await owned(on: ann) == [car], "it is offline, and knows what its own file says")
    #expect(await owned(on: ben).isEmpty)
    let folders = [ann, ben].map(\.device.folder)
    #expect(try folders.map { try DeviceStore.open($0).account } == ["ann", "ben"])
    return folders
  }

  private func buy(_ id: String, on device: StoreSession) async throws {
    try await StoreSession.$current.withValue(device) {
      let product = try #require(try await Product.products(for: [id]).first)
      guard case .success(let result) = try await product.purchase() else {
        throw Unexpected(text: "\(id) was not sold")
      }
      await result.unsafePayloadValue.finish()
    }
  }

  private func owned(on device: StoreSession) async -> [String] {
    await StoreSession.$current.withValue(device) {
      await Transaction.currentEntitlements.reduce(into: []) {
        $0.append($1.unsafePayloadValue.productID)
      }
    }
  }
}

/// A store that is served from a folder of its own, with accounts whose password is the same.
private final class Server: Sendable {
  private let process: ServeProcess
  private let folder: URL
  let url: URL

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID())")
    process = try await ServeProcess(data: folder)
    url = try #require(URL(string: process.url))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Adds the customer's account, and is a new device of theirs.
  func newDevice(of account: String) async throws -> StoreSession {
    let customer = Credentials(account: account, password: "open sesame")
    _ = try await process.withStore { try await $0.perform(.addAccount(credentials: customer)) }
    return try await StoreSession.onNewDevice(of: customer, at: url)
  }

  func close() async throws { try await process.kill() }
}
