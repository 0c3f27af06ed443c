import AppStorePayloads
import Foundation
import GRDB
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine
@testable import StoreSQLite

/// Offer codes that were redeemed.
@Suite(.hangLimit) struct OfferCodeTests {
  private let storeFile: StoreFile

  init() throws { storeFile = try StoreFile() }

  @Test func `an order and its code are stored together or not at all`() async throws {
    let store = try await storeFile.makeStore()
    let code = OfferCode(code: "FREE", productID: "car", reference: "car")
    try await store.addOfferCodes(
      [StoredOfferCode(code, terms: .init(productID: "car", reference: "car"))], at: .fixture)
    let orders = (0..<2).map { _ in
      Order(key: OrderKey(UUID()), productID: "car", offer: .code(code: "FREE"))
    }
    try await store.settle(orders[0])

    await #expect {
      try await store.settle(orders[1])
    } throws: { ($0 as? StoreError)?.code == .unavailable }

    let needs = LedgerNeeds(order: orders[1].key, offerCode: "FREE")
    let ledger = try await store.ledger(of: .alice, needs: needs)
    #expect(ledger.orders.isEmpty)
    #expect(ledger.codeUses["FREE"] == OfferCodeUse(redemptions: 1, isOwn: true))
    let bob = try await store.ledger(of: .bob, needs: needs)
    #expect(bob.codeUses["FREE"] == OfferCodeUse(redemptions: 1, isOwn: false))
    #expect(try await store.offerCode("FREE")?.code.redemptions == 1)
  }

  @Test func `a customer who has redeemed another code of the offer is known`() async throws {
    let store = try await storeFile.makeStore()
    func code(_ text: String, of product: String, offer: String) -> StoredOfferCode {
      StoredOfferCode(
        OfferCode(code: text, productID: product, reference: offer),
        terms: .init(productID: product, reference: offer))
    }
    try await store.addOfferCodes(
      [
        code("FREE", of: "car", offer: "car"), code("OTHER", of: "car", offer: "car"),
        code("PLAN", of: "plan", offer: "car"), code("NAME", of: "car", offer: "name"),
      ], at: .fixture)
    try await store.settle(
      Order(key: OrderKey(UUID()), productID: "car", offer: .code(code: "FREE")))

    for (text, use) in [
      ("FREE", OfferCodeUse(redemptions: 1, isOwn: true)),
      ("OTHER", OfferCodeUse(redemptions: 0, isOwn: false, isOfferRedeemed: true)),
      ("PLAN", OfferCodeUse(redemptions: 0, isOwn: false)),
      ("NAME", OfferCodeUse(redemptions: 0, isOwn: false)),
    ] {
      let needs = LedgerNeeds(offerCode: text)
      #expect(try await store.ledger(of: .alice, needs: needs).codeUses[text] == use, "\(text)")
      #expect(
        try await store.ledger(of: .bob, needs: needs).codeUses[text]?.isOfferRedeemed == false)
    }
  }

  @Test func `a code of an earlier version that has no end ends six months after it was made`()
    async throws
  {
    let store = try await storeFile.makeStore()
    func code(_ text: String, isCustom: Bool) -> StoredOfferCode {
      StoredOfferCode(
        OfferCode(code: text, productID: "car", reference: "car", isCustom: isCustom, limit: nil),
        terms: .init(productID: "car", reference: "car", isCustom: isCustom))
    }
    try await store.addOfferCodes(
      [code("ONCE", isCustom: false), code("MANY", isCustom: true)], at: .fixture)

    let end = Calendar.store.date(byAdding: .month, value: 6, to: .fixture)
    #expect(try await store.offerCode("ONCE")?.code.expirationDate == end)
    #expect(try await store.offerCode("ONCE")?.terms.expirationDate == end)
    #expect(try await store.offerCode("MANY")?.code.expirationDate == nil)
  }

  @Test func `no code is added if one of them is there`() async throws {
    let store = try await storeFile.makeStore()
    func stored(_ text: String) -> StoredOfferCode {
      StoredOfferCode(
        OfferCode(code: text, productID: "car", reference: "car", limit: nil),
        terms: .init(productID: "car", reference: "car", isCustom: true))
    }
    try await store.addOfferCodes([stored("ONE")], at: .fixture)

    await #expect(throws: StoreError.offerCodeExists(name: "ONE")) {
      try await store.addOfferCodes([stored("TWO"), stored("ONE")], at: .fixture)
    }

    #expect(try await store.offerCodes(limit: 10).map(\.code.code) == ["ONE"])
  }
}

extension SQLiteLedgerStore {
  /// Stores the outcome of an order of `alice`.
  func settle(_ order: Order) async throws(StoreError) {
    let outcome = OrderOutcome(transactionID: TransactionID(rawValue: 1_000_000_001))
    try await transact(.alice, needs: LedgerNeeds()) { ledger, settings in
      var draft = LedgerDraft(ledger)
      draft.record(
        silent: [.orderSettled(key: order.key, request: OrderRequest(order), outcome: outcome)],
        at: settings.lastNow)
      return Decision(draft, at: settings.lastNow, value: ())
    }
  }
}
