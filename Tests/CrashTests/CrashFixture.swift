import CrashScript
import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreSQLite
import TestSupport

/// The files of a store and of its customer's devices.
///
/// No process has them open.
final class CrashFixture: Sendable {
  let folder: URL
  private let temporaryFolder: TemporaryFolder

  /// A new store, and a new customer with these devices; `prepare` can add others to the store.
  static func make(
    devices: [String] = ["alpha"], prepare: (StoreFixture) async throws -> Void = { _ in }
  ) async throws -> CrashFixture {
    let fixture = try await StoreFixture.make()
    try await prepare(fixture)
    for name in devices {
      let registration = try await fixture.engine.registerDevice(
        name, signIn: fixture.signIn.token)
      _ = try DeviceStore.create(
        fixture.folder.appending(path: name), account: "alice", registration: registration,
        wallClock: .fixture)
    }
    try Data().write(to: CrashScript.sentOrders(in: fixture.folder))
    try Data().write(to: CrashScript.receivedNotifications(in: fixture.folder))
    try Data().write(to: CrashScript.heardPayments(in: fixture.folder))
    return try CrashFixture(copying: fixture.folder)
  }

  /// An independent copy of the present state.
  func copy() throws -> CrashFixture { try CrashFixture(copying: folder) }

  private init(copying original: URL) throws {
    temporaryFolder = try TemporaryFolder()
    folder = temporaryFolder.url.appending(path: "store")
    try FileManager.default.copyItem(at: original, to: folder)
    // The processes that have the database open share this file. The next one to open it recreates
    // it.
    try? FileManager.default.removeItem(at: folder.appending(path: "store.sqlite-shm"))
  }

  /// A script for the probe in this folder.
  func script(_ action: CrashScript.ScriptedAction, on device: String = "alpha") -> CrashScript {
    CrashScript(folder: folder, catalogue: Self.catalogue, device: device, action: action)
  }

  private static var catalogue: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Products.json")
  }
}

extension CrashFixture {
  /// Runs the probe until it ends.
  @discardableResult
  func run(_ script: CrashScript) async throws -> ProbeEnd {
    try await ProbeProcess(script).end()
  }

  /// Runs the probe, which must complete.
  @discardableResult
  func runToEnd(_ action: CrashScript.ScriptedAction, on device: String = "alpha") async throws
    -> CrashReport
  {
    try await run(script(action, on: device)).report()
  }

  /// Runs the launch after which everything must be consistent.
  func lastLaunch(
    _ action: CrashScript.ScriptedAction = .launch, on device: String = "alpha"
  ) async throws -> CrashReport {
    var script = script(action, on: device)
    script.isLastLaunch = true
    return try await run(script).report()
  }

  /// Opens the store's database, which the caller closes.
  func ledgers() throws -> SQLiteLedgerStore {
    try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"), connections: .one)
  }

  /// The contents of the store's database.
  func storedState() async throws -> StoredState {
    let ledgers = try ledgers()
    defer { ledgers.close() }
    return try await StoredState(ledgers)
  }

  /// The paths of the files in a device's folder and its subfolders.
  func files(of device: String = "alpha") throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: device).path))
  }

  /// Every order that a device sent.
  func sentOrders() throws -> [Order] {
    try Data(contentsOf: CrashScript.sentOrders(in: folder)).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Order.self, from: $0) }
  }
}
