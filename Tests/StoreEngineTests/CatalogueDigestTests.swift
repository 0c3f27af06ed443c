import Foundation
import StoreAPI
import StoreEngine
import Testing

@Suite struct CatalogueDigestTests {
  private let one = #"{ "productID" : "a", "type" : "Consumable", "displayPrice" : "1.99" }"#
  private let two = #"{ "productID" : "b", "type" : "NonConsumable", "displayPrice" : "2" }"#

  @Test func `two files that sell the same have the same digest`() throws {
    let plain = try digest(#"{ "products" : [ \#(one), \#(two) ] }"#)
    let other = try digest(
      """
      {"presentation":{"sections":{}},"products":[{"displayPrice":"2.00","productID":"b",
      "type":"NonConsumable","new":true},\(one)],"settings":{"_timeRate":15}}
      """)

    #expect(plain == other)
    #expect(plain.count == 64)
  }

  @Test func `a different price changes the digest`() throws {
    let before = try digest(#"{ "products" : [ \#(one) ] }"#)
    let after = try digest(#"{ "products" : [ \#(one.replacing("1.99", with: "1.98")) ] }"#)

    #expect(before != after)
  }

  // Computed by sha256sum from the catalogue's JSON, with sorted keys and standard settings.
  @Test func `the digest of a file never changes`() throws {
    #expect(
      try digest(#"{ "products" : [ \#(one) ] }"#)
        == "7c2efaa24b384c72bf742598e76a6857142ac6cf5be1a33a7a93a67fa1f6e7e8")
  }

  private func digest(_ text: String) throws -> String {
    try Catalogue.read(Data(text.utf8), file: "shop.storekit").digest
  }
}
