import AppStorePayloads
import Testing

@testable import StoreEngine

extension LedgerFixture {
  /// The payload of the only subscription.
  func renewalInfo() throws -> RenewalInfoPayload {
    try #require(subscription).payload(
      for: Recipient(bundleID: "", appTransactionID: "", signedDate: now, environment: .sandbox),
      appAccountToken: nil,
      in: snapshot)
  }
}
