import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Testing

/// The query of "Get Transaction History".
@Suite struct TransactionHistoryRequestTests {
  private static func read(_ query: String) throws -> TransactionHistoryRequest {
    try TransactionHistoryRequest(.v2, Query(query))
  }

  @Test func `a query without parameters asks for everything, oldest first`() throws {
    #expect(try Self.read("") == TransactionHistoryRequest(.v2))
    #expect(try TransactionHistoryRequest(.v1, Query("")).version == .v1)
  }

  @Test func `every filter of the documentation is read`() throws {
    let request = try Self.read(
      [
        "revision=next", "startDate=1000", "endDate=253402300799999", "productId=car",
        "productId=fuel", "productType=CONSUMABLE", "productType=AUTO_RENEWABLE",
        "productType=CONSUMABLE", "sort=DESCENDING", "subscriptionGroupIdentifier=1",
        "subscriptionGroupIdentifier=2", "inAppOwnershipType=FAMILY_SHARED", "revoked=true",
      ].joined(separator: "&"))

    var expected = TransactionHistoryRequest(.v2)
    expected.revision = "next"
    expected.startDate = Date(timeIntervalSince1970: 1)
    expected.endDate = Date(millisecondsSince1970: 253_402_300_799_999)
    expected.productIds = ["car", "fuel"]
    expected.productTypes = [.consumable, .autoRenewable]
    expected.sort = .descending
    expected.subscriptionGroupIdentifiers = ["1", "2"]
    expected.inAppOwnershipType = .familyShared
    expected.revoked = true
    #expect(request == expected)
  }

  @Test(arguments: [
    ("AUTO_RENEWABLE", ProductType.autoRenewable), ("NON_RENEWABLE", .nonRenewable),
    ("CONSUMABLE", .consumable), ("NON_CONSUMABLE", .nonConsumable),
  ])
  func `a product type is written as Apple writes it in queries`(
    name: String, type: ProductType
  ) throws {
    #expect(try Self.read("productType=\(name)").productTypes == [type])
  }

  /// Apple's library for Python sends `True`, the others `true`.
  @Test(arguments: [("true", true), ("True", true), ("false", false), ("False", false)])
  func `revoked is read as every library of Apple writes it`(text: String, revoked: Bool) throws {
    #expect(try Self.read("revoked=\(text)").revoked == revoked)
  }

  @Test func `excludeRevoked is the earlier name of the filter`() throws {
    #expect(try Self.read("excludeRevoked=true").revoked == false)
    #expect(try Self.read("excludeRevoked=false").revoked == nil)
    #expect(try Self.read("excludeRevoked=true&revoked=true").revoked == true)
  }

  @Test func `parameters that the API does not have are ignored`() throws {
    #expect(try Self.read("limit=5&Sort=x") == TransactionHistoryRequest(.v2))
  }

  @Test(arguments: [
    ("revision=", APIError.invalidRequestRevision),
    ("revision=a&revision=b", .invalidRequestRevision),
    ("startDate=", .invalidStartDate), ("startDate=yesterday", .invalidStartDate),
    ("startDate=-1", .invalidStartDate), ("startDate=%2B1", .invalidStartDate),
    ("startDate=1.5", .invalidStartDate), ("startDate=253402300800000", .invalidStartDate),
    ("startDate=99999999999999999999", .invalidStartDate),
    ("startDate=1&startDate=2", .invalidStartDate),
    ("endDate=1e3", .invalidEndDate), ("endDate=", .invalidEndDate),
    ("startDate=5&endDate=5", .startDateAfterEndDate),
    ("startDate=6&endDate=5", .startDateAfterEndDate),
    ("productId=", .invalidProductId), ("productId=car&productId=", .invalidProductId),
    ("productType=Consumable", .invalidProductType), ("productType=", .invalidProductType),
    ("productType=CONSUMABLE&productType=CAR", .invalidProductType),
    ("productType=CONSUMABLE,NON_CONSUMABLE", .invalidProductType),
    ("subscriptionGroupIdentifier=", .invalidSubscriptionGroupIdentifier),
    ("sort=ascending", .invalidSort), ("sort=ASCENDING&sort=DESCENDING", .invalidSort),
    ("inAppOwnershipType=SHARED", .invalidInAppOwnershipType),
    ("inAppOwnershipType=PURCHASED&inAppOwnershipType=FAMILY_SHARED", .invalidInAppOwnershipType),
    ("revoked=1", .invalidRevoked), ("revoked=", .invalidRevoked),
    ("revoked=null", .invalidRevoked),
    ("excludeRevoked=yes", .invalidExcludeRevoked),
  ])
  func `a parameter that is not valid has its own error`(query: String, error: APIError) {
    #expect(throws: error) { try Self.read(query) }
  }
}
