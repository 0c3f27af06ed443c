package import AppStorePayloads

/// The body of "Send Consumption Information", of either version.
package enum ConsumptionRequest: Hashable, Sendable {
  case v2(ConsumptionInformation)
  case v1(ConsumptionData)
}

/// The body of version 2; the customer has consented.
package struct ConsumptionInformation: Codable, Hashable, Sendable {
  package typealias DeliveryStatus = AppStorePayloads.DeliveryStatus
  package typealias RefundPreference = AppStorePayloads.RefundPreference

  package var sampleContentProvided: Bool
  package var deliveryStatus: DeliveryStatus
  /// In thousandths of a percent: 0 to 100 000.
  package var consumptionPercentage: Int32?
  package var refundPreference: RefundPreference?

  package init(
    sampleContentProvided: Bool, deliveryStatus: DeliveryStatus,
    consumptionPercentage: Int32? = nil, refundPreference: RefundPreference? = nil
  ) {
    self.sampleContentProvided = sampleContentProvided
    self.deliveryStatus = deliveryStatus
    self.consumptionPercentage = consumptionPercentage
    self.refundPreference = refundPreference
  }
}

/// The body of version 1, which is deprecated: numbers of Apple's tables; the customer has consented.
package struct ConsumptionData: Codable, Hashable, Sendable {
  package var consumptionStatus: Int
  package var platform: Int
  package var sampleContentProvided: Bool
  package var deliveryStatus: Int
  package var appAccountToken: LowercaseUUID?
  package var accountTenure: Int
  package var playTime: Int
  package var lifetimeDollarsRefunded: Int
  package var lifetimeDollarsPurchased: Int
  package var userStatus: Int
  package var refundPreference: Int
}
