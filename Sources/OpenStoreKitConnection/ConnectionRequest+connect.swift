package import OpenStoreKit
import StandardStreams
import StoreClient
import StoreHTTPClient
import Synchronization

/// How this library has connected the process.
private struct EstablishedConnection {
  var request: ConnectionRequest
  let sheets: ChangeableSheets

  /// Adds what a later request says and this one has left open.
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
  /// `nil` if the process is not connected, or by another library.
  private static let established = Mutex<EstablishedConnection?>(nil)

  /// The addresses of which the process was warned.
  private static let warned = Mutex<Set<StoreAddress>>([])

  /// Whether the process asks a session that this library has not made, such as a test's.
  static var isConnectedByOthers: Bool {
    StoreSession.isConnected && established.withLock { $0 == nil }
  }

  /// Connects this process, unless it is connected this way already.
  ///
  /// A process that its first question has connected follows the sheets of this request from now on.
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

  /// A session of the device, for the process.
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

  private func session(_ sheets: ChangeableSheets) async throws -> StoreSession {
    warnOfPlainHTTP()
    let (source, device) = try await openedDevice(
      else: configuration.map { file in
        { try CatalogueFile(path: file.path(percentEncoded: false)) }
      })
    return try await StoreSession(source.backend(for: device), sheets: sheets, device: device)
  }

  /// Warns once in a process of a password that travels over plain HTTP.
  ///
  /// Without a password this machine was signed in by a program that has warned of it: by
  /// `skdemo run`, which keeps the password to itself, or by `skdemo sign-in`.
  private func warnOfPlainHTTP() {
    guard password != nil, let address = store.address, address.isExposed else { return }
    let isFirst = Self.warned.withLock { $0.insert(address).inserted }
    if isFirst { TerminalPrompt.write("StoreKit: \(address.exposureWarning)\n") }
  }

  /// Opens the store, signs in to the account, and opens or registers the device.
  ///
  /// - Parameter catalogue: Returns what a new store sells if the request names no file; by default
  ///   none is made.
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
