import AppStorePayloads
import DemoApp
import Foundation
import OpenStoreKit
import OpenStoreKitConnection
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPClient
import Synchronization
import TestSupport
import Testing

/// Eight devices buy from a served store while it is backed up; then each goes on with the store that
/// was restored elsewhere.
@Suite(.limit(minutes: 10)) struct BackupTests {
  private static let deviceCount = 8

  @Test func `a backup taken while 8 devices buy is restored, and each device goes on`()
    async throws
  {
    let folder = try TemporaryFolder()
    let original = DataFolder(url: folder.url.appending(path: "original"))
    let restored = DataFolder(url: folder.url.appending(path: "restored"))
    let backup = folder.url.appending(path: "backup")
    var server = try await ServeProcess(data: original.url)
    var devices = try await Self.register(at: server, in: folder.url)

    try await Self.buy(10, on: devices, at: 40) { _ = try original.backUp(to: backup) }
    try await server.kill()
    let first = try await StoreContents(database: original.database)
    let copied = try restored.restore(backup)
    let held = try await StoreContents(database: restored.database)

    #expect(copied.transactions >= 30, "it was taken while they bought")
    #expect(copied.transactions == held.transactions.count)
    #expect(Set(first.transactions).isSuperset(of: held.transactions))
    #expect(first.transactions.count > held.transactions.count, "some were bought after the backup")

    server = try await ServeProcess(data: restored.url)
    devices = try devices.map { try $0.moved(to: server) }
    try await Self.buy(10, on: devices)
    let contents = try await devices.asyncMap { try await $0.deliverRemaining() }
    try await server.kill()
    let second = try await StoreContents(database: restored.database)

    #expect(Set(second.transactions).count == second.transactions.count)
    #expect(Set(second.transactions).isSuperset(of: held.transactions))
    let new = Set(second.transactions).subtracting(held.transactions)
    #expect(new.count >= 9 * Self.deviceCount)
    #expect(new.isDisjoint(with: first.transactions), "each later purchase has a fresh ID")
    for (number, device) in zip(Int64(1)..., contents) {
      #expect(device.transactions == Set(second.transactions), "device-\(number)")
      #expect(device.entitlements == ["nonconsumable.car"], "device-\(number)")
      func fuel(_ contents: StoreContents) -> Int { contents.fuel[number, default: 0] }
      #expect(
        device.fuel == fuel(first) + fuel(second) - fuel(held),
        "device-\(number) has the fuel of both stores, and that of the backup once")
    }
  }

  private static func register(
    at server: ServeProcess, in folder: URL
  ) async throws -> [PurchasingDevice] {
    let store = try HTTPStore(StoreAddress(server.url), .patient)
    let signIn = try await server.withStore { try await $0.signUp(.alice).value }
    return try await NetworkFixture.register(
      deviceCount, of: signIn, at: store, through: store, in: folder)
  }

  /// All devices buy `count` times at once; `meanwhile` runs before the purchase with this number.
  private static func buy(
    _ count: Int, on devices: [PurchasingDevice], at number: Int = 0,
    meanwhile: @escaping @Sendable () throws -> Void = {}
  ) async throws {
    let confirmed = Counter()
    try await withThrowingTaskGroup { group in
      for device in devices {
        group.addTask {
          _ = try await device.buy(count) {
            if confirmed.next() == number { try meanwhile() }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

extension PurchasingDevice {
  /// The same device at the server that has the place of the first.
  fileprivate func moved(to server: ServeProcess) throws -> PurchasingDevice {
    let store = try HTTPStore(StoreAddress(server.url), .patient)
    var moved = self
    moved.backend = { store.backend(token: $0.token, instance: InstanceID(UUID())) }
    return moved
  }
}
