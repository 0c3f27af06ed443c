import OpenStoreKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ClientCodeTests {
  @MainActor
  @Test func `client code of 2023 runs a garage`() async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    try await StoreSession.$current.withValue(alice.session) {
      let keeper = GarageKeeper()
      let listener = keeper.listenForTransactions()
      await keeper.requestProducts()
      #expect(keeper.cars.map(\.displayPrice) == ["$1.99", "$4.99"])

      let racecar = try #require(keeper.cars.last)
      let pro = try #require(keeper.plans.last)
      #expect(try await keeper.purchase(racecar)?.productID == "nonconsumable.racecar")
      #expect(try await keeper.purchase(pro)?.offer?.type == .introductory)

      #expect(keeper.isPurchased(racecar))
      #expect(keeper.purchasedPlans == [pro])
      #expect(keeper.planState == .subscribed)
      #expect(keeper.nextPlan == "subscription.pro")
      #expect(await Array(Transaction.unfinished).isEmpty)
      #expect(AppStore.canMakePayments)
      #expect(AppStore.deviceVerificationID != nil)
      #expect(await Storefront.current?.countryCode == "USA")
      listener.cancel()
    }
  }
}
