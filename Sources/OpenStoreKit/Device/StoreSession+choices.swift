import PrivateFiles

extension StoreSession {
  /// Forgets what the app and its customer have chosen on this device, which a reset of the store does not
  /// concern: the order of promotions, ratings, and purchases that began in the App Store and wait.
  ///
  /// - Throws: ``DeviceStoreError``, and `FileError`, if the device's files cannot be written.
  package func forgetChoices() async throws {
    try await pendingIntents.removeAll()
    try device.update { record in
      record.promotions = nil
      record.reviews = nil
    }
  }
}
