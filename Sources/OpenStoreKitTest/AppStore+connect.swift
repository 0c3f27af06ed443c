public import Foundation
public import OpenStoreKit
import StoreAPI

extension AppStore {
  /// Connects this process to a store over HTTP, as a new device of an account; StoreKit's static
  /// members use that store from now on.
  ///
  /// ```swift
  /// try await AppStore.connect(
  ///   to: URL(string: "http://localhost:8080")!, account: "tester", password: "open sesame")
  /// ```
  ///
  /// The account must exist. Only a device is made, in a temporary folder that is removed when the
  /// process ends. Every purchase is confirmed, because a test has no screen for questions. A
  /// process can be connected once; another attempt makes no device.
  ///
  /// - Parameters:
  ///   - url: `http://HOST:PORT` or `https://HOST:PORT`, as `skdemo serve` prints it.
  ///   - account: The account's name.
  ///   - password: The account's password.
  /// - Throws: ``SKTestError`` with the reason: `serviceUnavailable` if the store cannot be reached;
  ///   `invalidAction` if it refuses, if no temporary folder can be written, or if this process is
  ///   connected already or is being connected.
  public static func connect(to url: URL, account: String, password: String) async throws {
    let customer = Credentials(account: account, password: password)
    do {
      try await StoreSession.connectProcess(making: {
        try await .onNewDevice(of: customer, at: url)
      })
    } catch let error as SKTestError {
      throw error
    } catch StoreKitError.systemError(let reason) {
      throw SKTestError.refused(reason.localizedDescription)
    }
  }
}
