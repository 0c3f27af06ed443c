import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI
import TestSupport
import Testing

@testable import StoreEngine

@Suite(.hangLimit) struct ClockSetBackTests {
  @Test func `the time goes back to a date after which nothing has happened`() async throws {
    let shop = try await RunningShop()
    shop.wall.advance(days: 20)
    #expect(try await shop.alpha.purchases().time.now == RunningShop.start + 20 * 86_400)
    shop.wall.advance(days: -19)

    let (date, epoch) = (RunningShop.start + 86_400, try await shop.engine.clock().epoch)
    let answer = try await shop.engine.perform(.setClockBack(date: date)) { _ in }

    #expect(answer.time.now == date)
    #expect(answer.time.generation == 1)
    #expect(answer.time.epoch == epoch)
    shop.wall.advance(by: 60)
    let time = try await shop.alpha.buy("nonconsumable.car").time
    #expect(time.now == date + 60)
    #expect(time.generation == 1)
  }

  @Test func `what was signed before the time went back is signed again`() async throws {
    let shop = try await RunningShop()
    shop.wall.advance(days: 20)
    let before = try await shop.alpha.purchases().value.latest
    shop.wall.advance(days: -19)

    let date = RunningShop.start + 86_400
    _ = try await shop.engine.perform(.setClockBack(date: date)) { _ in }

    let after = try await shop.alpha.purchases().value.latest
    #expect(before != after)
    #expect(try after.map(signedDate) == [date])
  }

  private func signedDate(_ token: String) throws -> Date {
    try TransactionPayload.decoded(from: token).signedDate
  }

  @Test func `the time does not go back behind an event`() async throws {
    let shop = try await RunningShop()
    shop.wall.advance(days: 20)
    try await shop.alpha.buy("nonconsumable.car")
    let (bought, date) = (shop.shown, RunningShop.start + 86_400)

    await #expect(throws: StoreError.clockNotSet(date: date, reason: .eventAfter, limit: bought)) {
      try await shop.engine.perform(.setClockBack(date: date)) { _ in }
    }
    #expect(try await shop.engine.clock().generation == 0)
  }

  @Test func `the time is not set forward`() async throws {
    let shop = try await RunningShop()
    let date = RunningShop.start + 86_400

    await #expect(
      throws: StoreError.clockNotSet(date: date, reason: .notEarlier, limit: RunningShop.start)
    ) {
      try await shop.engine.perform(.setClockBack(date: date)) { _ in }
    }
  }

  @Test func `the time does not go back before the store's first catalogue`() async throws {
    let fixture = try await StoreFixture.make()

    await #expect(
      throws: StoreError.clockNotSet(date: .fixture - 1, reason: .eventAfter, limit: .fixture)
    ) {
      try await fixture.engine.perform(.setClockBack(date: .fixture - 1)) { _ in }
    }
  }

  @Test func `the time does not go back before the certificates' first day`() {
    let limits = ClockLimits(bound: nil, validity: .fixture..<Date.distantFuture)
    let settings = StoreSettings(
      bundleID: "com.example.app", rootHash: Data(), storefront: "USA", locale: "en_US",
      clock: .running(offset: 0), lastNow: .fixture + 86_400)

    #expect(
      throws: StoreError.clockNotSet(
        date: .fixture - 1, reason: .beforeCertificates, limit: .fixture)
    ) {
      try settings.checkSetBack(
        to: .fixture - 1, wall: MachineTime(.fixture + 86_400, limits), lastEvent: nil)
    }
  }

  @Test func `what a refusal advises is accepted, also after an event between two seconds`()
    async throws
  {
    let shop = try await RunningShop()
    shop.wall.advance(days: 20)
    shop.wall.advance(by: 0.5)
    try await shop.alpha.buy("nonconsumable.car")
    shop.wall.advance(days: 1)
    let date = RunningShop.start + 86_400

    let error = await #expect(throws: StoreError.self) {
      try await shop.engine.perform(.setClockBack(date: date)) { _ in }
    }

    let advised = RunningShop.start + 20 * 86_400 + 1
    #expect(
      error?.description.contains("at \(advised.formatted(.iso8601)). Choose that") == true)
    _ = try await shop.engine.perform(.setClockBack(date: advised)) { _ in }
  }

  @Test func `a frozen clock stays frozen at the date`() async throws {
    let fixture = try await StoreFixture.make()
    try await fixture.advance("P2D")

    let answer = try await fixture.engine.perform(.setClockBack(date: .fixture + 86_400)) { _ in }

    #expect(answer.time.isFrozen)
    #expect(try await fixture.engine.clock().now == .fixture + 86_400)
  }
}
