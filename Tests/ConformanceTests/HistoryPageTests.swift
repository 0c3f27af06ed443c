import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// A history is read in pages, newest first, which stay valid while things are sold.
@Suite(.hangLimit) struct HistoryPageTests {
  private static let fuel = "consumable.fuel.octane87"

  @Test(arguments: Site.allCases)
  func `pages follow each other, newest first, and the last one says so`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    let bought = try await alpha.buyFuel(5)

    let pages = try await alpha.pages(limit: 2)

    let newest = Array(bought.reversed())
    #expect(
      try pages.map { try $0.ids } == [
        Array(newest[..<2]), Array(newest[2..<4]), Array(newest[4...]),
      ])
    #expect(pages.map(\.hasMore) == [true, true, false])
    #expect(pages.last?.revision == nil)
    let exact = try await alpha.pages(limit: 5)
    #expect(exact.map(\.hasMore) == [false], "a page that ends with the oldest one is the last")
    let none = try await alpha.pages(of: "nonconsumable.car", limit: 5)
    #expect(none == [HistoryPage(signedTransactions: [])])
  }

  @Test(arguments: Site.allCases)
  func `what is bought, finished and refunded between two pages neither repeats nor hides a row`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buyFuel(4)

    let first = try await alpha.transactions(.all(limit: 2)).value
    _ = try await alpha.finish([bought[0], bought[2]])
    _ = try await store.operator.refund(bought[1])
    _ = try await alpha.buyFuel(2)
    let rest = try await alpha.transactions(.all(limit: 2, revision: first.revision)).value

    #expect(try rest.ids == [bought[1], bought[0]])
    #expect(!rest.hasMore)
  }

  @Test(arguments: Site.allCases)
  func `one transaction is asked for by its ID, also a finished one, and nobody else's`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buyFuel(3)
    _ = try await alpha.finish(bought)
    let bob = try await store.accounts.registerDevice(
      "beta", signIn: try await store.signUp("bob").token)
    let stranger = try await store.backend(of: bob.value)

    let signed = try #require(try await alpha.transaction(bought[0]).value)

    #expect(try TransactionPayload.decoded(from: signed).transactionId == bought[0])
    #expect(try await stranger.transaction(bought[0]).value == nil)
    let unknown = TransactionID(rawValue: bought[2].rawValue + 1000)
    #expect(try await alpha.transaction(unknown).value == nil)
  }

  @Test(arguments: Site.allCases)
  func `the pages of one product, and those without finished fuel, have nothing else`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    defer { withExtendedLifetime(store) {} }
    let fuel = try await alpha.buyFuel(3)
    let car = try await alpha.buy("nonconsumable.car").transaction().transactionId
    let late = try await alpha.buyFuel(1)
    _ = try await alpha.finish(fuel)

    func ids(of product: String?, finished: Bool) async throws -> [TransactionID] {
      try await alpha.transactions(
        of: product, includingFinishedConsumables: finished, limit: 1
      ).value.map { try TransactionPayload.decoded(from: $0).transactionId }
    }
    #expect(try await ids(of: nil, finished: false) == [late[0], car])
    #expect(try await ids(of: nil, finished: true) == [late[0], car] + fuel.reversed())
    #expect(try await ids(of: Self.fuel, finished: false) == late)
    #expect(try await ids(of: Self.fuel, finished: true) == late + fuel.reversed())
    #expect(try await ids(of: "nonconsumable.car", finished: false) == [car])
  }

  @Test(arguments: Site.allCases)
  func `a revision that no page of the customer has is refused in a sentence`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await alpha.buyFuel(2)
    let bob = try await store.signUp("bob")
    let registration = try await store.accounts.registerDevice("alpha", signIn: bob.token).value
    let bobs = try await store.backend(of: registration)
    _ = try await bobs.buyFuel(2)
    let revision = try #require(try await bobs.transactions(.all(limit: 1)).value.revision)

    for forged in [revision, "MQ", "MS4x", "x", String(repeating: "A", count: 64)] {
      await #expect(throws: StoreError.invalidRequestRevision(revision: forged)) {
        try await alpha.transactions(.all(limit: 1, revision: forged))
      }
      await #expect(throws: StoreError.invalidRequestRevision(revision: forged)) {
        _ = try await store.operator.perform(
          .transactions(account: store.signIn.account.name, revision: forged))
      }
    }
    #expect(
      StoreError.invalidRequestRevision(revision: "x").description
        == "no page of the history begins at the revision 'x': it was made before the store was "
        + "reset, or by another store. Read the history again from its first page")
  }

  @Test(arguments: Site.allCases)
  func `a revision from before a reset is refused`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    _ = try await alpha.buyFuel(2)
    let revision = try #require(try await alpha.transactions(.all(limit: 1)).value.revision)

    _ = try await store.operator.reset()

    await #expect(throws: StoreError.invalidRequestRevision(revision: revision)) {
      try await alpha.transactions(.all(limit: 1, revision: revision))
    }
  }

  @Test(arguments: Site.allCases)
  func `a page has at most 100 transactions, also the operator's`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let bought = try await alpha.buyFuel(101)

    let first = try await alpha.transactions(.all()).value
    #expect(first.signedTransactions.count == 100 && first.hasMore)
    for account in [nil, store.signIn.account.name] {
      let answer = try await store.operator.perform(.transactions(account: account)).value
      guard case .transactions(let list, let revision?, true) = answer else {
        throw FixtureError(text: "\(answer)")
      }
      #expect(list.map(\.id) == Array(bought.reversed().prefix(100)))
      let next = try await store.operator.perform(
        .transactions(account: account, revision: revision)
      ).value
      guard case .transactions(let rest, nil, false) = next else {
        throw FixtureError(text: "\(next)")
      }
      #expect(rest.map(\.id) == [bought[0]])
    }
  }
}

extension TransactionsRequest {
  /// A page with finished consumables.
  fileprivate static func all(
    of productID: String? = nil, limit: Int = HistoryPage.limit, revision: String? = nil
  ) -> TransactionsRequest {
    TransactionsRequest(
      productID: productID, includingFinishedConsumables: true, limit: limit, revision: revision)
  }
}

extension StoreBackend {
  /// Buys cans of fuel; the result has their transactions, oldest first.
  fileprivate func buyFuel(_ count: Int) async throws -> [TransactionID] {
    var bought: [TransactionID] = []
    for _ in 0..<count {
      bought.append(try await buy("consumable.fuel.octane87").transaction().transactionId)
    }
    return bought
  }

  /// All pages of a history with finished consumables.
  fileprivate func pages(of productID: String? = nil, limit: Int) async throws -> [HistoryPage] {
    var pages = [try await transactions(.all(of: productID, limit: limit)).value]
    while let revision = pages.last?.revision {
      pages.append(
        try await transactions(.all(of: productID, limit: limit, revision: revision)).value)
    }
    return pages
  }
}

extension HistoryPage {
  /// The IDs of the page's transactions.
  fileprivate var ids: [TransactionID] {
    get throws {
      try signedTransactions.map { try TransactionPayload.decoded(from: $0).transactionId }
    }
  }
}
