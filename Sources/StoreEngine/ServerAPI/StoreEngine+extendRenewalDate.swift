import AppStorePayloads
package import AppStoreServerAPI
import StoreAPI

extension StoreEngine {
  /// "Extend a Subscription Renewal Date"; see ``Ledger/extend(_:at:in:)``.
  ///
  /// A request with a known identifier for the same subscription gets the first request's answer,
  /// whatever has happened since. A refused request can be repeated.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/originalTransactionIdNotFound`` if the ID is not that of a
  ///   subscription's original transaction,
  ///   ``AppStoreServerAPI/APIError/invalidOriginalTransactionId`` for that of an app transaction,
  ///   ``AppStoreServerAPI/APIError/invalidExtendByDays``,
  ///   ``AppStoreServerAPI/APIError/invalidRequestIdentifier``,
  ///   ``AppStoreServerAPI/APIError/familySharedSubscriptionExtensionIneligible``,
  ///   ``AppStoreServerAPI/APIError/subscriptionExtensionIneligible``,
  ///   ``AppStoreServerAPI/APIError/subscriptionMaxExtension`` and
  ///   ``AppStoreServerAPI/APIError/generalInternalRetryable``.
  package func extendRenewalDate(
    of id: AnyTransactionID, _ request: ExtendRenewalDateRequest, for caller: APICaller
  ) async throws(APIError) -> ExtendRenewalDateResponse {
    try request.checkIdentifier()
    let change = try await extensionChange(of: id, by: caller)
    let asked = ExtensionRequest(request, of: change.named.transaction.id)
    let ledger = try await change.decide(extensionRequest: asked.key) {
      ledger, now, snapshot throws(StoreError) in
      try ledger.extend(asked, at: now, in: snapshot)
    }
    guard let granted = ledger.grantedExtensions[asked.key] else {
      preconditionFailure("an extension that was not refused has no result")
    }
    return ExtendRenewalDateResponse(granted)
  }

  private func extensionChange(
    of id: AnyTransactionID, by caller: APICaller
  ) async throws(APIError) -> ServerChange {
    let change: ServerChange
    do throws(APIError) {
      change = try await serverChange(of: id, by: caller, orThrow: .originalTransactionIdNotFound)
    } catch .appTransactionIdNotSupported {
      throw .invalidOriginalTransactionId
    }
    let named = change.named.transaction
    guard named.type == .autoRenewable, named.id == named.originalID else {
      throw .originalTransactionIdNotFound
    }
    guard named.shared == nil else { throw .familySharedSubscriptionExtensionIneligible }
    return change
  }
}

extension ExtendRenewalDateRequest {
  /// Throws ``AppStoreServerAPI/APIError/invalidRequestIdentifier`` unless the identifier has 1 to 128
  /// characters.
  func checkIdentifier() throws(APIError) {
    guard (1...128).contains(requestIdentifier.unicodeScalars.count) else {
      throw .invalidRequestIdentifier
    }
  }
}

extension ExtensionRequest {
  fileprivate init(_ request: ExtendRenewalDateRequest, of originalID: TransactionID) {
    self.init(
      key: Key(originalID: originalID, requestIdentifier: request.requestIdentifier),
      days: request.extendByDays, reason: request.extendReasonCode)
  }
}

extension ExtendRenewalDateResponse {
  fileprivate init(_ granted: GrantedExtension) {
    self.init(
      originalTransactionId: granted.originalID, webOrderLineItemId: granted.webOrderLineItemID,
      success: true, effectiveDate: granted.expirationDate)
  }
}
