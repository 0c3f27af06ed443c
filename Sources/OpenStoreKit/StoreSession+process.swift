package import StoreAPI
import Synchronization

// How StoreKit's static members find their session.
extension StoreSession {
  /// The task's session, else the process's; `nil` if there is none yet.
  static var existing: StoreSession? { current ?? process.session }

  /// The session that answers a question; `nil`, with a diagnostic, if there is none.
  ///
  /// While the process is being connected, it waits.
  static var active: StoreSession? {
    get async {
      if let existing { return existing }
      if let session = try? await process.session(else: nil) { return session }
      if process.reportsMissingSession() { Diagnostic.print(.notConnected) }
      return nil
    }
  }

  /// The session that answers a sequence.
  ///
  /// - Parameter isLate: Whether it waits until the process is connected or the task is cancelled.
  /// - Returns: `nil` if there is none.
  static func connected(late isLate: Bool) async -> StoreSession? {
    let session = await active
    guard session == nil, isLate else { return session }
    return await process.stream { $0 }.first { _ in true }
  }

  /// The session that answers a question.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if there is none.
  package static func connected() async throws -> StoreSession {
    try required(await active)
  }

  /// The session of a value that came from one.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if there is none.
  static func connectedAlready() throws -> StoreSession { try required(existing) }

  private static func required(_ session: StoreSession?) throws -> StoreSession {
    guard let session else {
      throw StoreKitError.systemError(SystemErrorReason(Diagnostic.notConnected.description))
    }
    return session
  }

  /// Streams what `listen` returns for a session.
  ///
  /// If there is none yet, it waits for the one that the process is connected to, and misses nothing.
  static func stream<Element: Sendable>(
    of session: StoreSession?,
    _ listen: @escaping @Sendable (StoreSession) -> AsyncStream<Element>
  ) -> AsyncStream<Element> {
    if let session = session ?? existing { return listen(session) }
    let stream = DeferredStream(process.stream(listen))
    return AsyncStream { await stream.next() }
  }

  /// Lets StoreKit's statics ask the session that `make` makes from now on.
  ///
  /// - Returns: The session.
  /// - Throws: ``StoreKitError/systemError(_:)`` if the process is connected already or is being
  ///   connected, without making a session; the errors of `make`.
  @discardableResult
  package static func connectProcess(
    making make: () async throws -> StoreSession
  ) async throws -> StoreSession {
    try await process.take(make)
  }
}

/// A stream of a session that there was not yet when it was asked for.
private final class DeferredStream<Element: Sendable>: Sendable {
  private let opened: AsyncStream<AsyncStream<Element>>
  private let stream = Mutex<AsyncStream<Element>?>(nil)

  init(_ opened: AsyncStream<AsyncStream<Element>>) { self.opened = opened }

  func next() async -> Element? {
    var iterator = await elements()?.makeAsyncIterator()
    return await iterator?.next()
  }

  private func elements() async -> AsyncStream<Element>? {
    if let stream = stream.withLock({ $0 }) { return stream }
    _ = await StoreSession.active
    for await elements in opened {
      stream.withLock { $0 = elements }
      return elements
    }
    return nil
  }
}

extension AppStore {
  /// Connects this process to a store, once; StoreKit's statics ask this session from now on.
  ///
  /// It does not ask the store yet, so that an app can listen to ``Transaction/updates`` before
  /// anything else. It succeeds offline.
  ///
  /// - Parameters:
  ///   - backend: The store as this device sees it.
  ///   - sheets: The sheets that ask the customer.
  ///   - device: The device's file.
  ///   - includesFinishedConsumables: Corresponds to `SKIncludeConsumableInAppPurchaseHistory`.
  ///   - environment: The machine's clocks, random numbers and diagnostics.
  ///   - storeEnvironment: The environment that the store's signed data must name.
  /// - Returns: The session that StoreKit's statics ask from now on.
  /// - Throws: ``DeviceStoreFault`` if the device's file can no longer be read;
  ///   ``StoreKitError/systemError(_:)`` if the process is connected already.
  @discardableResult
  package static func connect(
    _ backend: any StoreBackend, sheets: any Sheets, device: DeviceStore,
    includesFinishedConsumables: Bool = false, environment: SessionEnvironment = .live,
    storeEnvironment: StoreEnvironment = .sandbox
  ) async throws -> StoreSession {
    try await StoreSession.connectProcess {
      try await StoreSession(
        backend, sheets: sheets, device: device,
        includesFinishedConsumables: includesFinishedConsumables, environment: environment,
        storeEnvironment: storeEnvironment)
    }
  }
}
