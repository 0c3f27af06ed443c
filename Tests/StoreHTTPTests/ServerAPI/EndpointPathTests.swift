import AppStoreServerAPI
import HTTPTypes
import Testing

@testable import AppStoreServerHTTP

/// The endpoint of a path.
@Suite struct EndpointPathTests {
  @Test func `a segment of a path becomes a parameter as it was sent`() throws {
    let match = try Endpoints.documented.find("/inApps/v1/lookup/M%2F1", .get)

    #expect(match.endpoint.name == "lookUpOrderId")
    #expect(match.parameters == ["orderId": "M%2F1"])
  }

  @Test func `a slash separates segments even if an accent follows it`() throws {
    let match = try Endpoints.documented.find("/inApps/v1/lookup/\u{301}M", .get)

    #expect(match.parameters == ["orderId": "\u{301}M"])
    #expect(throws: RequestError.self) {
      try Endpoints.documented.find("/inApps/v1/lookup/M/\u{301}", .get)
    }
  }

  @Test(arguments: [
    "", "/", "/inApps", "/inApps/v1/lookup", "/inApps/v1/lookup/", "/inApps/v1/lookup//M",
    "/inApps/v1/Lookup/M", "/inapps/v1/lookup/M", "/inApps/v1/lookup/M/", "inApps/v1/lookup/M",
    "/inApps/v1/%6Cookup/M",
  ])
  func `any other path leads to no endpoint`(path: String) {
    #expect(throws: RequestError.self) { try Endpoints.documented.find(path, .get) }
  }
}
