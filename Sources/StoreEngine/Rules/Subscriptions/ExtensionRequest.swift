package import AppStorePayloads
package import AppStoreServerAPI
package import Foundation

/// A developer's request to extend the current period of a subscription.
package struct ExtensionRequest: Hashable, Sendable {
  /// Two requests with the same key are the same request.
  package struct Key: Hashable, Sendable {
    /// The original ID of the subscription's transactions.
    package var originalID: TransactionID
    /// Chosen by the developer.
    package var requestIdentifier: String

    package init(originalID: TransactionID, requestIdentifier: String) {
      self.originalID = originalID
      self.requestIdentifier = requestIdentifier
    }
  }

  package var key: Key
  /// 1 to 90.
  package var days: Int
  package var reason: ExtendReasonCode

  package init(key: Key, days: Int, reason: ExtendReasonCode) {
    self.key = key
    self.days = days
    self.reason = reason
  }
}

/// A request that has extended a subscription, and its result.
package struct GrantedExtension: Codable, Hashable, Sendable {
  package var originalID: TransactionID
  package var requestIdentifier: String
  package var reason: ExtendReasonCode
  /// The number of the extended period.
  package var webOrderLineItemID: String
  /// The end of this period after the extension.
  package var expirationDate: Date

  enum CodingKeys: String, CodingKey, CaseIterable {
    case originalID, requestIdentifier, reason, webOrderLineItemID, expirationDate
  }

  package var key: ExtensionRequest.Key {
    ExtensionRequest.Key(originalID: originalID, requestIdentifier: requestIdentifier)
  }

  init(_ request: ExtensionRequest, of period: LedgerTransaction.SubscriptionPeriod) {
    originalID = request.key.originalID
    requestIdentifier = request.key.requestIdentifier
    reason = request.reason
    webOrderLineItemID = period.webOrderLineItemID
    expirationDate = period.expirationDate
  }
}
