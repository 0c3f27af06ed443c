import StoreAPI
import StoreOperatorAPI
import Testing

/// The name of the customer of the store's own machine.
@Suite struct LocalNameTests {
  @Test(arguments: Site.allCases)
  func `only the operator gives the local customer's account a password`(site: Site) async throws {
    let store = try await ContractStore.make(at: site)

    await #expect(throws: StoreError.accountExists(name: "customer")) {
      try await store.accounts.signUp(.of("customer"))
    }
    await #expect(throws: StoreError.signInRefused) {
      try await store.accounts.signIn(.of("customer"))
    }

    _ = try await store.operator.perform(.addAccount(credentials: .of("customer")))
    _ = try await store.accounts.signIn(.of("customer"))
  }
}
