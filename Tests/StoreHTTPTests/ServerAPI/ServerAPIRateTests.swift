import AppStoreServerAPI
import Foundation
import TestSupport
import Testing

@testable import AppStoreServerHTTP

/// How often the endpoints can be called.
@Suite(.hangLimit) struct ServerAPIRateTests {
  @Test func `requests beyond an hour's limit are refused until one is regained`() {
    var limiter = HourlyRateLimiter(requestsPerHour: 360)
    func count(at now: Int64) -> Int64? { limiter.count(at: now) }
    let start: Int64 = 1_800_000_000_000

    let first = (0..<360).map { _ in count(at: start) }
    #expect(first.allSatisfy { $0 == nil })
    #expect(count(at: start) == start + 10_000)
    #expect(count(at: start + 9_999) == start + 10_000)
    #expect(count(at: start + 10_000) == nil)
    #expect(count(at: start + 10_000) == start + 20_000)
  }

  @Test func `after an hour without requests all of them are regained`() {
    var limiter = HourlyRateLimiter(requestsPerHour: 360)
    func count(at now: Int64) -> Int64? { limiter.count(at: now) }
    let start: Int64 = 1_800_000_000_000
    for _ in 0..<400 { _ = count(at: start) }

    let later = start + 3_600_000

    let regained = (0..<360).map { _ in count(at: later) }
    #expect(regained.allSatisfy { $0 == nil })
    #expect(count(at: later) == later + 10_000)
  }

  @Test func `a clock that is set back does not delay requests for longer`() {
    var limiter = HourlyRateLimiter(requestsPerHour: 360)
    func count(at now: Int64) -> Int64? { limiter.count(at: now) }
    for _ in 0..<360 { _ = count(at: 1_800_000_000_000) }

    let earlier: Int64 = 1_700_000_000_000

    #expect(count(at: earlier) == earlier + 10_000)
    #expect(count(at: earlier + 10_000) == nil)
  }

  /// For production; the sandbox has 10 percent.
  ///
  /// Source: "Identifying rate limits". The status of extensions has the limit of a single extension.
  @Test func `the limits are Apple's`() {
    let rates = Dictionary(grouping: Endpoints.documented.all, by: \.rate.rawValue)
      .mapValues { Set($0.map(\.name)) }

    #expect(
      rates == [
        50: [
          "finishTransaction", "getAppTransactionInfo", "getTransactionInfo",
          "getTransactionHistory", "getTransactionHistoryV1", "getAllSubscriptionStatuses",
          "sendConsumptionInformation", "sendConsumptionInformationV1", "getNotificationHistory",
        ],
        20: [
          "extendSubscriptionRenewalDate", "setAppAccountToken",
          "getStatusOfSubscriptionRenewalDateExtensions",
        ],
        10: ["lookUpOrderId", "getRefundHistory"],
        1: [
          "extendRenewalDateForAllActiveSubscribers", "requestTestNotification",
          "getTestNotificationStatus",
        ],
      ])
    #expect(EndpointRate.frequent.requestsPerHour(percent: 100) == 50 * 3_600)
    #expect(EndpointRate.single.requestsPerHour(percent: 10) == 360)
  }

  private static let test = "/inApps/v1/notifications/test"

  @Test func `a refused request says when the next one may come, in milliseconds since 1970`()
    async throws
  {
    let limits = ServerAPILimits(ratePercent: 1)
    let clock = SetClock()
    let start = Int64(clock.now.timeIntervalSince1970) * 1_000
    try await ServerAPIFixture.run(limits: limits, clock: clock) { served in
      for _ in 0..<36 {
        #expect(try await served.post(Self.test).status == 200)
      }
      let refused = try await served.post(Self.test)
      #expect(refused.status == 429)
      #expect(refused.header("Retry-After") == "\(start + 100_000)")
      #expect(refused.header("Content-Type") == "application/json")
      #expect(
        refused.body == #"{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}"#)
      #expect(served.store.calls.count == 36)
      // Other endpoints have limits of their own.
      #expect(try await served.request("GET", "/inApps/v1/transactions/7").status == 200)

      clock.advance(by: 100)
      #expect(try await served.post(Self.test).status == 200)
    }
  }

  @Test func `requests without a valid token do not count`() async throws {
    let limits = ServerAPILimits(ratePercent: 1)
    try await ServerAPIFixture.run(limits: limits) { served in
      for _ in 0..<40 {
        let response = try await served.client.request(
          "POST", Self.test, token: "another", headers: ["Content-Length: 0"])
        #expect(response.status == 401)
      }
      #expect(try await served.post(Self.test).status == 200)
    }
  }

  @Test func `a server can have no limits`() throws {
    let limiter = EndpointRateLimiter(.documented, percent: 0)
    let endpoint = try #require(
      Endpoints.documented.all.first { $0.name == "requestTestNotification" })

    for _ in 0..<10_000 { try limiter.count(endpoint, at: .distantPast) }
  }
}

extension ServerAPIFixture {
  fileprivate func post(_ path: String) async throws -> RawClient.Response {
    try await request("POST", path, headers: ["Content-Length: 0"])
  }
}
