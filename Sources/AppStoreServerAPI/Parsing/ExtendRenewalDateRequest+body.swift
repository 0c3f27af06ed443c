extension ExtendRenewalDateRequest {
  private static let days = 1...90
  /// The length of a request identifier, in Unicode scalars, because a visible character can consist of
  /// any number of them.
  private static let identifierLength = 1...128

  /// Reads the body of "Extend a Subscription Renewal Date".
  ///
  /// - Throws: ``APIError/invalidExtendByDays``, ``APIError/invalidExtendReasonCode`` or
  ///   ``APIError/invalidRequestIdentifier`` for the first field that is missing or not valid.
  package init(_ body: JSONBody) throws(APIError) {
    let days = try body.number("extendByDays", in: Self.days, else: .invalidExtendByDays)
    let reason = try body.required(
      "extendReasonCode", as: ExtendReasonCode.self, else: .invalidExtendReasonCode)
    let identifier = try body.required(
      "requestIdentifier", as: String.self, else: .invalidRequestIdentifier)
    guard Self.identifierLength.contains(identifier.unicodeScalars.count),
      !identifier.utf8.contains(0)
    else {
      throw .invalidRequestIdentifier
    }
    self.init(extendByDays: days, extendReasonCode: reason, requestIdentifier: identifier)
  }
}

extension MassExtendRenewalDateRequest {
  /// Reads the body of "Extend Subscription Renewal Dates for All Active Subscribers".
  ///
  /// - Throws: The errors of ``ExtendRenewalDateRequest/init(_:)``; ``APIError/invalidProductId`` if
  ///   the product ID is missing or empty; ``APIError/invalidEmptyStorefrontCountryCodeList`` if the
  ///   list of storefronts is empty; ``APIError/invalidStorefrontCountryCode`` if one of them is not
  ///   three capital letters.
  package init(_ body: JSONBody) throws(APIError) {
    let dateExtension = try ExtendRenewalDateRequest(body)
    let productID = try body.required("productId", as: String.self, else: .invalidProductId)
    guard !productID.isEmpty else { throw .invalidProductId }
    self.init(
      productId: productID, dateExtension: dateExtension,
      storefrontCountryCodes: try Self.storefronts(body))
  }

  private static func storefronts(_ body: JSONBody) throws(APIError) -> Set<String>? {
    let codes = try body.value(
      "storefrontCountryCodes", as: [String].self, else: .invalidStorefrontCountryCode)
    guard let codes else { return nil }
    guard !codes.isEmpty else { throw .invalidEmptyStorefrontCountryCodeList }
    guard codes.allSatisfy(\.isCountryCode) else { throw .invalidStorefrontCountryCode }
    return Set(codes)
  }
}

extension String {
  /// Whether the text has the form of ISO 3166-1 alpha-3.
  fileprivate var isCountryCode: Bool {
    utf8.count == 3
      && utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}
