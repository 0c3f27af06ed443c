import AppStoreSheets
import OpenStoreKit
import StoreClient
import StoreHTTP
import Synchronization

extension ConnectionRequest {
  /// How this process was connected; `nil` if it was not, or by another library.
  private static let connected = Mutex<ConnectionRequest?>(nil)

  /// Connects this process, unless it is connected this way already.
  ///
  /// - Throws: ``ConnectionError``.
  func connect() async throws(ConnectionError) {
    do {
      try await StoreSession.connectProcess(unlessConnectedBy: makeSession)
    } catch {
      throw ConnectionError(error)
    }
    guard Self.connected.withLock({ $0 }) == self else { throw .connectedOtherwise }
  }

  /// A session of the device, for the process.
  ///
  /// - Throws: ``ConnectionError``.
  func makeSession() async throws -> StoreSession {
    do {
      let session = try await session()
      Self.connected.withLock { $0 = self }
      return session
    } catch {
      throw ConnectionError(error)
    }
  }

  private func session() async throws -> StoreSession {
    var settings = store
    if settings.address == nil { settings.localAccount = account }
    if let address = settings.address, address.isExposed {
      TerminalPrompt.write("StoreKit: \(address.exposureWarning)\n")
    }
    let source = try await CustomerStore.open(settings)
    if let account, settings.address != nil {
      try await source.client.signIn(as: account, password: password)
    }
    let device = try await source.client.device(self.device)
    return try await StoreSession(
      source.backend(for: device), sheets: PromptSheets(sheets), device: device)
  }
}
