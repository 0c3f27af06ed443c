import AppStoreServerAPI

extension AnyTransactionID {
  /// Whether it is the ID of an app transaction, if no transaction has it.
  var isOfAppTransaction: Bool { CustomerNumber(appTransactionID: String(rawValue)) != nil }
}
