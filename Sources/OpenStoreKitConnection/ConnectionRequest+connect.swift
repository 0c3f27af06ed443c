package import OpenStoreKit
import StandardStreams
import StoreClient
import StoreHTTPClient
import Synchronization

/// The connection that this library has made for the process.
private struct EstablishedConnection {
  var request: ConnectionRequest
  let sheets: ChangeableSheets

  /// Adds the values of a later request that this one leaves open.
  ///
  /// - Throws: ``ConnectionError/connectedOtherwise`` if they contradict each other.
  mutating func add(_ later: ConnectionRequest) throws(ConnectionError) {
    guard request.isSameDevice(as: later) else { throw .connectedOtherwise }
    guard let policy = later.sheets, policy != request.sheets else { return }
    guard request.sheets == nil else { throw .connectedOtherwise }
    request.sheets = policy
    sheets.follow(policy)
  }
}

extension ConnectionRequest {
  /// `nil` if the process is not connected, or another library has connected it.
  private static let established = Mutex<EstablishedConnection?>(nil)

  /// The addresses for which the process was warned.
  private static let warned = Mutex<Set<StoreAddress>>([])

  /// Whether the process uses a session that this library did not make, such as a test's.
  static var isConnectedByOthers: Bool {
    StoreSession.isConnected && established.withLock { $0 == nil }
  }

  /// Connects this process, unless it is connected this way already.
  ///
  /// If the process was connected by its first call, it uses the sheets of this request from now
  /// on.
  ///
  /// - Throws: ``ConnectionError``; `CancellationError` if the task is cancelled.
  func connect() async throws {
    do {
      try await StoreSession.connectProcess(unlessConnectedBy: makeSession)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw ConnectionError(error)
    }
    try Self.established.withLock { established throws(ConnectionError) -> Void in
      try established?.add(self)
    }
  }

  /// Returns a session of the device for the process.
  ///
  /// - Throws: ``ConnectionError``.
  func makeSession() async throws -> StoreSession {
    do {
      let sheets = ChangeableSheets(sheets ?? .ask)
      let session = try await session(sheets)
      Self.established.withLock { $0 = EstablishedConnection(request: self, sheets: sheets) }
      return session
    } catch {
      throw ConnectionError(error)
    }
  }

  /// Returns a session of the device; in production its receipt is there, if the store answers.
  ///
  /// - Throws: As ``openedDevice(else:)``, and `DeviceStoreError`.
  func session(_ sheets: ChangeableSheets) async throws -> StoreSession {
    warnOfPlainHTTP()
    let (source, device) = try await openedDevice(
      else: configuration.map { file in
        { try CatalogueFile(path: file.path(percentEncoded: false)) }
      })
    let session = try await StoreSession(
      source.backend(for: device), sheets: sheets, device: device)
    await session.writeMissingReceipt()
    return session
  }

  /// Warns once per process that a password is sent over plain HTTP.
  ///
  /// If there is no password, the program that signed this machine in has already warned: either
  /// `skdemo run`, which does not pass the password on, or `skdemo sign-in`.
  private func warnOfPlainHTTP() {
    guard password != nil, let address = store.address, address.isExposed else { return }
    let isFirst = Self.warned.withLock { $0.insert(address).inserted }
    if isFirst { TerminalPrompt.write("StoreKit: \(address.exposureWarning)\n") }
  }

  /// Opens the store, signs in to the account, and opens or registers the device.
  ///
  /// - Parameter catalogue: Returns the catalogue of a new store if the request names no file; by
  ///   default, no store is made.
  /// - Returns: The store and the device.
  /// - Throws: As `CustomerStore.open`, `LocalClient.signIn(as:password:)` and `LocalClient.device`.
  package func openedDevice(
    else catalogue: (() throws -> CatalogueFile)?
  ) async throws -> (source: CustomerStore, device: DeviceStore) {
    var settings = store
    if settings.address == nil { settings.localAccount = account }
    let source = try await CustomerStore.open(settings, else: catalogue)
    if let account, settings.address != nil {
      try await source.client.signIn(as: account, password: password)
    }
    return (source, try await source.client.device(device))
  }
}
