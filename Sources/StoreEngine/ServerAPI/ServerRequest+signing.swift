import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI

// Payloads that are signed for an app's server: they are not bound to a device.
extension ServerRequest {
  /// Signs transactions of a customer, in their order.
  func sign(
    _ transactions: [LedgerTransaction], of customer: CustomerNumber
  ) async throws(APIError) -> [String] {
    try await storage { () throws(StoreError) in
      try await engine.workQueue.map(transactions, of: customer) { transaction throws(StoreError) in
        try signed(transaction, of: customer)
      }
    }
  }

  /// Signs one transaction of a customer.
  func sign(
    _ transaction: LedgerTransaction, of customer: CustomerNumber
  ) async throws(APIError) -> String {
    try await storage { () throws(StoreError) in
      try await engine.workQueue.run(of: customer) { () throws(StoreError) in
        try signed(transaction, of: customer)
      }
    }
  }

  /// Signs the next renewal of a customer's subscription.
  func sign(
    renewalOf stored: StoredSubscription, of customer: CustomerNumber,
    in catalogueSnapshot: CatalogueSnapshot
  ) async throws(APIError) -> String {
    let payload = stored.subscription.payload(
      for: snapshot.recipient(customer), appAccountToken: stored.transaction.appAccountToken,
      isShared: stored.isShared, in: catalogueSnapshot)
    return try await storage { () throws(StoreError) in
      try await engine.workQueue.run(of: customer) { () throws(StoreError) in
        try signed(payload, as: .renewalInfo(payload.unsigned))
      }
    }
  }

  /// Signs the app transaction of a customer, even if nothing has changed.
  func sign(appTransactionOf customer: CustomerNumber) async throws(APIError) -> String {
    let payload = AppTransactionInfoPayload(
      AppTransactionPayload(for: snapshot.recipient(customer)))
    return try await storage { () throws(StoreError) in try signAnew(payload) }
  }

  private func signed(
    _ transaction: LedgerTransaction, of customer: CustomerNumber
  ) throws(StoreError) -> String {
    let payload = transaction.payload(for: snapshot.recipient(customer))
    return try signed(payload, as: .transaction(payload.unsigned))
  }

  /// Returns the token of a payload, which is signed only if its content is new.
  private func signed(
    _ payload: some SignedPayload, as content: SignatureCache.Content
  ) throws(StoreError) -> String {
    let key = SignatureCache.Key(
      content, device: nil, certificate: engine.signer.certificateHash,
      epoch: snapshot.settings.epoch, generation: snapshot.settings.generation)
    return try engine.serverSignatures.token(of: content, for: key, at: payload.signedDate) {
      () throws(StoreError) in try signAnew(payload)
    }
  }

  private func signAnew(_ payload: some SignedPayload) throws(StoreError) -> String {
    do {
      return try engine.signer.sign(payload)
    } catch {
      throw .unavailable(reason: "the store cannot sign: \(error.sentence)")
    }
  }
}
