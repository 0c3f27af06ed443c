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

  @Test func `a win-back offer for every former subscriber has the digest of the first version`()
    throws
  {
    func plan(_ offer: String) -> String {
      #"{ "subscriptionGroups" : [ { "id" : "g", "name" : "g", "subscriptions" : [ "#
        + #"{ "productID" : "p", "type" : "RecurringSubscription", "displayPrice" : "1", "#
        + #""recurringSubscriptionPeriod" : "P1M", "winbackOffers" : [ { "offerID" : "o", "#
        + #""paymentMode" : "free", "subscriptionPeriod" : "P1M" \#(offer) } ] } ] } ] }"#
    }
    let first = try digest(plan(""))

    #expect(try digest(plan(#", "isEligible" : true"#)) == first)
    #expect(try digest(plan(#", "isEligible" : false"#)) != first)
    #expect(try digest(plan(#", "winBackEligibility" : { "monthsBetweenOffers" : 6 }"#)) != first)
    #expect(
      try digest(plan(#", "winBackEligibility" : { "monthsBetweenOffers" : null }"#)) != first)
  }

  private func digest(_ text: String) throws -> String {
    try Catalogue.read(Data(text.utf8), file: "shop.storekit").digest
  }
}
