import AppStorePayloads

extension ConsumptionData {
  /// Reads the body of "Send Consumption Information", version 1.
  ///
  /// All fields are required except `refundPreference`, which version 1.11 of the API added. If it
  /// is missing, its value is 0, which Apple calls undeclared.
  ///
  /// - Throws: ``APIError/invalidCustomerConsented`` unless the customer has consented; otherwise
  ///   the error of the first field that is missing or invalid.
  package init(_ body: JSONBody) throws(APIError) {
    try body.checkConsent()
    consumptionStatus = try body.number(
      "consumptionStatus", in: 0...3, else: .invalidConsumptionStatus)
    platform = try body.number("platform", in: 0...2, else: .invalidPlatform)
    sampleContentProvided = try body.required(
      "sampleContentProvided", as: Bool.self, else: .invalidSampleContentProvided)
    deliveryStatus = try body.number("deliveryStatus", in: 0...5, else: .invalidDeliveryStatus)
    appAccountToken = try body.tokenOrEmpty("appAccountToken", else: .invalidAppAccountToken)
    accountTenure = try body.number("accountTenure", in: 0...7, else: .invalidAccountTenure)
    playTime = try body.number("playTime", in: 0...7, else: .invalidPlayTime)
    lifetimeDollarsRefunded = try body.number(
      "lifetimeDollarsRefunded", in: 0...7, else: .invalidLifetimeDollarsRefunded)
    lifetimeDollarsPurchased = try body.number(
      "lifetimeDollarsPurchased", in: 0...7, else: .invalidLifetimeDollarsPurchased)
    userStatus = try body.number("userStatus", in: 0...4, else: .invalidUserStatus)
    refundPreference = try Self.refundPreference(body)
  }

  private static func refundPreference(_ body: JSONBody) throws(APIError) -> Int {
    let preference = try body.value(
      "refundPreference", as: Int.self, else: .invalidRefundPreference)
    guard (0...3).contains(preference ?? 0) else { throw .invalidRefundPreference }
    return preference ?? 0
  }
}

extension JSONBody {
  /// Returns the value of a UUID; `nil` if it is an empty string.
  ///
  /// - Throws: `error` if the field is missing or has any other value.
  fileprivate func tokenOrEmpty(
    _ name: String, else error: APIError
  ) throws(APIError) -> LowercaseUUID? {
    let text = try required(name, as: String.self, else: error)
    guard !text.isEmpty else { return nil }
    guard let uuid = LowercaseUUID(text) else { throw error }
    return uuid
  }
}
