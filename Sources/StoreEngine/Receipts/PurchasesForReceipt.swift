import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

/// What a customer has bought, as far as receipts and their responses contain it.
struct PurchasesForReceipt: Sendable {
  /// Without finished consumables.
  let transactions: [LedgerTransaction]
  let subscriptions: [StoredSubscription]
  let catalogueSnapshot: CatalogueSnapshot
}

extension StoreEngine {
  /// Reads what a customer has bought: at most as many transactions as the receipt of a device has, and
  /// the latest one of each product.
  func purchasesForReceipt(
    of customer: CustomerNumber, at now: Date, _ settings: StoreSettings
  ) async throws(StoreError) -> PurchasesForReceipt {
    let purchases = try await ledgers.purchases(of: customer)
    let newest = try await ledgers.transactions(
      of: customer,
      HistoryQuery(includingFinishedConsumables: false, limit: DeviceBackend.receiptLimit))
    let known = Set(newest.map(\.id))
    let terms = try await catalogueSnapshots.terms(at: now, settings)
    return PurchasesForReceipt(
      transactions: newest + purchases.latest.filter { !known.contains($0.id) },
      subscriptions: purchases.subscriptions,
      catalogueSnapshot: try await catalogueSnapshots.snapshot(terms))
  }
}

extension PurchasesForReceipt {
  /// Returns the transactions, newest first.
  func list(for recipient: Recipient) -> [LatestReceiptInfo] {
    LatestReceiptInfo.list(of: transactions.map { $0.payload(for: recipient) })
  }

  /// Returns the next renewals at the time for which `recipient` is signed.
  func renewals(for recipient: Recipient) -> [PendingRenewalInfo] {
    subscriptions.map { stored in
      let payload = stored.subscription.payload(
        for: recipient, appAccountToken: stored.transaction.appAccountToken,
        isShared: stored.isShared, in: catalogueSnapshot)
      return PendingRenewalInfo(
        payload, isExpired: stored.subscription.expirationDate <= recipient.signedDate)
    }
  }

  /// Returns what the customer has now, with a new receipt.
  ///
  /// - Parameters:
  ///   - receipt: The receipt whose purchases and date are replaced.
  ///   - recipient: The customer, and the time of signing.
  ///   - signer: Signs the receipt.
  /// - Throws: The signer's errors.
  /// - Returns: A new receipt, the transactions, newest first, and the next renewals.
  func latest(
    after receipt: ReceiptPayload, for recipient: Recipient, signedBy signer: PayloadSigner
  ) throws -> LatestReceipt {
    let transactions = list(for: recipient)
    var new = receipt
    new.creationDate = recipient.signedDate
    new.inAppPurchases = transactions.reversed().map(\.inApp.purchase)
    return LatestReceipt(
      receipt: try signer.sign(receipt: new), transactions: transactions,
      renewals: renewals(for: recipient))
  }
}
