extension Bundle {
  /// The file of the app's receipt; `nil` before the process is connected to a store.
  ///
  /// In the sandbox and in tests, the file does not exist before the first purchase with original
  /// StoreKit, the first refresh or the first restore: treat the customer as new. Foundation on
  /// Linux has a property of this name that is always `nil`, so a file that reads this one must
  /// import `OpenStoreKit` alone, which re-exports Foundation. Source: "appStoreReceiptURL".
  public var appStoreReceiptURL: URL? { StoreSession.existing?.receiptURL }
}
