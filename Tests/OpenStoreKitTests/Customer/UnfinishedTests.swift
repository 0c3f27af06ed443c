import PrivateFiles
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@testable import OpenStoreKit

/// What waits to be delivered when the store answers an order and is gone right after it, in this
/// run of the app and offline in the next.
@Suite(.timeLimit(.minutes(1))) struct UnfinishedTests {
  private let car = "nonconsumable.car"

  @Test func `a purchase waits to be delivered, once`() async throws {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .holdingsVanish

    try await alice.buy(car)

    #expect(try await alice.unfinishedInThisRunAndTheNext() == [[car], [car]])
  }

  @Test func `a car that waits to be delivered waits once, however often it is bought`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    try await alice.buy(car)
    alice.line.condition = .holdingsVanish

    for _ in 1...2 { #expect(try await alice.buy(car).alreadyOwned) }

    #expect(try await alice.unfinishedInThisRunAndTheNext() == [[car], [car]])
    #expect(try alice.heldOnDisk().latest.count == 1)
  }

  @Test func `a car that was delivered long ago is not offered again when it is bought again`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    await (try alice.buy(car).transaction()).finish()
    alice.line.condition = .holdingsVanish

    #expect(try await alice.buy(car).alreadyOwned)

    #expect(try await alice.unfinishedInThisRunAndTheNext() == [[], []])
    #expect(await alice.owned() == [car])
  }

  @Test func `a plan that was delivered is not offered again when a lower one is scheduled`()
    async throws
  {
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    await (try alice.buy("subscription.pro").transaction()).finish()
    alice.line.condition = .holdingsVanish

    #expect(try await alice.buy("subscription.standard").scheduledDate != nil)

    #expect(try await alice.unfinishedInThisRunAndTheNext() == [[], []])
  }

  @Test func `every can of fuel waits to be delivered`() async throws {
    let fuel = "consumable.fuel.octane87"
    let alice = try await Customer.onNewDevice("alpha", of: .make())
    alice.line.condition = .holdingsVanish

    for _ in 1...2 { try await alice.buy(fuel) }

    #expect(try await alice.unfinishedInThisRunAndTheNext() == [[fuel, fuel], [fuel, fuel]])
  }
}

extension Customer {
  fileprivate func unfinishedInThisRunAndTheNext() async throws -> [[String]] {
    let next = try await again()
    next.line.condition = .cut
    return [await unfinished(in: session), await unfinished(in: next.session)]
  }

  fileprivate func heldOnDisk() throws -> Holdings {
    try #require(try DeviceStore.open(folder.url).read().holdings)
  }

  private func unfinished(in session: StoreSession) async -> [String] {
    await StoreSession.$current.withValue(session) {
      await Transaction.unfinished.reduce(into: []) { $0.append($1.unsafePayloadValue.productID) }
    }
  }
}
