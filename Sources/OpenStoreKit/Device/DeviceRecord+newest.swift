import AppStorePayloads
import StoreAPI

// The newest transaction can prove to a store that an earlier copy of its files has replaced it. So
// the device keeps it when the purchases go back or another epoch begins, until it receives a
// transaction with a greater ID.
extension DeviceRecord {
  /// The transaction with the greatest ID of the last customer of whom this device has received
  /// one; `nil` before the first.
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

  /// Remembers a transaction if the store should be shown it rather than the present one.
  ///
  /// Call it only after the store was shown the present one: otherwise the only proof could be lost
  /// that an earlier copy has replaced the store.
  mutating func remember(_ received: ReceivedTransaction) {
    newest = newestTransaction
    guard let newest else { return self.newest = received.kept }
    let isOfSameCustomer = newest.identity?.appTransactionID == received.appTransactionID
    // The IDs of one customer grow. Another customer's transaction proves nothing after a reset.
    guard isOfSameCustomer ? newest.id < received.kept.id : received.epoch == time.epoch else {
      return
    }
    self.newest = received.kept
  }
}

extension KeptTransaction {
  /// `nil` if the token holds no transaction.
  init?(_ jws: String) {
    guard let payload = try? JWS(jws).payload(as: TransactionPayload.self) else { return nil }
    self.init(id: payload.transactionId, jws: jws)
  }
}
