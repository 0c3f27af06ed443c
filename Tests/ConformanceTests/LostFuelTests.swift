import AppStorePayloads
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

/// Fuel that was paid for on a removed device is delivered by one other device.
@Suite(.hangLimit) struct LostFuelTests {
  @Test(arguments: Site.allCases)
  func `fuel of a removed device is unfinished on the oldest remaining device only`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, registration) = try await store.device("beta")
    let (gamma, _) = try await store.device("gamma")
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    #expect(try await beta.unfinishedIDs().isEmpty)

    _ = try await store.accounts.removeDevice("alpha", signIn: store.signIn.token)

    #expect(try await gamma.unfinishedIDs().isEmpty, "even if it asks first")
    #expect(try await beta.unfinishedIDs() == [fuel])
    let secondInstance = try await store.backend(of: registration)
    #expect(try await secondInstance.unfinishedIDs() == [fuel], "the same device")
    #expect(try await beta.finish(fuel).value)
    for backend in [beta, gamma, secondInstance] {
      #expect(try await backend.unfinishedIDs().isEmpty)
    }
  }

  @Test(arguments: Site.allCases)
  func `a listening device receives reassigned fuel at once, and the others do not`(site: Site)
    async throws
  {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, older) = try await store.device("beta")
    let (gamma, younger) = try await store.device("gamma")
    var updates = beta.events(after: older.sequence).makeLimitedIterator()
    var others = gamma.events(after: younger.sequence).makeLimitedIterator()
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId

    _ = try await store.operator.perform(.removeDevice(device: "alpha", account: "alice"))

    #expect(try await updates.next()?.transaction().transactionId == fuel)
    _ = try await beta.finish(fuel)
    #expect(try await others.next()?.value.change == .finished(fuel))
  }

  @Test(arguments: Site.allCases)
  func `if no device is left, the next registered device gets the fuel`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let fuel = try await alpha.buy("consumable.fuel.octane87").transaction().transactionId
    _ = try await store.accounts.removeDevice("alpha", signIn: store.signIn.token)

    let (beta, _) = try await store.device("beta")
    let (gamma, _) = try await store.device("gamma")

    #expect(try await gamma.unfinishedIDs().isEmpty)
    #expect(try await beta.unfinishedIDs() == [fuel])
  }
}
