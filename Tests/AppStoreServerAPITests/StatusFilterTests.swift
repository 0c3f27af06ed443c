import AppStorePayloads
import AppStoreServerAPI
import Testing

/// The query of "Get All Subscription Statuses".
@Suite struct StatusFilterTests {
  @Test func `a query without a status asks for all of them`() throws {
    #expect(try SubscriptionStatusCode.filter(in: Query("")).isEmpty)
  }

  @Test func `a status can be repeated`() throws {
    let filter = try SubscriptionStatusCode.filter(in: Query("status=1&status=5&status=1"))

    #expect(filter == [.active, .revoked])
  }

  @Test(arguments: ["status=0", "status=6", "status=", "status=01", "status=active", "status=1,5"])
  func `a number that is not a status is invalid`(query: String) {
    #expect(throws: APIError.invalidStatus) { try SubscriptionStatusCode.filter(in: Query(query)) }
  }
}
