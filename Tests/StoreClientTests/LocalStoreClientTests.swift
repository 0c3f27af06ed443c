import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import TestSupport
import Testing

/// A machine as the client of the store in its own data folder.
@Suite struct LocalStoreClientTests {
  private let store: StoreFixture
  private let folder: TemporaryFolder

  init() async throws {
    store = try await StoreFixture.make()
    folder = try TemporaryFolder()
  }

  private var client: LocalClient {
    LocalClient(folder: folder.url, connection: .local(store.engine))
  }

  private func names() async throws -> [String] { try await client.devices().devices.map(\.id) }

  @Test func `the account and its device are made at first use, and found again`() async throws {
    let first = try await client.device(.usual)
    let second = try await client.device(.usual)

    #expect(first.account == "customer")
    #expect(first.name == "device-1")
    #expect(second.token == first.token)
    #expect(try await names() == ["device-1"])
  }

  @Test(arguments: ["lost", "damaged"])
  func `a machine whose account file is gone signs in again`(account: String) async throws {
    _ = try await client.device(.usual)
    let file = folder.file("account.json")
    if account == "lost" {
      try FileManager.default.removeItem(at: file)
    } else {
      try folder.write("letters", to: "account.json")
    }

    #expect(try await client.device(.usual).account == "customer")
  }

  @Test func `a sign-in that the store has revoked is made again`() async throws {
    _ = try await client.device(.usual)
    let account = try String(contentsOf: folder.file("account.json"), encoding: .utf8)
    _ = try await client.signOutEverywhere()
    try folder.write(account, to: "account.json")

    #expect(try await client.device(.usual).account == "customer")
  }

  @Test(arguments: ["missing", "damaged", "foreign"])
  func `a device whose record is of no use is registered anew under its name`(
    record: String
  ) async throws {
    let before = try await client.device(.usual)
    let path = "devices/device-1/device.json"
    switch record {
    case "missing": try FileManager.default.removeItem(at: folder.file(path))
    case "damaged": try folder.write("letters", to: path)
    default:
      let other = try await store.engine.registerDevice("device-1", signIn: store.signIn.token)
      _ = try DeviceStore.create(
        folder.file("devices/device-1"), account: "alice", registration: other)
    }

    let after = try await client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.account == "customer")
    #expect(after.verificationID != before.verificationID)
    #expect(try await names() == ["device-1"])
  }

  @Test func `a record that cannot be read is an error, and nothing is registered`() async throws {
    let before = try await client.device(.usual)
    let file = folder.file("devices/device-1/device.json")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)

    await #expect(throws: DeviceStoreFault.self) { try await client.device(.usual) }

    let (devices, usual) = try await client.devices()
    #expect(devices.map(\.verificationID) == [before.verificationID])
    #expect(usual?.id == "device-1")
  }

  @Test func `a new device never becomes the usual one, not even as the first to run`()
    async throws
  {
    let new = try await client.device(.new(named: nil))
    let named = try await client.device(.new(named: "watch"))
    let usual = try await client.device(.usual)

    #expect(new.name == "device-2")
    #expect(named.name == "watch")
    #expect(usual.name == "device-1")
    #expect(try await client.devices().usual?.id == "device-1")
    #expect(try await client.device(.named("watch")).token == named.token)
  }

  @Test func `a store that was made anew takes its machine for a new one`() async throws {
    let before = try await client.device(.usual)
    let other = try await StoreFixture.make()
    let client = LocalClient(folder: folder.url, connection: .local(other.engine))

    let after = try await client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.rootCertificate != before.rootCertificate)
    #expect(try await client.devices().devices.map(\.id) == ["device-1"])
  }

  @Test func `a device that is removed is gone for good`() async throws {
    let watch = try await client.device(.new(named: "watch"))

    #expect(try await client.removeDevice("watch").id == "watch")

    await #expect(throws: StoreFault.unauthorized) {
      try await store.engine.backend(for: watch.token, instance: InstanceID(UUID()))
    }
    await #expect(throws: StoreFault.unknownDevice("watch")) {
      try await client.removeDevice("watch")
    }
  }

  @Test func `the files are for their owner alone`() async throws {
    _ = try await client.device(.usual)

    for path in ["account.json", "account.lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(path).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }
}
