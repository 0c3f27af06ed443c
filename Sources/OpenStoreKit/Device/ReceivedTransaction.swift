import AppStorePayloads
import StoreAPI

/// A transaction that the store has sent.
struct ReceivedTransaction: Equatable, Sendable {
  let kept: KeptTransaction
  let appTransactionID: String?
  /// The store's epoch at that time; `nil` for a transaction of the device's file, which has no epoch.
  let epoch: Int?

  /// Whether a store should be shown this transaction rather than an earlier one.
  ///
  /// The IDs of one customer grow. After a reset the account is another customer, whose IDs can be
  /// lower.
  func replaces(_ other: ReceivedTransaction) -> Bool {
    appTransactionID == other.appTransactionID ? other.kept.id < kept.id : other.epoch != epoch
  }
}

extension ReceivedTransaction {
  init(_ signed: Signed<TransactionPayload>, epoch: Int) {
    self.init(
      kept: KeptTransaction(id: signed.payload.transactionId, jws: signed.jws),
      appTransactionID: signed.payload.appTransactionId, epoch: epoch)
  }

  /// The newest transaction of a device's file; `nil` if it has none.
  init?(newestIn record: DeviceRecord) {
    guard let newest = record.newestTransaction else { return nil }
    self.init(
      kept: newest, appTransactionID: newest.identity?.appTransactionID, epoch: nil)
  }
}
