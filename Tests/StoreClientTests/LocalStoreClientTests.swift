import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// A machine as the client of the store in its own data folder.
@Suite(.hangLimit) struct LocalStoreClientTests {
  private let store: StoreFixture
  private let folder: TemporaryFolder

  init() async throws {
    store = try await StoreFixture.make()
    folder = try TemporaryFolder()
  }

  private var client: LocalClient {
    LocalClient(folder: folder.url, connection: .local(store.engine))
  }

  @Test func `the account and its device are made at first use, and found again`() async throws {
    let first = try await client.device(.usual)
    let second = try await client.device(.usual)

    #expect(first.account == "customer")
    #expect(first.name == "device-1")
    #expect(second.token == first.token)
    #expect(try await client.devices().devices.map(\.id) == ["device-1"])
    for path in ["account.json", "account.lock"] {
      #expect(PrivateFile.permissions(of: folder.file(path)) == 0o600)
    }
  }

  @Test func `a machine whose sign-in is lost or revoked signs in again`() async throws {
    _ = try await client.device(.usual)
    let file = folder.file("account.json")
    let revoked = try String(contentsOf: file, encoding: .utf8)
    _ = try await client.signOutEverywhere()
    #expect(try await client.device(.usual).account == "customer")

    try folder.write(revoked, to: "account.json")
    #expect(try await client.device(.usual).account == "customer")
  }

  @Test func `a customer does not share an account that somebody signed up for`() async throws {
    _ = try await store.engine.signUp(Credentials(account: "bob", password: "correct horse"))
    let client = LocalClient(folder: folder.url, connection: .local(store.engine, account: "bob"))

    await #expect(throws: LocalClientError.accountOfOthers("bob")) {
      try await client.device(.usual)
    }
    await #expect(throws: LocalClientError.accountOfOthers("bob")) { try await client.devices() }
    #expect(try await store.engine.accounts().value.last?.devices.isEmpty == true)
  }

  @Test func `a customer who is signed in to an account of others does not go on in it`()
    async throws
  {
    let other = LocalClient(folder: folder.url, connection: .remote(store.engine, address: "x"))
    _ = try await other.signIn(
      Credentials(account: "bob", password: "correct horse"), isNew: true, trusting: nil)
    _ = try await other.device(.usual)

    let bob = LocalClient(folder: folder.url, connection: .local(store.engine, account: "bob"))

    await #expect(throws: LocalClientError.accountOfOthers("bob")) { try await bob.device(.usual) }
  }

  @Test(arguments: ["missing", "damaged", "foreign", "of another name"])
  func `a device without a usable record is registered again under its name`(
    record: String
  ) async throws {
    let before = try await client.device(.usual)
    let path = "devices/device-1/device.json"
    switch record {
    case "missing": try FileManager.default.removeItem(at: folder.file(path))
    case "damaged": try folder.write("letters", to: path)
    case "of another name":
      let file = folder.file(path)
      try folder.write(
        String(contentsOf: file, encoding: .utf8).replacing("device-1", with: "../../x"), to: path)
    default:
      let other = try await store.engine.registerDevice("device-1", signIn: store.signIn.token)
      _ = try DeviceStore.create(
        folder.file("devices/device-1"), account: "alice", registration: other)
    }

    let after = try await client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.account == "customer")
    #expect(after.verificationID != before.verificationID)
    #expect(try await client.devices().devices.map(\.id) == ["device-1"])
  }

  @Test(arguments: [nil, #"{"version":3}"#])
  func `a record that cannot be read, or is newer, is an error, and nothing is registered`(
    record: String?
  ) async throws {
    let before = try await client.device(.usual)
    let file = folder.file("devices/device-1/device.json")
    try FileManager.default.removeItem(at: file)
    if let record {
      try Data(record.utf8).write(to: file)
    } else {
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }

    await #expect {
      try await client.device(.usual)
    } throws: { error in
      switch error as? DeviceStoreError {
      case .failed: record == nil
      case .newer(_, let version): record != nil && version == 3
      default: false
      }
    }

    if let record { #expect(try String(contentsOf: file, encoding: .utf8) == record) }
    let (devices, usual) = try await client.devices()
    #expect(devices.map(\.verificationID) == [before.verificationID])
    #expect(usual?.id == "device-1")
  }

  @Test(arguments: ["../../x", "..", "", "a b"])
  func `a device whose name would leave the folder is refused before the store is asked`(
    name: String
  ) async throws {
    _ = try await client.device(.usual)

    for choice in [DeviceChoice.named(name), .new(named: name)] {
      await #expect(throws: StoreError.invalidName(name: name)) { try await client.device(choice) }
    }
    #expect(try await client.devices().devices.map(\.id) == ["device-1"])
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

  @Test func `the device of another folder stays signed in`() async throws {
    let before = try await client.device(.usual)
    let other = try TemporaryFolder()

    await #expect(throws: LocalClientError.deviceElsewhere("device-1")) {
      try await LocalClient(folder: other.url, connection: .local(store.engine))
        .device(.named("device-1"))
    }

    #expect(try await client.device(.usual).token == before.token)
  }

  @Test func `at a store that was made again the machine is a new device`() async throws {
    let before = try await client.device(.usual)
    let other = try await StoreFixture.make()
    let client = LocalClient(folder: folder.url, connection: .local(other.engine))

    let after = try await client.device(.usual)

    #expect(after.name == "device-1")
    #expect(after.rootCertificate != before.rootCertificate)
    #expect(try await client.devices().devices.map(\.id) == ["device-1"])
  }

  @Test func `of eight processes that find no device, one registers it`() async throws {
    let client = client
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...8 {
        group.addTask { try await client.device(.usual).token }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(tokens.count == 1)
    #expect(try await client.devices().devices.map(\.id) == ["device-1"])
  }
}
