import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import TestSupport
import Testing

@testable import StoreEngine

/// "Get Transaction History".
@Suite(.hangLimit) struct TransactionHistoryTests {
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  @Test(arguments: [TransactionHistoryRequest.Sort.ascending, .descending])
  func `a history of 45 purchases has pages of 20, 20 and 5`(
    sort: TransactionHistoryRequest.Sort
  ) async throws {
    let first = try await shop.buy("nonconsumable.car")[0].transactionId
    try await shop.fixture.recordFuel(44, of: shop.registration)

    let pages = try await shop.pages(first, .with { $0.sort = sort })

    #expect(pages.map(\.signedTransactions.count) == [20, 20, 5])
    #expect(pages.map(\.hasMore) == [true, true, false])
    #expect(pages.allSatisfy { $0.bundleId == StoreEngine.defaultBundleID })
    #expect(pages.allSatisfy { $0.environment == .sandbox && $0.appAppleId == nil })
    let ids = try await shop.ids(pages.flatMap(\.signedTransactions))
    #expect(ids == (sort == .ascending ? ids.sorted() : ids.sorted(by: >)))
    #expect(Set(ids).count == 45)
  }

  @Test(arguments: [TransactionHistoryRequest.Sort.ascending, .descending])
  func `the last revision later returns only what is new or changed`(
    sort: TransactionHistoryRequest.Sort
  ) async throws {
    let bought = try await shop.buy(
      "consumable.fuel.octane87", "nonconsumable.car", "nonRenewing.standard")
    let ids = bought.map(\.transactionId)
    var request = TransactionHistoryRequest.with { $0.sort = sort }
    request.revision = try await shop.pages(ids[0], request).last?.revision

    let nothing = try await shop.history(ids[0], request)
    request.revision = nothing.revision
    _ = try await shop.store.refund(ids[1])
    let new = try await shop.buy("nonconsumable.racecar")[0].transactionId
    let pages = try await shop.pages(ids[0], request)
    request.revision = pages.last?.revision
    let end = try await shop.history(ids[0], request)

    #expect(nothing.signedTransactions.isEmpty && !nothing.hasMore)
    let changed = try await shop.ids(pages.flatMap(\.signedTransactions))
    #expect(changed == (sort == .ascending ? [ids[1], new] : [new, ids[1]]))
    #expect(end.signedTransactions.isEmpty && !end.hasMore)
  }

  @Test func `changes during a descending history come after its last page`() async throws {
    let first = try await shop.buy("nonconsumable.car")[0].transactionId
    try await shop.fixture.recordFuel(30, of: shop.registration)
    var request = TransactionHistoryRequest.with { $0.sort = .descending }
    request.revision = try await shop.history(first, request).revision

    let new = try await shop.buy("nonconsumable.racecar")[0].transactionId
    let last = try await shop.history(first, request)
    request.revision = last.revision
    let news = try await shop.history(first, request)

    #expect(last.signedTransactions.count == 11 && !last.hasMore)
    #expect(try await shop.ids(last.signedTransactions).last == first)
    #expect(try await shop.ids(news.signedTransactions) == [new])
  }

  @Test func `a customer who has bought nothing has an empty history, and later its first page`()
    async throws
  {
    let customer = CustomerNumber(rawValue: 1).appTransactionID
    for sort in [TransactionHistoryRequest.Sort.ascending, .descending] {
      var request = TransactionHistoryRequest.with { $0.sort = sort }
      let empty = try await shop.history(customer, request)
      request.revision = empty.revision

      let new = try await shop.buy("consumable.fuel.octane87")[0].transactionId

      #expect(empty.signedTransactions.isEmpty == (sort == .ascending))
      #expect(try await shop.ids(customer, request) == [new])
    }
  }

  @Test func `each filter of a request selects its transactions`() async throws {
    let fuel = try await shop.buy("consumable.fuel.octane87")[0]
    try await shop.fixture.advance("P1D")
    let bought = try await shop.buy(
      "nonconsumable.car", "nonRenewing.standard", "subscription.standard")
    let (car, pass, plan) = (bought[0], bought[1], bought[2])
    try await shop.backend.finish(fuel.transactionId)
    _ = try await shop.store.refund(pass.transactionId)
    let group = try #require(plan.subscriptionGroupIdentifier)

    let selected: [(TransactionHistoryRequest, [TransactionPayload])] = [
      (.with { $0.productIds = [car.productId, "unknown"] }, [car]),
      (.with { $0.productTypes = [.consumable, .autoRenewable] }, [fuel, plan]),
      (.with { $0.subscriptionGroupIdentifiers = [group] }, [plan]),
      (.with { $0.startDate = car.purchaseDate }, [car, plan, pass]),
      (.with { $0.endDate = car.purchaseDate }, [fuel]),
      (.with { $0.revoked = true }, [pass]),
      (.with { $0.revoked = false }, [fuel, car, plan]),
      (.with { $0.inAppOwnershipType = .purchased }, [fuel, car, plan, pass]),
      (.with { $0.inAppOwnershipType = .familyShared }, []),
      (.with { $0.version = .v1 }, [car, plan, pass]),
      (
        .with {
          $0.productTypes = [.nonRenewable]
          $0.revoked = false
        }, []
      ),
    ]
    for (request, expected) in selected {
      #expect(
        try await shop.ids(car.transactionId, request) == expected.map(\.transactionId),
        "\(request)")
    }
  }

  @Test func `finished consumables that were refunded are in version 1`() async throws {
    let fuel = try await shop.buy("consumable.fuel.octane87")[0].transactionId
    try await shop.backend.finish(fuel)
    _ = try await shop.store.refund(fuel)

    #expect(try await shop.ids(fuel, .with { $0.version = .v1 }) == [fuel])
  }

  @Test func `what a family member shares is in the member's history and not in the purchaser's`()
    async throws
  {
    try await shop.fixture.perform(.beginFamily, as: shop.backend)
    try await shop.buy("nonconsumable.racecar", for: "bob")
    let own = try await shop.buy("nonRenewing.standard")[0]
    let customer = own.appTransactionId

    let shared = try await shop.pages(customer, .with { $0.inAppOwnershipType = .familyShared })

    let payload: TransactionPayload = try await shop.verified(
      try #require(shared.first?.signedTransactions.first))
    #expect(payload.productId == "nonconsumable.racecar")
    #expect(payload.inAppOwnershipType == .familyShared)
    #expect(payload.appTransactionId == customer)
    #expect(
      try await shop.ids(customer, .with { $0.inAppOwnershipType = .purchased })
        == [own.transactionId])
  }
}

