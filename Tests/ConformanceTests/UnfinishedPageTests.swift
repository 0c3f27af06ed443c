import AppStorePayloads
import StoreAPI
import TestSupport
import Testing

/// What a device has to deliver is read in pages and finished in batches.
@Suite(.hangLimit) struct UnfinishedPageTests {
  private static let fuel = "consumable.fuel.octane87"

  @Test(arguments: Site.allCases)
  func `pages follow each other in the order of the transaction IDs`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    var bought: [TransactionID] = []
    for id in ["nonconsumable.car", Self.fuel, "subscription.pro", Self.fuel, Self.fuel] {
      bought.append(try await alpha.buy(id).transaction().transactionId)
    }

    let first = try await alpha.unfinished(after: nil, limit: 2).value
    let second = try await alpha.unfinished(after: first.next, limit: 2).value
    let third = try await alpha.unfinished(after: second.next, limit: 2).value

    #expect(
      try [first, second, third].map { try $0.ids } == [
        Array(bought[..<2]), Array(bought[2..<4]), Array(bought[4...]),
      ])
    #expect([first, second, third].map(\.next) == [bought[1], bought[3], nil])
    #expect([first, second, third].map(\.hasMore) == [true, true, false])
  }

  @Test(arguments: Site.allCases)
  func `a page that ends with the last transaction is the last page`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId

    let page = try await alpha.unfinished(after: nil, limit: 1).value

    #expect(try page.ids == [car])
    #expect(!page.hasMore)
    #expect(
      try await alpha.unfinished(after: car, limit: 1).value == UnfinishedPage(transactions: []))
  }

  @Test(arguments: Site.allCases)
  func `what is finished between two pages does not come, and what is bought does`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    var cans: [TransactionID] = []
    for _ in 1...3 { cans.append(try await alpha.buy(Self.fuel).transaction().transactionId) }

    let first = try await alpha.unfinished(after: nil, limit: 1).value
    _ = try await alpha.finish([cans[1]])
    let new = try await alpha.buy(Self.fuel).transaction().transactionId
    let rest = try await alpha.unfinished(after: first.next, limit: UnfinishedPage.limit).value

    #expect(try rest.ids == [cans[2], new])
  }

  @Test(arguments: Site.allCases)
  func `a batch is finished at once, and unknown IDs are named`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    var cans: [TransactionID] = []
    for _ in 1...3 { cans.append(try await alpha.buy(Self.fuel).transaction().transactionId) }
    _ = try await alpha.finish([cans[0]])
    let unknown = TransactionID(rawValue: 7_000_000_001)

    let result = try await beta.finish([cans[2], unknown, cans[0], cans[1]]).value

    #expect(result == FinishResult(finished: [cans[2], cans[1]], unknown: [unknown]))
    #expect(try await alpha.unfinished().isEmpty)
    #expect(try await alpha.finish(cans).value == FinishResult())
    #expect(try await alpha.finish([]).value == FinishResult())
  }
}

extension UnfinishedPage {
  /// The IDs of the page's transactions.
  fileprivate var ids: [TransactionID] {
    get throws { try transactions.map { try TransactionPayload.decoded(from: $0).transactionId } }
  }
}
