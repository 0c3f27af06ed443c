import DemoApp
import Foundation
import OpenStoreKit
import StoreAPI
import StoreEngine
import TestSupport

/// One run of the app on one device of a real store.
struct Shop: Sendable {
  let session: StoreSession
  let controller: StoreController
  /// Its folder goes with it.
  private let fixture: StoreFixture

  /// Opens the app on a device that has never run; `wrapping` stands between it and the store.
  static func open(
    _ fixture: StoreFixture, device name: String = "laptop", sheets: any Sheets = Customer(),
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    wrapping: (any StoreBackend) -> any StoreBackend = { $0 }
  ) async throws -> Shop {
    let registration = try await fixture.engine.registerDevice(name, signIn: fixture.signIn.token)
    let folder = fixture.folder.appending(path: name)
    let device = try DeviceStore.create(folder, account: "alice", registration: registration)
    let backend = try await fixture.backend(of: registration.value)
    return try await run(fixture, device, wrapping(backend), sheets: sheets, pause: pause)
  }

  /// Runs the app on a device that is there.
  static func run(
    _ fixture: StoreFixture, _ device: DeviceStore, _ backend: any StoreBackend,
    sheets: any Sheets = Customer(),
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) async throws -> Shop {
    var environment = SessionEnvironment.live
    environment.diagnose = { _ in }
    environment.sleep = { _ in await Task.yield() }
    let session = try await StoreSession(
      backend, sheets: sheets, device: device, environment: environment)
    let controller = StoreController(
      session: session, presentation: Sample.presentation, folder: device.folder,
      clock: StillClock(), pause: pause)
    return Shop(session: session, controller: controller, fixture: fixture)
  }

  /// Lets StoreKit's statics ask this run's session.
  func connected<Value: Sendable>(
    _ body: @Sendable (StoreController) async throws -> Value
  ) async rethrows -> Value {
    defer { withExtendedLifetime(fixture) {} }
    return try await StoreSession.$current.withValue(session) { try await body(controller) }
  }
}

/// A customer who always gives the same answer.
struct Customer: Sheets {
  var agrees = true

  func confirm(_ sheet: PurchaseSheet) async -> Bool { agrees }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func authenticate(account: String) async -> Bool { agrees }
}

extension StoreController {
  /// The next transaction from elsewhere that is delivered.
  func nextArrival() async -> ExternalTransaction? {
    for await change in changes {
      if case .arrived(let arrival) = change { return arrival }
    }
    return nil
  }
}
