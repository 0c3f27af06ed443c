import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import TestSupport
import Testing

/// A device shows the store what it has signed; only that can prove that the store went back.
@Suite(.hangLimit) struct RollbackTests {
  @Test(arguments: Site.allCases)
  func `a transaction that the store knows begins no epoch`(site: Site) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let signed = try await alpha.buy("nonconsumable.car").purchase().signedTransaction
    let before = try await alpha.purchases().time

    let answer = try await alpha.detectRollback(signed)

    #expect(answer.value == false)
    #expect(answer.time.epoch == before.epoch)
    #expect(try await store.operator.perform(.clock).time.epoch == before.epoch)
  }

  @Test(arguments: Site.allCases)
  func `what another store has signed, or was signed for another device, begins no epoch`(
    site: Site
  ) async throws {
    let (store, alpha, _) = try await ContractStore.withDevice(at: site)
    let (beta, _) = try await store.device("beta")
    let (_, strange, _) = try await ContractStore.withDevice(at: .process)
    let epoch = try await alpha.purchases().time.epoch
    for _ in 1...9 { try await strange.buy("consumable.fuel.octane87") }
    let foreign = try await strange.buy("consumable.fuel.octane87").purchase()
    let ofBeta = try await beta.buy("consumable.fuel.octane87").purchase()

    for purchase in [foreign, ofBeta] {
      #expect(try await alpha.detectRollback(purchase.signedTransaction).value == false)
    }

    #expect(try await alpha.purchases().time.epoch == epoch)
  }
}
