import Dispatch
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreSQLite

@Suite(.hangLimit) struct ReadingTests {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  @Test func `lists that take long keep no other request waiting`() async throws {
    let store = try await file.makeStore()
    store.lists.suspend()

    let lists = (1...64).map { _ in
      Task {
        try await store.transactions(
          of: .alice, productID: nil, includingFinishedConsumables: true)
      }
    }
    let settings = try? await store.settings()
    store.lists.resume()

    #expect(settings != nil)
    for list in lists { #expect(try await list.value.isEmpty) }
  }

  @Test func `the operator's lists are read beside other requests too`() async throws {
    let store = try await file.makeStore()
    store.lists.suspend()

    let accounts = Task { try await store.accounts().map(\.name) }
    let subscribers = Task { try await store.subscribers(to: "subscription.pro").count }
    let transactions = Task { try await store.allTransactions(account: nil).count }
    let settings = try? await store.settings()
    store.lists.resume()

    #expect(settings != nil)
    #expect(try await accounts.value == ["alice", "bob"])
    #expect(try await subscribers.value + transactions.value == 0)
  }
}
