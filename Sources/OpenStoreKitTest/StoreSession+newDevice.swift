import AppStorePayloads
import Foundation
package import OpenStoreKit
import PrivateFiles
package import StoreAPI
import StoreHTTPClient

extension StoreSession {
  /// Returns a session of a new device at a store over HTTP; the device's folder is removed with it.
  ///
  /// - Throws: ``SKTestError`` with the reason: `serviceUnavailable` if the store cannot be reached;
  ///   `invalidAction` if it refuses, or if no temporary folder can be written.
  package static func onNewDevice(
    of customer: Credentials, at url: URL
  ) async throws(SKTestError) -> StoreSession {
    do {
      let store = try HTTPStore(StoreAddress(url.absoluteString))
      return try await onNewDevice(of: store, customer)
    } catch let error as StoreAddressError {
      throw .refused(error.description)
    } catch let error as StoreError {
      throw SKTestError(error)
    } catch {
      throw .refused(error.localizedDescription)
    }
  }

  private static func onNewDevice(
    of store: HTTPStore, _ customer: Credentials
  ) async throws -> StoreSession {
    let signIn = try await store.accounts.signIn(customer).value
    let name = "test-\(UUID().uuidString.prefix(8).lowercased())"
    let registration = try await store.accounts.registerDevice(name, signIn: signIn.token)
    // The device has a token of its own, so the sign-in is no longer needed.
    _ = try? await store.accounts.signOut(signIn: signIn.token)
    let folder = try TemporaryFolder("storekit")
    let device = try DeviceStore.create(
      folder.url, account: signIn.account.name, registration: registration)
    return try await StoreSession(
      store.backend(token: device.token, instance: InstanceID(UUID())),
      sheets: AutoConfirmingSheets(keeping: folder), device: device)
  }
}
