import AppStorePayloads

extension ConsumptionInformation {
  /// In thousandths of a percent.
  private static let percentages: ClosedRange<Int32> = 0...100_000

  /// Reads the body of "Send Consumption Information", version 2.
  ///
  /// The store checks whether the product may have a percentage.
  ///
  /// - Throws: ``APIError/invalidCustomerConsented`` unless the customer has consented; the error
  ///   of the first other field that is missing or invalid;
  ///   ``APIError/undeliveredConsumptionPercentageNonZero`` if a purchase that was not delivered
  ///   has a percentage other than 0.
  package init(_ body: JSONBody) throws(APIError) {
    try body.checkConsent()
    let sample = try body.required(
      "sampleContentProvided", as: Bool.self, else: .invalidSampleContentProvided)
    let delivery = try body.required(
      "deliveryStatus", as: DeliveryStatus.self, else: .invalidDeliveryStatus)
    let preference = try body.value(
      "refundPreference", as: RefundPreference.self, else: .invalidRefundPreference)
    self.init(
      sampleContentProvided: sample, deliveryStatus: delivery,
      consumptionPercentage: try Self.percentage(body, delivery), refundPreference: preference)
  }

  private static func percentage(
    _ body: JSONBody, _ delivery: DeliveryStatus
  ) throws(APIError) -> Int32? {
    let percentage = try body.value(
      "consumptionPercentage", as: Int32.self, else: .consumptionPercentageOutOfRange)
    guard let percentage else { return nil }
    guard percentages.contains(percentage) else { throw .consumptionPercentageOutOfRange }
    guard delivery == .delivered || percentage == 0 else {
      throw .undeliveredConsumptionPercentageNonZero
    }
    return percentage
  }
}

extension JSONBody {
  /// - Throws: ``APIError/invalidCustomerConsented`` unless the body says that the customer has
  ///   consented.
  func checkConsent() throws(APIError) {
    guard try required("customerConsented", as: Bool.self, else: .invalidCustomerConsented) else {
      throw .invalidCustomerConsented
    }
  }
}
