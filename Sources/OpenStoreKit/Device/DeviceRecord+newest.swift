import StoreAPI

// The newest transaction can prove to a store that an earlier copy of its files has replaced it. So
// the device keeps it when the purchases go back or another epoch begins, until it receives a
// transaction with a greater ID.
extension DeviceRecord {
  /// The transaction with the greatest ID that this device has received; `nil` before the first.
  var newestTransaction: KeptTransaction? { newest ?? newestHeld }

  /// The newest of those that a file of an earlier version has.
  private var newestHeld: KeptTransaction? {
    let held =
      purchases.map { $0.latest + $0.subscriptions.map(\.signedTransaction) }?
      .compactMap(KeptTransaction.init) ?? []
    return ((unfinished ?? []) + held).max { $0.id < $1.id }
  }

  /// Returns this record with the newest transaction of an earlier device of the same store.
  ///
  /// If an earlier copy has replaced the store, the store may no longer know that device.
  func continuing(_ earlier: DeviceRecord?) -> DeviceRecord {
    guard let earlier, earlier.rootCertificate == rootCertificate else { return self }
    var copy = self
    copy.newest = earlier.newestTransaction
    return copy
  }

  /// Remembers a transaction if it is newer than the others.
  mutating func remember(_ signed: Signed<TransactionPayload>) {
    let id = signed.payload.transactionId
    newest = newestTransaction
    guard signed.isVerified, newest.map({ $0.id < id }) ?? true else { return }
    newest = KeptTransaction(id: id, jws: signed.jws)
  }
}

extension KeptTransaction {
  /// `nil` if the token holds no transaction.
  fileprivate init?(_ jws: String) {
    guard let payload = try? JWS(jws).payload(as: TransactionPayload.self) else { return nil }
    self.init(id: payload.transactionId, jws: jws)
  }
}
