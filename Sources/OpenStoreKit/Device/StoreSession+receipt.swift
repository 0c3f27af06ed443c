import AppStorePayloads
import PrivateFiles
import StoreAPI

extension StoreSession {
  /// The URL of this device's app receipt.
  ///
  /// There is no file until ``writeReceipt()`` or ``refreshReceipt()`` has written one, as in Apple's
  /// sandbox. A reset of the store removes it. In production, the file is written as soon as the store
  /// answers: an app that comes from the App Store has a receipt.
  package var receiptURL: URL { receiptFile.url }

  /// Asks the customer to authenticate, and writes the receipt that the store has now.
  ///
  /// - Throws: ``StoreKitError``: `userCancelled` if the customer declined; the errors of
  ///   ``writeReceipt()``.
  package func refreshReceipt() async throws {
    guard await sheets.authenticate(account: account) else { throw StoreKitError.userCancelled }
    try await writeReceipt()
  }

  /// Writes the receipt that the store has now.
  ///
  /// It includes every transaction that the store has sent before. Calls wait for each other. If a call
  /// fails, the file stays as it was.
  ///
  /// - Throws: ``StoreKitError``: `networkError` if the store cannot be reached; `systemError` if the
  ///   device was signed out, the receipt cannot be trusted, or the file cannot be written.
  package func writeReceipt() async throws {
    do {
      let lock = try await receiptFile.lock()
      defer { lock.release() }
      let answer = try await trustedReceipt()
      try receiptFile.replace(with: answer.value)
      // An epoch that began since the last check removed the file before it was replaced.
      do {
        try requirePresentEpoch(of: answer)
      } catch {
        try receiptFile.remove()
        throw error
      }
    } catch let error as DeviceStoreError {
      throw StoreKitError.systemError(error)
    }
  }

  /// Writes the receipt before transactions are delivered to the app.
  ///
  /// If that fails, a diagnostic says so, and the transactions are delivered anyway; the next
  /// receipt contains them.
  package func updateReceipt() async {
    do {
      try await writeReceipt()
    } catch {
      environment.diagnose(.failed(doing: "writing the app receipt", reason: error.sentence))
    }
  }

  /// Writes the receipt if this device must have one and has none.
  ///
  /// A failure is a diagnostic; then it is written after the store's next answer about the purchases.
  package func writeMissingReceipt() async {
    if lacksReceipt { await updateReceipt() }
  }

  /// Begins ``writeMissingReceipt()``: what the store answers can be handled while the receipt is written.
  func startWritingMissingReceipt() {
    guard lacksReceipt else { return }
    Task { [weak self] in await self?.writeMissingReceipt() }
  }

  /// Whether a device of production lacks its receipt.
  private var lacksReceipt: Bool { storeEnvironment == .production && !receiptFile.exists }

  /// Removes the receipt of an epoch of the store that has ended.
  func removeReceipt() {
    do {
      try receiptFile.remove()
    } catch {
      environment.diagnose(.failed(doing: "removing the app receipt", reason: error.sentence))
    }
  }

  private func trustedReceipt() async throws -> Answer<Data> {
    let answer = try await askForReceipt()
    do {
      _ = try await SignedReceipt(answer.value).verified(by: receiptVerifier)
    } catch {
      throw StoreKitError.systemError(SystemErrorReason(error.description))
    }
    try requirePresentEpoch(of: answer)
    return answer
  }

  private func requirePresentEpoch(of answer: Answer<Data>) throws {
    guard customer.withLock({ $0.link.clock.answered.epoch }) == answer.time.epoch else {
      throw StoreError.unavailable(reason: "the store was reset while it answered").storeKitError
    }
  }

  private func askForReceipt() async throws -> Answer<Data> {
    do {
      return try await askIfKnown { backend throws(StoreError) in try await backend.receipt() }
    } catch {
      throw error.storeKitError
    }
  }
}
