import AppStorePayloads
import Foundation
import TestSupport
import Testing

@testable import OpenStoreKit

/// Promotional offers as an app buys with them.
@Suite(.hangLimit) struct PromotionalOfferTests {
  private static let id = "pro.three.months"

  private func signature(
    by server: AppServer, account: UUID? = nil
  ) throws -> Product.SubscriptionOffer.Signature {
    let signed = try server.signer.signature(
      for: Self.id, of: "subscription.pro", appAccountToken: account.map { LowercaseUUID($0) },
      nonce: UUID(), at: .fixture)
    return Product.SubscriptionOffer.Signature(
      keyID: signed.keyID, nonce: signed.nonce.uuid, timestamp: Int(signed.timestamp),
      signature: try #require(Data(base64Encoded: signed.signature)))
  }

  @Test func `every form of Apple's buys the plan at the offer's price`() async throws {
    let alice = try await Customer.onNewDevice()
    let server = try await AppServer.make(alice.store.engine)
    try await alice.buy("subscription.premium")
    let account = UUID()
    let signed = try signature(by: server, account: account)
    let token = try server.signer.token(
      for: Self.id, of: "subscription.pro", nonce: UUID(), at: .fixture)

    _ = try await alice.buy(
      "subscription.pro",
      options: [.appAccountToken(account), .promotionalOffer(offerID: Self.id, signature: signed)])
    _ = try await alice.buy(
      "subscription.pro",
      options: Set(Product.PurchaseOption.promotionalOffer(Self.id, compactJWS: token)))

    let status = try #require(
      try await alice.session.snapshot().statuses.first?.statuses.first)
    let offer = try status.renewalInfo.payloadValue.offer
    #expect(try status.transaction.payloadValue.offer?.type == .promotional)
    #expect(offer?.id == Self.id)
    #expect(offer?.type == .promotional)
    #expect(alice.sheets.shown.last?.terms.offer?.type == .promotional)
    #expect(alice.recorder.diagnostics.filter(\.isAboutOffer) == [])
  }

  @Test func `a refused offer throws StoreKit's own error, and a diagnostic says why`() async throws
  {
    let alice = try await Customer.onNewDevice()
    let server = try await AppServer.make(alice.store.engine)
    let signed = try signature(by: server)
    func expect(
      _ error: Product.PurchaseError, _ reason: String,
      _ change: (inout Product.SubscriptionOffer.Signature) -> Void, id: String = Self.id
    ) async {
      var changed = signed
      change(&changed)
      await #expect(throws: error) {
        try await alice.buy(
          "subscription.pro", options: [.promotionalOffer(offerID: id, signature: changed)])
      }
      let said = alice.recorder.diagnostics.last.map { "\($0)" } ?? ""
      #expect(said.contains(reason), "\(said)")
    }

    await expect(.ineligibleForOffer, "they have never subscribed to its group", { _ in })
    await expect(
      .invalidOfferSignature, "it was not signed with the offer key", { $0.timestamp += 1 })
    await expect(.invalidOfferSignature, "no offer key 'OTHER'", { $0.keyID = "OTHER" })
    await expect(.missingOfferParameters, "lacks the signature", { $0.signature = Data() })
    await expect(.missingOfferParameters, "lacks the ID", { _ in }, id: "")
    #expect(alice.line.orders.isEmpty)
    #expect(alice.sheets.shown.isEmpty)
  }
}

extension Diagnostic {
  fileprivate var isAboutOffer: Bool { if case .offerRefused = self { true } else { false } }
}
