import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Testing

/// The bodies of "Send Consumption Information".
@Suite struct ConsumptionRequestTests {
  private static func read(_ fields: [String: String]) throws -> ConsumptionInformation {
    try ConsumptionInformation(body(fields))
  }

  private static func readV1(_ fields: [String: String]) throws -> ConsumptionData {
    try ConsumptionData(body(fields))
  }

  /// The values are JSON.
  private static func body(_ fields: [String: String]) throws -> JSONBody {
    let text = fields.map { #""\#($0.key)":\#($0.value)"# }.sorted().joined(separator: ",")
    return try JSONBody("{\(text)}".utf8)
  }

  // MARK: - Version 2

  private static let valid = [
    "customerConsented": "true", "sampleContentProvided": "false",
    "deliveryStatus": #""DELIVERED""#,
  ]

  @Test func `a developer says whether there was a sample, and what was delivered`() throws {
    let expected = ConsumptionInformation(sampleContentProvided: false, deliveryStatus: .delivered)

    #expect(try Self.read(Self.valid) == expected)
  }

  @Test func `a developer prefers a refund of the part that was not consumed`() throws {
    let information = try Self.read(
      Self.valid.merging([
        "consumptionPercentage": "100000", "refundPreference": #""GRANT_PRORATED""#,
      ]) { $1 })

    #expect(information.consumptionPercentage == 100_000)
    #expect(information.refundPreference == .grantProrated)
  }

  @Test(arguments: [
    ("customerConsented", nil, APIError.invalidCustomerConsented),
    ("customerConsented", "false", .invalidCustomerConsented),
    ("customerConsented", "1", .invalidCustomerConsented),
    ("sampleContentProvided", nil, .invalidSampleContentProvided),
    ("sampleContentProvided", #""true""#, .invalidSampleContentProvided),
    ("deliveryStatus", nil, .invalidDeliveryStatus),
    ("deliveryStatus", "0", .invalidDeliveryStatus),
    ("deliveryStatus", #""LOST""#, .invalidDeliveryStatus),
    ("refundPreference", #""MAYBE""#, .invalidRefundPreference),
    ("refundPreference", "1", .invalidRefundPreference),
    ("consumptionPercentage", "-1", .consumptionPercentageOutOfRange),
    ("consumptionPercentage", "100001", .consumptionPercentageOutOfRange),
    ("consumptionPercentage", "99999999999", .consumptionPercentageOutOfRange),
    ("consumptionPercentage", "0.5", .consumptionPercentageOutOfRange),
    ("consumptionPercentage", #""50""#, .consumptionPercentageOutOfRange),
  ])
  func `a field that is missing or not valid has its own error`(
    name: String, value: String?, error: APIError
  ) {
    var fields = Self.valid
    fields[name] = value

    #expect(throws: error) { try Self.read(fields) }
  }

  @Test(arguments: ConsumptionInformation.DeliveryStatus.allCases)
  func `an undelivered purchase cannot have been consumed`(
    status: ConsumptionInformation.DeliveryStatus
  ) throws {
    var fields = Self.valid
    fields["deliveryStatus"] = #""\#(status.rawValue)""#
    fields["consumptionPercentage"] = "0"
    #expect(try Self.read(fields).consumptionPercentage == 0)

    fields["consumptionPercentage"] = "1"
    if status == .delivered {
      #expect(try Self.read(fields).consumptionPercentage == 1)
    } else {
      #expect(throws: APIError.undeliveredConsumptionPercentageNonZero) { try Self.read(fields) }
    }
  }

  // MARK: - Version 1

  private static let validV1 = [
    "customerConsented": "true", "consumptionStatus": "3", "platform": "2",
    "sampleContentProvided": "true", "deliveryStatus": "5",
    "appAccountToken": #""7389A31A-FB6D-4569-A2A6-DB7D85D84813""#, "accountTenure": "7",
    "playTime": "7", "lifetimeDollarsRefunded": "7", "lifetimeDollarsPurchased": "6",
    "userStatus": "4", "refundPreference": "3",
  ]

  @Test func `version 1 has numbers of Apple's tables`() throws {
    let data = try Self.readV1(Self.validV1)

    #expect(data.consumptionStatus == 3)
    #expect(data.platform == 2)
    #expect(data.sampleContentProvided)
    #expect(data.deliveryStatus == 5)
    #expect(data.appAccountToken?.description == "7389a31a-fb6d-4569-a2a6-db7d85d84813")
    #expect(data.accountTenure == 7)
    #expect(data.playTime == 7)
    #expect(data.lifetimeDollarsRefunded == 7)
    #expect(data.lifetimeDollarsPurchased == 6)
    #expect(data.userStatus == 4)
    #expect(data.refundPreference == 3)
  }

  @Test func `version 1 can omit the token's value and the preference`() throws {
    var fields = Self.validV1
    fields["appAccountToken"] = #""""#
    fields["refundPreference"] = nil

    let data = try Self.readV1(fields)

    #expect(data.appAccountToken == nil)
    #expect(data.refundPreference == 0)
  }

  /// The field, the highest number, and the error.
  private static let numbers = [
    ("consumptionStatus", 3, APIError.invalidConsumptionStatus),
    ("platform", 2, .invalidPlatform), ("deliveryStatus", 5, .invalidDeliveryStatus),
    ("accountTenure", 7, .invalidAccountTenure), ("playTime", 7, .invalidPlayTime),
    ("lifetimeDollarsRefunded", 7, .invalidLifetimeDollarsRefunded),
    ("lifetimeDollarsPurchased", 7, .invalidLifetimeDollarsPurchased),
    ("userStatus", 4, .invalidUserStatus), ("refundPreference", 3, .invalidRefundPreference),
  ]

  @Test(arguments: numbers)
  func `a number outside its table has its own error`(
    name: String, highest: Int, error: APIError
  ) throws {
    for allowed in 0...highest {
      let fields = Self.validV1.merging([name: "\(allowed)"]) { $1 }
      #expect(throws: Never.self) { try Self.readV1(fields) }
    }
    for refused in ["-1", "\(highest + 1)", #""1""#, "0.5", "true"] {
      let fields = Self.validV1.merging([name: refused]) { $1 }
      #expect(throws: error, "\(refused)") { try Self.readV1(fields) }
    }
  }

  @Test(arguments: [
    ("customerConsented", "false", APIError.invalidCustomerConsented),
    ("sampleContentProvided", "0", .invalidSampleContentProvided),
    ("appAccountToken", #""nobody""#, .invalidAppAccountToken),
    ("appAccountToken", "0", .invalidAppAccountToken),
  ])
  func `the other fields of version 1 have their own errors`(
    name: String, value: String, error: APIError
  ) {
    let fields = Self.validV1.merging([name: value]) { $1 }

    #expect(throws: error) { try Self.readV1(fields) }
  }

  @Test func `version 1 requires every field but the preference`() throws {
    for name in Self.validV1.keys where name != "refundPreference" {
      var fields = Self.validV1
      fields[name] = nil

      #expect(throws: APIError.self, "\(name)") { try Self.readV1(fields) }
    }
  }
}
