import Foundation
import Testing

@testable import AppStorePayloads

@Suite struct ReceiptPayloadTests {
  @Test func `a receipt that is written is read with the same contents`() throws {
    var full = ReceiptPayload.sample
    full.appAppleID = 1_640_000_000
    full.expirationDate = Date.noon + 1

    for payload in [ReceiptPayload.sample, full] {
      #expect(try ReceiptPayload(der: payload.der()) == payload)
    }
  }

  @Test func `each attribute is a sequence of type, version and value`() throws {
    let receipt = ReceiptPayload(
      receiptType: "Xcode", bundleID: "a.b", appVersion: "1", opaqueValue: Data([1, 2]),
      deviceHash: Data([3, 4]), creationDate: .noon, originalAppVersion: "1")
    let bytes = try receipt.der().map { String($0, radix: 16) }.joined(separator: " ")

    #expect(
      bytes == """
        31 81 8b 30 a 2 1 4 2 1 1 4 2 1 2 30 a 2 1 5 2 1 1 4 2 3 4 30 a 2 1 12 2 1 1 4 2 16 0 \
        30 b 2 1 1 2 1 1 4 3 2 1 0 30 b 2 1 3 2 1 1 4 3 c 1 31 30 b 2 1 13 2 1 1 4 3 c 1 31 \
        30 d 2 1 2 2 1 1 4 5 c 3 61 2e 62 30 f 2 1 0 2 1 1 4 7 c 5 58 63 6f 64 65 \
        30 1e 2 1 c 2 1 1 4 16 16 14 32 30 32 36 2d 30 36 2d 31 35 54 31 32 3a 30 30 3a 30 30 5a
        """)
  }

  @Test func `dates have whole seconds`() throws {
    var payload = ReceiptPayload.sample
    payload.creationDate = Date.noon + 0.999
    payload.inAppPurchases[0].purchaseDate = Date.noon + 0.001

    #expect(try ReceiptPayload(der: payload.der()) == .sample)
  }

  @Test func `purchases are in the order of their IDs, wherever they stand in the receipt`() throws
  {
    var payload = ReceiptPayload.sample
    payload.inAppPurchases.reverse()

    #expect(try ReceiptPayload(der: payload.der()) == .sample)
  }

  @Test func `attributes of unknown types are ignored`() throws {
    let contents =
      try ReceiptPayload.sample.attributes() + [
        ReceiptAttribute(type: 6, value: [1, 2, 3]), ReceiptAttribute(type: -7, value: []),
      ]

    #expect(try ReceiptPayload(der: Data(ReceiptAttribute.set(of: contents))) == .sample)
  }

  @Test func `the device hash covers the device, the opaque value and the encoded bundle ID`() {
    let hash = DeviceHash.hash(device: .alpha, opaqueValue: Data([1, 2, 3]), bundleID: "a.b")

    #expect(hash.base64EncodedString() == "X3zKsueZA2ozQm1nOc0dfWFIkJ8=")
    #expect(hash != DeviceHash.hash(device: .beta, opaqueValue: Data([1, 2, 3]), bundleID: "a.b"))
    #expect(hash != DeviceHash.hash(device: .alpha, opaqueValue: Data([1, 2]), bundleID: "a.b"))
    #expect(hash != DeviceHash.hash(device: .alpha, opaqueValue: Data([1, 2, 3]), bundleID: "a.c"))
  }
}

@Suite struct InAppPurchaseReceiptTests {
  @Test func `the entry of a purchase has its dates in whole seconds`() {
    var payload = TransactionPayload.car
    payload.purchaseDate = Date.noon + 0.5

    let entry = InAppPurchaseReceipt(payload, upgradeDate: nil)

    #expect(
      entry
        == InAppPurchaseReceipt(
          productID: "nonconsumable.racecar", transactionID: payload.transactionId,
          originalTransactionID: payload.transactionId, purchaseDate: .noon,
          originalPurchaseDate: .noon))
  }

  @Test func `a free introductory period is a trial, any other introductory period is not`() {
    var payload = TransactionPayload.plan
    for discount in [OfferDiscountType.freeTrial, .payAsYouGo, .payUpFront] {
      payload.offerDiscountType = discount
      let entry = InAppPurchaseReceipt(payload, upgradeDate: nil)
      #expect(entry.isTrialPeriod == (discount == .freeTrial))
      #expect(entry.isInIntroOfferPeriod == (discount != .freeTrial))
    }
    payload.offerType = .promotional
    payload.offerDiscountType = .freeTrial

    let promotional = InAppPurchaseReceipt(payload, upgradeDate: nil)

    #expect(!promotional.isTrialPeriod && !promotional.isInIntroOfferPeriod)
  }

  @Test
  func `an upgraded period is cancelled when the next one begins, a refunded one at its refund`() {
    var (standard, pro) = (TransactionPayload.car, TransactionPayload.car)
    standard.isUpgraded = true
    pro.transactionId = TransactionID(rawValue: 1_000_000_009)
    pro.purchaseDate = Date.noon + 3_600
    pro.revocationDate = Date.noon + 7_200

    let entries = InAppPurchaseReceipt.receipts(of: [pro, standard])

    #expect(entries.map(\.transactionID) == [standard.transactionId, pro.transactionId])
    #expect(entries.map(\.cancellationDate) == [Date.noon + 3_600, Date.noon + 7_200])
  }
}
