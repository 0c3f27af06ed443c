package import AppStorePayloads
package import StoreAPI

extension Ledger {
  /// Sets the app account token of an original transaction; nothing happens if it is set already.
  ///
  /// The current or last period of the transaction's subscription has the same token from now on, and
  /// so do its renewals and upgrades. Earlier periods keep theirs. Source: "Set App Account Token" in the
  /// documentation of the App Store Server API; that earlier periods keep theirs is a rule of this store.
  ///
  /// - Throws: ``StoreError/unknownTransaction(transactionID:)`` if it is not in ``transactions``.
  package func setAppAccountToken(
    _ token: LowercaseUUID, of id: TransactionID
  ) throws(StoreError) -> [LedgerEvent] {
    guard let transaction = transactions[id] else { throw .unknownTransaction(transactionID: id) }
    let subscription = subscription(of: transaction)
    let latest = subscription?.transactionID
    return [id, latest == id ? nil : latest].compactMap(\.self)
      .filter { current($0).appAccountToken != token }
      .map {
        .appAccountTokenSet(
          transactionID: $0, appAccountToken: token,
          groupID: $0 == latest ? subscription?.groupID : nil)
      }
  }
}
