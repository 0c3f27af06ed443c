import AppStorePayloads
import AppStoreServerAPI
import Foundation
import Testing

/// The JSON of verifyReceipt.
@Suite struct VerifyReceiptResponseTests {
  @Test func `a date has three forms, and the Pacific one follows daylight saving time`() throws {
    let winter = try text(purchase(on: Date(timeIntervalSince1970: 1_795_260_691)))
    let summer = try text(purchase(on: Date(timeIntervalSince1970: 1_783_857_600.75)))

    #expect(winter.contains(#""purchase_date":"2026-11-21 11:31:31 Etc/GMT""#))
    #expect(winter.contains(#""purchase_date_ms":"1795260691000""#))
    #expect(winter.contains(#""purchase_date_pst":"2026-11-21 03:31:31 America/Los_Angeles""#))
    #expect(summer.contains(#""purchase_date":"2026-07-12 12:00:00 Etc/GMT""#))
    #expect(summer.contains(#""purchase_date_ms":"1783857600750""#))
    #expect(summer.contains(#""purchase_date_pst":"2026-07-12 05:00:00 America/Los_Angeles""#))
  }

  @Test func `a consumable has the fields of every purchase, and every value is a string`() throws {
    var bought = purchase(on: Date(timeIntervalSince1970: 1))
    bought.quantity = 3

    #expect(
      try text(bought) == """
        {"in_app_ownership_type":"PURCHASED","is_trial_period":"false",\
        "original_purchase_date":"1970-01-01 00:00:01 Etc/GMT","original_purchase_date_ms":"1000",\
        "original_purchase_date_pst":"1969-12-31 16:00:01 America/Los_Angeles",\
        "original_transaction_id":"7","product_id":"fuel","purchase_date":"1970-01-01 00:00:01 Etc/GMT",\
        "purchase_date_ms":"1000","purchase_date_pst":"1969-12-31 16:00:01 America/Los_Angeles",\
        "quantity":"3","transaction_id":"7"}
        """)
  }

  @Test(arguments: [
    (OfferDiscountType.freeTrial, "true", "false"), (.payAsYouGo, "false", "true"),
    (.payUpFront, "false", "true"),
  ])
  func `a free introductory offer is a trial, and another one is not`(
    discount: OfferDiscountType, isTrial: String, isIntroductory: String
  ) throws {
    var period = period(1)
    period.offerType = .introductory
    period.offerDiscountType = discount

    let written = try text(#require(LatestReceiptInfo.list(of: [period]).first))

    #expect(written.contains(#""is_trial_period":"\#(isTrial)""#))
    #expect(written.contains(#""is_in_intro_offer_period":"\#(isIntroductory)""#))
  }

  @Test func `a promotional offer has its ID, and an offer code its reference name`() throws {
    var (promotional, code) = (period(1), period(2))
    (promotional.offerType, promotional.offerIdentifier) = (.promotional, "half")
    (code.offerType, code.offerIdentifier) = (.code, "spring")

    let written = try LatestReceiptInfo.list(of: [promotional, code]).map { try text($0) }

    #expect(written[1].contains(#""promotional_offer_id":"half""#))
    #expect(!written[1].contains("offer_code_ref_name"))
    #expect(written[0].contains(#""offer_code_ref_name":"spring""#))
    #expect(!written[0].contains("promotional_offer_id"))
  }

  @Test func `an upgraded period is cancelled when the next one begins`() throws {
    var upgraded = period(1)
    upgraded.isUpgraded = true

    let list = try LatestReceiptInfo.list(of: [upgraded, period(2)]).map { try text($0) }

    #expect(list[1].contains(#""is_upgraded":"true""#))
    #expect(list[1].contains(#""cancellation_date_ms":"2000000""#))
    #expect(list[1].contains(#""cancellation_reason":"0""#))
    #expect(!list[0].contains("is_upgraded") && !list[0].contains("cancellation_date"))
  }

  @Test func `without old transactions only the latest of each subscription is left`() {
    var other = period(3)
    other.originalTransactionId = TransactionID(rawValue: 3)
    var car = period(4)
    car.expiresDate = nil

    let list = LatestReceiptInfo.list(of: [period(1), period(2), other, car])

    #expect(list.map(\.inApp.purchase.transactionID.rawValue) == [4, 3, 2, 1])
    #expect(
      list.firstOfEachSubscription.map(\.inApp.purchase.transactionID.rawValue) == [3, 2])
  }

  @Test func `a notification of version 1 has the newest hundred transactions`() throws {
    let list = LatestReceiptInfo.list(of: (1...120).map { period($0) })
    let latest = LatestReceipt(receipt: Data("receipt".utf8), transactions: list, renewals: [])
    var body = ResponseBodyV1(
      .refund, date: Date(timeIntervalSince1970: 1), environment: .production, bundleID: "shop",
      latest: latest)
    body.password = "secret"

    let written = try JSONSerialization.jsonObject(with: PlainEncoder.encode(body))
    let fields = try #require(written as? [String: Any])

    let names: Set = ["notification_type", "environment", "bid", "password", "unified_receipt"]
    #expect(Set(fields.keys) == names)
    #expect(fields["environment"] as? String == "PROD")
    let receipt = try #require(fields["unified_receipt"] as? [String: Any])
    #expect(receipt["environment"] as? String == "Production")
    #expect(receipt["latest_receipt"] as? String == "cmVjZWlwdA==")
    let transactions = try #require(receipt["latest_receipt_info"] as? [[String: String]])
    #expect(transactions.count == 100)
    #expect(transactions.first?["transaction_id"] == "120")
    #expect(transactions.last?["transaction_id"] == "21")
  }

  @Test func `an error has only its status, and an internal one says whether to try again`() throws
  {
    for status in ReceiptStatus.allCases where status != .internalError {
      #expect(try text(VerifyReceiptResponse(status)) == #"{"status":\#(status.rawValue)}"#)
    }
    #expect(
      try text(VerifyReceiptResponse(.internalError)) == #"{"is-retryable":1,"status":21100}"#)
    #expect(
      try text(VerifyReceiptResponse(.wrongSharedSecret, environment: .sandbox))
        == #"{"environment":"Sandbox","status":21004}"#)
  }

  @Test func `the numbers of the app are numbers, and 0 in a sandbox`() throws {
    let receipt = ReceiptPayload(
      receiptType: "ProductionSandbox", bundleID: "shop", appVersion: "2", opaqueValue: Data(),
      deviceHash: Data(), creationDate: Date(timeIntervalSince1970: 1), originalAppVersion: "1.0")
    let written = try text(
      ReceiptInfo(receipt, requestDate: Date(timeIntervalSince1970: 2), inApp: []))

    for name in ["adam_id", "app_item_id", "download_id", "version_external_identifier"] {
      #expect(written.contains(#""\#(name)":0"#), "\(name)")
    }
    #expect(written.contains(#""application_version":"2""#))
    #expect(written.contains(#""original_application_version":"1.0""#))
    #expect(written.contains(#""receipt_type":"ProductionSandbox""#))
    #expect(written.contains(#""in_app":[]"#))
    #expect(written.contains(#""request_date_ms":"2000""#))
  }

  @Test func `a receipt of production has the numbers of the app and of its version`() throws {
    let app = StoreEnvironment.production.appAppleID(of: "shop")
    let receipt = ReceiptPayload(
      receiptType: "Production", appAppleID: try #require(app), bundleID: "shop", appVersion: "2",
      opaqueValue: Data(), deviceHash: Data(), creationDate: Date(timeIntervalSince1970: 1),
      originalAppVersion: "1.0")
    let version = try #require(
      StoreEnvironment.production.versionExternalIdentifier(of: "2", bundleID: "shop"))

    let written = try text(
      ReceiptInfo(receipt, requestDate: Date(timeIntervalSince1970: 2), inApp: []))

    #expect(written.contains(#""adam_id":\#(receipt.appAppleID)"#))
    #expect(written.contains(#""version_external_identifier":\#(version)"#))
    let history = HistoryResponse(
      revision: "", hasMore: false, bundleId: "shop", environment: .production,
      signedTransactions: [])
    let statuses = StatusResponse(environment: .production, bundleId: "shop", data: [])
    #expect(history.appAppleId == app && statuses.appAppleId == app)
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try PlainEncoder.encode(value), as: UTF8.self)
  }

  private func text(_ purchase: InAppPurchaseReceipt) throws -> String {
    try text(InAppInfo(purchase))
  }

  private func purchase(on date: Date) -> InAppPurchaseReceipt {
    InAppPurchaseReceipt(
      productID: "fuel", transactionID: TransactionID(rawValue: 7),
      originalTransactionID: TransactionID(rawValue: 7), purchaseDate: date,
      originalPurchaseDate: date)
  }

  /// A period of a plan, bought this many thousand seconds after 1970.
  private func period(_ number: UInt64) -> TransactionPayload {
    let date = Date(timeIntervalSince1970: Double(number) * 1_000)
    return TransactionPayload(
      transactionId: TransactionID(rawValue: number),
      originalTransactionId: TransactionID(rawValue: 1), webOrderLineItemId: "\(number)",
      bundleId: "shop", productId: "plan", subscriptionGroupIdentifier: "group",
      purchaseDate: date, originalPurchaseDate: date, expiresDate: date + 1_000,
      type: .autoRenewable, signedDate: date, environment: .sandbox, storefront: "USA",
      storefrontId: "143441", transactionReason: .purchase, currency: "USD", price: 2_990,
      appTransactionId: "1000000000")
  }
}
