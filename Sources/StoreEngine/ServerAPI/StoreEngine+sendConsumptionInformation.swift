import AppStorePayloads
package import AppStoreServerAPI
import Foundation
import StoreAPI

extension StoreEngine {
  /// "Send Consumption Information"; see ``Ledger/report(_:about:)``.
  ///
  /// It is accepted for every purchase, but kept only while a refund request waits for the operator.
  ///
  /// - Throws: ``AppStoreServerAPI/APIError/transactionIdNotFound``,
  ///   ``AppStoreServerAPI/APIError/appTransactionIdNotSupported``,
  ///   ``AppStoreServerAPI/APIError/familyTransactionNotSupported``,
  ///   ``AppStoreServerAPI/APIError/consumptionPercentageAutoRenewableSubscription`` for a
  ///   percentage of a subscription that is to be prorated,
  ///   ``AppStoreServerAPI/APIError/invalidTransactionTypeNotSupported`` if version 1 is sent about
  ///   a product that is neither a consumable nor an auto-renewable subscription, and
  ///   ``AppStoreServerAPI/APIError/generalInternalRetryable``.
  package func sendConsumptionInformation(
    about id: AnyTransactionID, _ request: ConsumptionRequest, for caller: APICaller
  ) async throws(APIError) {
    let change = try await serverChange(of: id, by: caller, orThrow: .transactionIdNotFound)
    let named = change.named.transaction
    guard named.shared == nil else { throw .familyTransactionNotSupported }
    try request.check(for: named.type)
    try await change.decide { ledger, now, _ throws(StoreError) in
      try ledger.report(ConsumptionReport(request, at: now), about: named.id)
    }
  }
}

extension ConsumptionRequest {
  /// Checks what depends on the product's type.
  ///
  /// Source: "refundPreference" and "Send Consumption Information V1" in the documentation of the App
  /// Store Server API.
  fileprivate func check(for type: ProductType) throws(APIError) {
    switch self {
    case .v2(let information):
      guard
        type != .autoRenewable || information.refundPreference != .grantProrated
          || information.consumptionPercentage == nil
      else { throw .consumptionPercentageAutoRenewableSubscription }
    case .v1:
      guard type == .consumable || type == .autoRenewable else {
        throw .invalidTransactionTypeNotSupported
      }
    }
  }
}

extension ConsumptionReport {
  fileprivate init(_ request: ConsumptionRequest, at date: Date) {
    switch request {
    case .v2(let information):
      self.init(
        date: date, deliveryStatus: information.deliveryStatus,
        sampleContentProvided: information.sampleContentProvided,
        consumptionPercentage: information.consumptionPercentage,
        refundPreference: information.refundPreference)
    case .v1(let data):
      self.init(
        date: date, deliveryStatus: data.delivery,
        sampleContentProvided: data.sampleContentProvided,
        consumptionPercentage: data.percentage, refundPreference: data.preference)
    }
  }
}

// The numbers of version 1 in the words of version 2.
extension ConsumptionData {
  /// Source: "deliveryStatusV1".
  fileprivate var delivery: DeliveryStatus {
    switch deliveryStatus {
    case 0: .delivered
    case 1: .undeliveredQualityIssue
    case 2: .undeliveredWrongItem
    case 3: .undeliveredServerOutage
    default: .undeliveredOther
    }
  }

  /// The used part; `nil` if it was used in part, or if the developer does not say.
  ///
  /// Source: "consumptionStatus".
  fileprivate var percentage: Int32? {
    switch consumptionStatus {
    case 1: 0
    case 3: 100_000
    default: nil
    }
  }

  /// Source: "refundPreferenceV1".
  fileprivate var preference: RefundPreference? {
    switch refundPreference {
    case 1: .grantFull
    case 2: .decline
    default: nil
    }
  }
}
