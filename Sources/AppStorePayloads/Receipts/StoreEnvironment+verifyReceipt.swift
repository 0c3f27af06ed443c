extension StoreEnvironment {
  /// The path of verifyReceipt at a store for the receipts of this environment; Apple has a host for
  /// each.
  package var verifyReceiptPath: String {
    self == .production ? "/production/verifyReceipt" : "/verifyReceipt"
  }
}
