import AppStorePayloads
package import StoreAPI
import Synchronization

// The session of StoreKit's static members.
extension StoreSession {
  /// The task's session, else the process's; `nil` if there is none yet.
  static var existing: StoreSession? { current ?? process.session }

  /// Whether StoreKit's statics have a session to ask.
  package static var isConnected: Bool { existing != nil }

  /// The session that answers a question; `nil`, with a diagnostic, if there is none.
  ///
  /// While the process is being connected, it waits. A process that is not connected is connected to
  /// the store that its environment names, if the program links OpenStoreKitConnection.
  static var active: StoreSession? {
    get async { try? await connected() }
  }

  /// The session that a listener follows, for which it waits; `nil` if its task is cancelled.
  ///
  /// The diagnostic comes later than that of a question, because an app may connect right after its
  /// listener has begun.
  static var awaited: StoreSession? {
    get async {
      if let session = try? await find() { return session }
      let report = Task {
        try await Task.sleep(for: .seconds(2))
        reportMissingSession()
      }
      defer { report.cancel() }
      return await process.stream { $0 }.first { _ in true }
    }
  }

  /// The session that answers a question.
  ///
  /// - Throws: ``StoreKitError/systemError(_:)`` if there is none.
  package static func connected() async throws -> StoreSession {
    let session = try await find()
    if session == nil { reportMissingSession() }
    return try required(session)
  }

  private static func find() async throws -> StoreSession? {
    if let existing { return existing }
    do {
      return try await process.session(else: SessionConnector.make())
    } catch {
      let reason = error.localizedDescription
      if process.reportsFailure(reason) {
        Diagnostic.print(.failed(doing: "connecting to a store", reason: reason))
      }
      throw StoreKitError.systemError(error)
    }
  }

  private static func reportMissingSession() {
    guard !Task.isCancelled, process.reportsMissingSession() else { return }
    Diagnostic.print(.notConnected)
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
  /// Without a session, the stream waits for the one that the process connects to, and misses
  /// nothing.
  static func stream<Element: Sendable>(
    of session: StoreSession?,
    _ listen: @escaping @Sendable (StoreSession) -> AsyncStream<Element>
  ) -> AsyncStream<Element> {
    if let session = session ?? existing { return listen(session) }
    let stream = DeferredStream(process.stream(listen))
    return AsyncStream { await stream.next() }
  }

  /// Connects the process by `make`, unless it is connected already; waits while it is being connected.
  ///
  /// - Throws: The errors of `make`; `CancellationError` if the task is cancelled.
  package static func connectProcess(
    unlessConnectedBy make: @escaping @Sendable () async throws -> StoreSession
  ) async throws {
    guard try await process.session(by: make) != nil else { throw CancellationError() }
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

  /// Runs a program as if it had a process of its own, whose session is closed at its end.
  package static func inOwnProcess(_ program: () async -> Void) async {
    await $process.withValue(ProcessSession()) {
      await program()
      closeProcess()
    }
  }

  /// Closes the process's session, if there is one: call it when the process is about to end.
  package static func closeProcess() { process.session?.close() }
}

/// A stream that was requested before its session existed.
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
    guard await StoreSession.awaited != nil else { return nil }
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
  /// anything else. Only a device of production that has no receipt asks for one. It succeeds offline.
  ///
  /// - Parameters:
  ///   - backend: The store as this device sees it.
  ///   - sheets: The sheets that ask the customer.
  ///   - device: The device's file.
  ///   - includesFinishedConsumables: Corresponds to `SKIncludeConsumableInAppPurchaseHistory`.
  ///   - environment: The machine's clocks, random numbers and diagnostics.
  /// - Returns: The session that StoreKit's statics ask from now on.
  /// - Throws: ``DeviceStoreError`` if the device's file can no longer be read;
  ///   ``StoreKitError/systemError(_:)`` if the process is connected already.
  @discardableResult
  package static func connect(
    _ backend: any StoreBackend, sheets: any Sheets, device: DeviceStore,
    includesFinishedConsumables: Bool = false, environment: SessionEnvironment = .live
  ) async throws -> StoreSession {
    let session = try await StoreSession.connectProcess(making: {
      try await StoreSession(
        backend, sheets: sheets, device: device,
        includesFinishedConsumables: includesFinishedConsumables, environment: environment)
    })
    await session.writeMissingReceipt()
    return session
  }
}
