import AppStorePayloads
import Foundation
import StoreAPI
import Testing

@testable import OpenStoreKit

@Suite struct FormatTests {
  @Test(arguments: [
    ("1.99", "USD", "en_US", "$1.99"),
    ("0", "USD", "en_US", "$0.00"),
    ("1234.5", "EUR", "de_DE", "1.234,50\u{a0}€"),
    ("300", "JPY", "ja_JP", "¥300"),
  ])
  func `a price is written as its storefront's customers write it`(
    price: String, currency: String, locale: String, expected: String
  ) async throws {
    let session = try await SampleDevice().session()
    let product = Product(
      record: .sample(price: price, currency: currency, locale: locale), session: session)
    // ICU chooses between the full-width and the half-width yen sign; both are in use.
    #expect(product.displayPrice.replacing("￥", with: "¥") == expected)
  }

  @Test func `two loads of an unchanged product are the same product`() async throws {
    let one = Product(record: .sample(), session: try await SampleDevice().session())
    let other = Product(record: .sample(), session: try await SampleDevice().session())
    let dearer = Product(record: .sample(price: "2.99"), session: one.session)
    #expect(one == other)
    #expect(one != dearer)
    #expect(Set([one, other, dearer]).count == 2)
  }

  @Test func `a period's dates are counted on the calendar`() throws {
    let range = Product.SubscriptionPeriod.monthly.dateRange(
      referenceDate: try date("2026-01-31"), in: .gmt)
    #expect(try range == date("2026-01-31")..<date("2026-02-28"))
    #expect(Product.SubscriptionPeriod.everyTwoMonths.debugDescription == "2 months")
  }

  /// Another test, in a process with another time zone, shows that the default is the current zone.
  @Test func `a period's dates are counted in a time zone`() throws {
    let newYork = try #require(TimeZone(identifier: "America/New_York"))
    // 28 February, 21:00 in New York, five hours behind UTC in winter and four in summer.
    let start = try Date("2026-03-01T02:00:00Z", strategy: .iso8601)
    let end = try Date("2026-03-29T01:00:00Z", strategy: .iso8601)
    let month = Product.SubscriptionPeriod.monthly

    #expect(month.dateRange(referenceDate: start, in: newYork) == start..<end)
  }

  @Test func `the format of a period has a style, a locale and a calendar`() async throws {
    var record = StoreProduct.sample(type: .autoRenewable)
    record.subscription = StoreSubscription(
      groupID: "G", groupDisplayName: "", groupLevel: 1, period: try #require(Period("P2M")))
    let product = Product(record: record, session: try await SampleDevice().session())
    var format = product.subscriptionPeriodFormatStyle
    #expect(format.style == .wide)
    #expect(format.locale == Locale(identifier: "en_US"))
    let range = try date("2026-01-15")..<date("2026-03-15")

    let texts = [
      Product.SubscriptionPeriodFormatStyle.Style.wide, .abbreviated, .condensedAbbreviated,
      .spellOut, .narrow,
    ].map { style in
      format.style = style
      return format.format(range)
    }

    #expect(texts == ["2 months", "2 mths", "2mths", "two months", "2m"])
    format.style = .spellOut
    let german = format.locale(Locale(identifier: "de_DE"))
    #expect(german.locale.identifier == "de_DE")
    #expect(german.format(range) == "two months", "names are in English")
    #expect(format.calendar(Calendar(identifier: .iso8601)).calendar.identifier == .iso8601)
  }

  @Test(arguments: [
    ("P1M", "2026-01-31", "1 month"), ("P3M", "2026-01-15", "3 months"),
    ("P1Y", "2024-02-29", "1 year"), ("P2W", "2026-01-15", "2 weeks"),
    ("P3D", "2026-02-27", "3 days"),
  ])
  func `a period is written in its own unit`(
    period: String, start: String, expected: String
  ) async throws {
    var record = StoreProduct.sample(type: .autoRenewable)
    record.subscription = StoreSubscription(
      groupID: "G", groupDisplayName: "", groupLevel: 1, period: try #require(Period(period)))
    let product = Product(record: record, session: try await SampleDevice().session())
    let style = product.subscriptionPeriodFormatStyle

    let written = try #require(product.subscription).subscriptionPeriod
      .formatted(style, referenceDate: date(start))

    #expect(written == expected)
    #expect(style.format(try date(start)..<date(start)).hasPrefix("0 "))
  }

  @Test func `a product's JSON has its rank`() async throws {
    var record = StoreProduct.sample(type: .autoRenewable)
    record.subscription = StoreSubscription(
      groupID: "G", groupDisplayName: "", groupLevel: 3, period: try #require(Period("P1M")))
    let product = Product(record: record, session: try await SampleDevice().session())
    let json = try #require(
      try JSONSerialization.jsonObject(with: product.jsonRepresentation) as? [String: Any])
    let attributes = try #require(json["attributes"] as? [String: Any])
    #expect(attributes["subscriptionFamilyRank"] as? Int == 3)
    #expect(attributes["offerName"] as? String == "nonconsumable.car")
  }

  @Test func `a transaction that is signed again, for another device, is the same`() async throws {
    let session = try await SampleDevice().session()
    let payload = TransactionPayload.sample()
    var again = payload
    again.signedDate = try date("2026-06-01")
    again.deviceVerificationNonce = LowercaseUUID(UUID())
    var refunded = payload
    refunded.revocationDate = try date("2026-06-01")
    let transactions = [payload, again, refunded].map {
      Transaction(signed: Signed(jws: "", payload: $0, error: nil), session: session)
    }
    #expect(Set(transactions).count == 2)
  }
}
