import AppStoreServerAPI

extension AnyTransactionID {
  /// Whether it is the ID of an app transaction, provided that no transaction has it.
  var isOfAppTransaction: Bool { CustomerNumber(appTransactionID: String(rawValue)) != nil }
}