/// Revisions that do not belong to a request.
@Suite(.hangLimit) struct HistoryRevisionTests {
  private let shop: ServerShop

  init() async throws { shop = try await ServerShop() }

  @Test func `a revision is valid for its filters only`() async throws {
    let id = try await shop.buy("nonconsumable.car")[0].transactionId
    let request = TransactionHistoryRequest.with {
      $0.productIds = ["nonconsumable.car"]
      $0.startDate = .fixture
    }
    let revision = try await shop.history(id, request).revision
    let changes: [(inout TransactionHistoryRequest) -> Void] = [
      { $0.version = .v1 }, { $0.sort = .descending }, { $0.startDate = nil },
      { $0.endDate = .distantFuture }, { $0.productIds = [] }, { $0.productTypes = [.consumable] },
      { $0.subscriptionGroupIdentifiers = ["a"] }, { $0.inAppOwnershipType = .purchased },
      { $0.revoked = false },
    ]

    for (number, change) in changes.enumerated() {
      var other = request
      change(&other)
      other.revision = revision
      await #expect(throws: APIError.invalidRequestRevision, "\(number)") {
        try await shop.history(id, other)
      }
    }
    var same = request
    same.revision = revision
    #expect(try await shop.history(id, same).signedTransactions.isEmpty)
  }

  @Test func `a revision is valid for its customer only, by each of the customer's IDs`()
    async throws
  {
    let alice = try await shop.buy("nonconsumable.car")[0]
    let bob = try await shop.fixture.device("watch", of: "bob")
      .buy("nonconsumable.car").transaction()
    let page = try await shop.history(alice.transactionId, .with { _ in })
    let request = TransactionHistoryRequest.with { $0.revision = page.revision }

    #expect(try await shop.ids(alice.appTransactionId, request) == [])
    await #expect(throws: APIError.invalidRequestRevision) {
      try await shop.history(bob.transactionId, request)
    }
  }

  @Test(arguments: ["", "A", "!", "MS4x", "Li4u", String(repeating: "QUFB", count: 500)])
  func `text that is not a revision is refused`(text: String) async throws {
    let id = try await shop.buy("nonconsumable.car")[0].transactionId

    await #expect(throws: APIError.invalidRequestRevision) {
      try await shop.history(id, .with { $0.revision = text })
    }
    await #expect(throws: APIError.invalidRequestRevision) {
      try await shop.store.refundHistory(
        AnyTransactionID("\(id)"), revision: text, for: shop.caller)
    }
  }

  @Test(arguments: [
    "0.0", "5", "5.1.2", "05.1", "+5.1", "5.-1", "5.1.7.2", "5.1.7.-2.9", "5.1.7.2.9.1", "5..1",
    "5.1.", "9223372036854775808.1", "5.1.7.2.x",
  ])
  func `numbers that no revision has are refused, others are read as they were written`(
    numbers: String
  ) throws {
    let valid = "0.0"
    let text = RevisionText.text(["scope", numbers])

    if numbers == valid {
      let revision = try HistoryRevision(text, scope: "scope")
      #expect(revision.text == text)
    } else {
      #expect(throws: APIError.invalidRequestRevision) {
        try HistoryRevision(text, scope: "scope")
      }
    }
    #expect(throws: APIError.invalidRequestRevision) {
      try HistoryRevision(text, scope: "other")
    }
  }

  @Test func `a reset invalidates earlier revisions`() async throws {
    let bought = try await shop.buy("nonconsumable.car")[0]
    let page = try await shop.history(bought.transactionId, .with { _ in })
    _ = try await shop.store.reset()

    await #expect(throws: APIError.transactionIdNotFound) {
      try await shop.history(bought.transactionId, .with { $0.revision = page.revision })
    }
    let new = try await shop.buy("nonconsumable.car")[0]
    await #expect(throws: APIError.invalidRequestRevision) {
      try await shop.history(new.transactionId, .with { $0.revision = page.revision })
    }
  }
}
