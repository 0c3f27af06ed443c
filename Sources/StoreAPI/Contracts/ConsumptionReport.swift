package import AppStorePayloads
package import Foundation

/// A report of the developer's server about a purchase that the customer wants refunded.
///
/// Source: "Send Consumption Information" in the documentation of the App Store Server API.
package struct ConsumptionReport: Codable, Hashable, Sendable {
  /// The date of the report.
  package var date: Date
  package var deliveryStatus: DeliveryStatus
  package var sampleContentProvided: Bool
  /// The used part of the purchase in thousandths of a percent, 0 to 100 000; `nil` if it is not reported.
  package var consumptionPercentage: Int32?
  /// `nil` if the developer has no preference.
  package var refundPreference: RefundPreference?

  package enum CodingKeys: String, CodingKey, CaseIterable {
    case date, deliveryStatus, sampleContentProvided, consumptionPercentage, refundPreference
  }

  package init(
    date: Date, deliveryStatus: DeliveryStatus, sampleContentProvided: Bool,
    consumptionPercentage: Int32? = nil, refundPreference: RefundPreference? = nil
  ) {
    self.date = date
    self.deliveryStatus = deliveryStatus
    self.sampleContentProvided = sampleContentProvided
    self.consumptionPercentage = consumptionPercentage
    self.refundPreference = refundPreference
  }
}

extension ConsumptionReport: CustomStringConvertible {
  /// Such as `DELIVERED, 60 % used, prefers GRANT_PRORATED`.
  package var description: String {
    let facts = [
      deliveryStatus.rawValue, consumptionPercentage.map { "\(Decimal($0) / 1_000) % used" },
      sampleContentProvided ? "had a sample" : nil,
      refundPreference.map { "prefers \($0.rawValue)" },
    ]
    return facts.compactMap(\.self).joined(separator: ", ")
  }
}
