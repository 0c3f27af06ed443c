import AppStoreServerAPI
import Testing

/// The bodies that extend renewal dates.
@Suite struct ExtendRenewalDateRequestTests {
  private static let valid = #""extendByDays":90,"extendReasonCode":3,"requestIdentifier":"outage""#
  private static let expected = ExtendRenewalDateRequest(
    extendByDays: 90, extendReasonCode: .serviceIssueOrOutage, requestIdentifier: "outage")

  private static func read(_ fields: String) throws -> ExtendRenewalDateRequest {
    try ExtendRenewalDateRequest(JSONBody("{\(fields)}".utf8))
  }

  private static func readMass(_ fields: String) throws -> MassExtendRenewalDateRequest {
    try MassExtendRenewalDateRequest(JSONBody("{\(valid),\(fields)}".utf8))
  }

  @Test func `a developer extends a renewal date by days, for a reason, under an identifier`()
    throws
  {
    #expect(try Self.read(Self.valid) == Self.expected)
  }

  @Test func `fields that the API does not have are ignored`() throws {
    #expect(try Self.read(Self.valid + #","note":"later version""#) == Self.expected)
  }

  @Test(arguments: [
    (#""extendReasonCode":0,"requestIdentifier":"a""#, APIError.invalidExtendByDays),
    (#""extendByDays":null,"extendReasonCode":0,"requestIdentifier":"a""#, .invalidExtendByDays),
    (#""extendByDays":0,"extendReasonCode":0,"requestIdentifier":"a""#, .invalidExtendByDays),
    (#""extendByDays":91,"extendReasonCode":0,"requestIdentifier":"a""#, .invalidExtendByDays),
    (#""extendByDays":1.5,"extendReasonCode":0,"requestIdentifier":"a""#, .invalidExtendByDays),
    (#""extendByDays":"5","extendReasonCode":0,"requestIdentifier":"a""#, .invalidExtendByDays),
    (#""extendByDays":1e40,"extendReasonCode":0,"requestIdentifier":"a""#, .invalidExtendByDays),
    (#""extendByDays":5,"requestIdentifier":"a""#, .invalidExtendReasonCode),
    (#""extendByDays":5,"extendReasonCode":4,"requestIdentifier":"a""#, .invalidExtendReasonCode),
    (#""extendByDays":5,"extendReasonCode":"1","requestIdentifier":"a""#, .invalidExtendReasonCode),
    (#""extendByDays":5,"extendReasonCode":0"#, .invalidRequestIdentifier),
    (#""extendByDays":5,"extendReasonCode":0,"requestIdentifier":"""#, .invalidRequestIdentifier),
    (#""extendByDays":5,"extendReasonCode":0,"requestIdentifier":7"#, .invalidRequestIdentifier),
    (
      #""extendByDays":5,"extendReasonCode":0,"requestIdentifier":"a\u0000""#,
      .invalidRequestIdentifier
    ),
  ])
  func `a field that is missing or not valid has its own error`(fields: String, error: APIError) {
    #expect(throws: error) { try Self.read(fields) }
  }

  @Test func `an identifier has at most 128 characters`() throws {
    func fields(_ length: Int) -> String {
      let identifier = String(repeating: "x", count: length)
      return #""extendByDays":5,"extendReasonCode":0,"requestIdentifier":"\#(identifier)""#
    }

    #expect(try Self.read(fields(128)).requestIdentifier.count == 128)
    #expect(throws: APIError.invalidRequestIdentifier) { try Self.read(fields(129)) }
  }

  @Test func `accents on a character are counted too`() {
    let identifier = "e" + String(repeating: "\u{301}", count: 128)

    #expect(identifier.count == 1)
    #expect(throws: APIError.invalidRequestIdentifier) {
      try Self.read(
        #""extendByDays":5,"extendReasonCode":0,"requestIdentifier":"\#(identifier)""#)
    }
  }

  @Test func `a mass extension is for every storefront or for those in a list`() throws {
    let everywhere = try Self.readMass(#""productId":"pro.monthly""#)
    let listed = try Self.readMass(
      #""productId":"pro.monthly","storefrontCountryCodes":["USA","DEU","USA"]"#)

    #expect(
      everywhere
        == MassExtendRenewalDateRequest(productId: "pro.monthly", dateExtension: Self.expected))
    #expect(listed.storefrontCountryCodes == ["USA", "DEU"])
  }

  @Test(arguments: [
    (#""x":1"#, APIError.invalidProductId), (#""productId":"""#, .invalidProductId),
    (#""productId":5"#, .invalidProductId),
    (#""productId":"p","storefrontCountryCodes":[]"#, .invalidEmptyStorefrontCountryCodeList),
    (#""productId":"p","storefrontCountryCodes":["US"]"#, .invalidStorefrontCountryCode),
    (#""productId":"p","storefrontCountryCodes":["usa"]"#, .invalidStorefrontCountryCode),
    (#""productId":"p","storefrontCountryCodes":["USA",1]"#, .invalidStorefrontCountryCode),
    (#""productId":"p","storefrontCountryCodes":"USA""#, .invalidStorefrontCountryCode),
  ])
  func `the fields for all subscribers have their own errors`(fields: String, error: APIError) {
    #expect(throws: error) { try Self.readMass(fields) }
  }
}
