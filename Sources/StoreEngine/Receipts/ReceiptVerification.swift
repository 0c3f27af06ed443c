import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

/// A request of an app's server to verify a receipt that this store has signed.
struct ReceiptVerification: Sendable {
  let engine: StoreEngine
  let request: VerifyReceiptRequest
  let receipt: ReceiptPayload

  /// Returns the response to a valid receipt; everything that is due is settled first.
  ///
  /// The shared secret is needed only if the receipt has an auto-renewable subscription, and only
  /// then does the response contain what the customer has now.
  ///
  /// - Throws: ``AppStoreServerAPI/ReceiptStatus/wrongSharedSecret``,
  ///   ``AppStoreServerAPI/ReceiptStatus/accountNotFound`` if the store no longer has any of the
  ///   receipt's transactions, ``AppStoreServerAPI/ReceiptStatus/dataUnavailable`` if storage cannot be
  ///   read, and ``AppStoreServerAPI/ReceiptStatus/internalError`` if the store cannot sign.
  func response() async throws(ReceiptStatus) -> VerifyReceiptResponse {
    let snapshot = try await storage { () throws(StoreError) in try await engine.settled() }
    guard !hasSubscriptions || snapshot.settings.accepts(sharedSecret: request.password) else {
      throw .wrongSharedSecret
    }
    guard !receipt.inAppPurchases.isEmpty else { return answer([], nil, at: snapshot.now) }
    let customer = try await customer()
    let purchases = try await storage { () throws(StoreError) in
      try await engine.purchasesForReceipt(of: customer, at: snapshot.now, snapshot.settings)
    }
    let recipient = snapshot.recipient(customer)
    guard hasSubscriptions else {
      return answer(purchases.list(for: recipient), nil, at: snapshot.now)
    }
    let latest = try await latest(purchases, of: customer, for: recipient)
    return answer(latest.transactions, latest, at: snapshot.now)
  }

  private var hasSubscriptions: Bool {
    receipt.inAppPurchases.contains { $0.isSubscriptionPeriod }
  }

  /// Returns the customer of the receipt: the one of its newest transaction that still exists.
  ///
  /// If an old copy of the store's file was put back, its number may mean another customer's purchase.
  private func customer() async throws(ReceiptStatus) -> CustomerNumber {
    let found = try await storage { () throws(StoreError) -> CustomerNumber? in
      for purchase in receipt.inAppPurchases.reversed() {
        let stored = try await engine.ledgers.storedTransaction(purchase.transactionID)
        if let stored, purchase.isOf(stored.transaction) { return stored.customer }
      }
      return nil
    }
    guard let found else { throw .accountNotFound }
    return found
  }

  /// Signs a new receipt, in the customer's turn.
  private func latest(
    _ purchases: PurchasesForReceipt, of customer: CustomerNumber, for recipient: Recipient
  ) async throws(ReceiptStatus) -> LatestReceipt {
    let latest: LatestReceipt?
    do throws(StoreError) {
      latest = try await engine.workQueue.run(of: customer) { () throws(StoreError) in
        try? purchases.latest(after: receipt, for: recipient, signedBy: engine.signer)
      }
    } catch {
      throw .unavailable
    }
    guard let latest else { throw .internalError }
    return latest
  }

  /// Returns the response.
  ///
  /// - Parameters:
  ///   - known: The transactions of the customer.
  ///   - latest: What the customer has now; `nil` if the response does not have it.
  ///   - now: The store's time.
  /// - Returns: The response, with the entries of the receipt as it was sent.
  private func answer(
    _ known: [LatestReceiptInfo], _ latest: LatestReceipt?, at now: Date
  ) -> VerifyReceiptResponse {
    let byID = Dictionary(known.map { ($0.inApp.purchase.transactionID, $0.inApp) }) { $1 }
    let inApp = receipt.inAppPurchases.map { purchase in
      let info = byID[purchase.transactionID]
      return InAppInfo(
        purchase, cancellationReason: info?.cancellationReason,
        promotionalOfferID: info?.promotionalOfferID, ownership: info?.ownership ?? .purchased)
    }
    var shown = latest
    if request.excludesOldTransactions { shown?.transactions = known.firstOfEachSubscription }
    return VerifyReceiptResponse(
      .valid, environment: receipt.environment,
      receipt: ReceiptInfo(receipt, requestDate: now, inApp: inApp), latest: shown)
  }

  /// Reads storage.
  ///
  /// - Throws: ``AppStoreServerAPI/ReceiptStatus/dataUnavailable`` if that fails.
  private func storage<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(ReceiptStatus) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .dataUnavailable }
  }
}

extension InAppPurchaseReceipt {
  /// Whether it is the entry of a transaction, and not of an earlier one with the same number.
  fileprivate func isOf(_ transaction: LedgerTransaction) -> Bool {
    productID == transaction.productID && purchaseDate == transaction.purchaseDate.wholeSeconds
  }
}

extension StoreSettings {
  /// Returns whether a password is the shared secret, in a time that does not depend on where they
  /// differ.
  fileprivate func accepts(sharedSecret password: String?) -> Bool {
    guard let sharedSecret, let password else { return false }
    let (known, sent) = (Array(sharedSecret.utf8), Array(password.utf8))
    guard known.count == sent.count else { return false }
    return zip(known, sent).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
