public import Foundation
public import OpenStoreKit
import StoreAPI
import StoreHTTP

extension AppStore {
  /// Connects this process to a store over HTTP, as a new device of an account: StoreKit's statics
  /// ask that store from now on.
  ///
  /// ```swift
  /// try await AppStore.connect(
  ///   to: URL(string: "http://localhost:8080")!, account: "tester", password: "open sesame")
  /// ```
  ///
  /// The account is there already; nothing is made but the device, which keeps what it knows in a
  /// temporary folder that goes with the process. Every purchase is confirmed: a test has no screen
  /// to ask on. A process can be connected once.
  ///
  /// - Parameters:
  ///   - url: `http://HOST:PORT` or `https://HOST:PORT`, as `skdemo serve` prints it.
  ///   - account: The account's name.
  ///   - password: Its password.
  /// - Throws: ``SKTestError``: `refused` with the sentence of a store that cannot be reached or
  ///   that refuses, `invalidAction` when this process is connected already.
  public static func connect(to url: URL, account: String, password: String) async throws {
    do {
      let store = try HTTPStore(StoreAddress(url.absoluteString))
      try await connect(to: store, Credentials(account: account, password: password))
    } catch let fault as StoreAddressFault {
      throw SKTestError.refused(fault.description)
    } catch let fault as StoreFault {
      throw SKTestError.refused(fault.description)
    } catch is StoreKitError {
      throw SKTestError.invalidAction
    }
  }

  private static func connect(to store: HTTPStore, _ credentials: Credentials) async throws {
    let signIn = try await store.accounts.signIn(credentials).value
    let name = "test-\(UUID().uuidString.prefix(8).lowercased())"
    let registration = try await store.accounts.registerDevice(name, signIn: signIn.token)
    // Nobody needs the sign-in any more: the device has a token of its own.
    _ = try? await store.accounts.signOut(signIn: signIn.token)
    atexit { try? FileManager.default.removeItem(at: DeviceFolder.url) }
    let device = try DeviceStore.create(
      DeviceFolder.url, account: signIn.account.name, registration: registration)
    try await connect(
      store.backend(token: device.token, instance: InstanceID(UUID())),
      sheets: WillingCustomer(), device: device)
  }
}

/// Where the device of a process keeps what it knows, as long as the process runs.
private enum DeviceFolder {
  static let url = FileManager.default.temporaryDirectory.appending(path: "storekit-\(UUID())")
}
