import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct ReceiptTests {
  @Test(arguments: Site.allCases)
  func `a receipt has every product of the customer, but no finished consumable`(
    site: Site
  ) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    let empty = try await registration.receipt(from: alpha)
    let fuel = try await alpha.buy("consumable.fuel.octane87", quantity: 3).transaction()
    for id in ["nonconsumable.car", "nonRenewing.standard", "subscription.standard"] {
      _ = try await alpha.finish(try await alpha.buy(id).transaction().transactionId)
    }

    let before = try await registration.receipt(from: alpha)
    _ = try await alpha.finish(fuel.transactionId)
    let after = try await registration.receipt(from: alpha)

    let kept = ["nonconsumable.car", "nonRenewing.standard", "subscription.standard"]
    #expect(empty.inAppPurchases.isEmpty)
    #expect(before.inAppPurchases.map(\.productID) == ["consumable.fuel.octane87"] + kept)
    #expect(before.inAppPurchases.map(\.quantity) == [3, 1, 1, 1])
    #expect(after.inAppPurchases.map(\.productID) == kept)
    #expect(after.receiptType == "ProductionSandbox")
    #expect(after.creationDate == .fixture)
    #expect(after.originalAppVersion == "1.0")
    #expect(after.originalPurchaseDate == Date(timeIntervalSince1970: 1_375_340_400))
  }

  @Test(arguments: Site.allCases)
  func `a receipt has every period of a subscription, and cancels what was upgraded or refunded`(
    site: Site
  ) async throws {
    let (store, alpha, registration) = try await ContractStore.withDevice(at: site)
    let car = try await alpha.buy("nonconsumable.car").transaction()
    try await alpha.buy("subscription.standard")
    try await store.advance("P2M")
    let pro = try await alpha.buy("subscription.pro").transaction()
    _ = try await store.operator.perform(.refund(transactionID: car.transactionId))

    let receipt = try await registration.receipt(from: alpha)

    let history = try await alpha.transactions(of: nil, includingFinishedConsumables: false)
    let payloads = try history.value.map { try TransactionPayload.decoded(from: $0) }
    let upgraded = receipt.inAppPurchases.filter {
      $0.productID == "subscription.standard" && $0.cancellationDate != nil
    }
    #expect(receipt.inAppPurchases == InAppPurchaseReceipt.receipts(of: payloads))
    #expect(receipt.inAppPurchases.count == 5)
    #expect(upgraded.map(\.cancellationDate) == [pro.purchaseDate.wholeSeconds])
    #expect(receipt.inAppPurchases.first?.cancellationDate == history.time.now)
    #expect(Set(receipt.inAppPurchases.compactMap(\.webOrderLineItemID)).count == 4)
  }

  @Test(arguments: Site.allCases)
  func `a receipt is bound to its device, and has no fuel that another device delivers`(
    site: Site
  ) async throws {
    let (store, alpha, first) = try await ContractStore.withDevice(at: site)
    let (beta, second) = try await store.device("beta")
    try await alpha.buy("consumable.fuel.octane87")
    try await alpha.buy("nonconsumable.car")

    let receipt = try await second.receipt(from: beta)

    #expect(receipt.inAppPurchases.map(\.productID) == ["nonconsumable.car"])
    await #expect(throws: ReceiptError.wrongDevice) { try await first.receipt(from: beta) }
    #expect(try await first.receipt(from: alpha).inAppPurchases.count == 2)
  }
}

extension Registration {
  /// The receipt that the store makes now, validated by this device.
  fileprivate func receipt(from backend: any StoreBackend) async throws -> ReceiptPayload {
    let validation = ReceiptValidation(
      rootCertificates: [rootCertificate], bundleID: bundleID, appVersion: "1.0",
      device: device.verificationID.uuid)
    let answer = try await backend.receipt()
    return try await validation.validate(answer.value, at: answer.time.now)
  }
}
