import AppStoreServerAPI
import Testing

@Suite struct JSONBodyTests {
  @Test(arguments: [
    "", "{", "null", "[]", "1", #""text""#, #"{"a":1}{}"#, #"{"a":1,"a":2}"#, "\u{FEFF}{}",
  ])
  func `bytes that are not one JSON object are a bad request`(text: String) {
    #expect(throws: APIError.generalBadRequest) { try JSONBody(text.utf8) }
  }

  @Test func `bytes that are not UTF-8 are a bad request`() {
    #expect(throws: APIError.generalBadRequest) {
      try JSONBody([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
    }
  }
}
