import AppStorePayloads
import AppStoreServerAPI

extension ReceiptStatus {
  /// Creates the status of a receipt that cannot be trusted.
  init(_ error: ReceiptError) {
    switch error {
    case .untrusted, .signerMissing, .wrongSignerCount, .wrongDigestAlgorithm,
      .wrongSignatureAlgorithm, .signedAttributes:
      self = .notAuthenticated
    default: self = .malformed
    }
  }

  /// Creates the status of a receipt that was sent to the other environment; `nil` if it is one of
  /// `environment`.
  init?(_ receipt: ReceiptPayload, sentTo environment: StoreEnvironment) {
    switch (receipt.environment, environment) {
    case (.production, .production): return nil
    case (.production, _): self = .receiptIsOfProduction
    case (_, .production): self = .receiptIsOfSandbox
    case (_, _): return nil
    }
  }
}
