import AppStorePayloads
import AppStoreServerAPI
import Testing

/// The body of "Set App Account Token".
@Suite struct UpdateAppAccountTokenRequestTests {
  private static func read(_ text: String) throws -> UpdateAppAccountTokenRequest {
    try UpdateAppAccountTokenRequest(JSONBody(text.utf8))
  }

  @Test func `a token is a UUID, in capitals or not`() throws {
    let lower = try Self.read(#"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813"}"#)
    let upper = try Self.read(#"{"appAccountToken":"7389A31A-FB6D-4569-A2A6-DB7D85D84813"}"#)

    #expect(lower == upper)
    #expect(lower.appAccountToken.description == "7389a31a-fb6d-4569-a2a6-db7d85d84813")
  }

  @Test(arguments: [
    "{}", #"{"appAccountToken":null}"#, #"{"appAccountToken":""}"#, #"{"appAccountToken":7}"#,
    #"{"appAccountToken":"7389a31afb6d4569a2a6db7d85d84813"}"#,
    #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d8481"}"#,
    #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813 "}"#,
    #"{"appAccountToken":"{7389a31a-fb6d-4569-a2a6-db7d85d84813}"}"#,
    #"{"appAccountToken":"+389a31a-fb6d-4569-a2a6-db7d85d84813"}"#,
    #"{"appAccountToken":"7389a31a-fb6d-4569-a2a6-db7d85d84813\u0000x"}"#,
  ])
  func `anything else is not a token`(body: String) {
    #expect(throws: APIError.invalidAppAccountTokenUUID) { try Self.read(body) }
  }
}
