import Foundation
import OpenStoreKit
import Testing

@testable import OpenStoreKitTest

/// Complaints of StoreKit Test's users; the numbers are those of the list of complaints.
extension SKTestSessionTests {
  @Test func `complaint 13: what is expired has expired when the control returns`() async throws {
    let session = try SKTestSession(contentsOf: .products)
    let plan = try await session.buyProduct(identifier: "subscription.standard")

    try session.expireSubscription(productIdentifier: "subscription.standard")

    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
    let status = try #require(await plan.subscriptionStatus)
    #expect(status.state == .expired)
  }

  @Test(arguments: [
    (SKTestSession.TimeRate.realTime, 604_800.0), (.monthlyRenewalEveryHour, 900),
    (.monthlyRenewalEveryThirtySeconds, 10), (.oneRenewalEveryTwoSeconds, 2),
  ])
  func `complaint 13: a weekly plan lasts as long as its rate says, never 0 seconds`(
    rate: SKTestSession.TimeRate, seconds: TimeInterval
  ) async throws {
    let session = try SKTestSession(contentsOf: try Self.weeklyConfiguration())
    session.timeRate = rate

    let plan = try await session.buyProduct(identifier: "subscription.standard")

    #expect(plan.expirationDate == plan.purchaseDate.addingTimeInterval(seconds))
    #expect(await Transaction.currentEntitlements.productIDs == ["subscription.standard"])
  }

  @Test func `complaint 13: a renewal and its end are seen as soon as time has passed`()
    async throws
  {
    let session = try SKTestSession(contentsOf: try Self.weeklyConfiguration())
    let plan = try await session.buyProduct(identifier: "subscription.standard")

    for week in 1...3 {
      try session.advance(by: DateComponents(day: 7))
      let latest = await Transaction.latest(for: "subscription.standard")
      #expect(
        latest?.unsafePayloadValue.purchaseDate
          == plan.purchaseDate.addingTimeInterval(Double(week) * 604_800))
    }
    try session.disableAutoRenewForTransaction(identifier: UInt(plan.id))
    try session.advance(by: DateComponents(day: 7))
    #expect(await Transaction.currentEntitlements.productIDs.isEmpty)
  }

  /// SK Demo's catalogue with plans of a week.
  private static func weeklyConfiguration() throws -> URL {
    let text = try String(contentsOf: .products, encoding: .utf8)
      .replacing(
        #""recurringSubscriptionPeriod" : "P1M""#, with: #""recurringSubscriptionPeriod" : "P1W""#)
    let file = FileManager.default.temporaryDirectory.appending(path: "Weekly-\(UUID()).storekit")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }
}
