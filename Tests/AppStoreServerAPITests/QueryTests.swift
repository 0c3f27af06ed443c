import AppStoreServerAPI
import Testing

@Suite struct QueryTests {
  @Test func `a parameter has the value that a form has written`() throws {
    let query = try Query("revision=a%2Bb+c%3D%3D&other=1")

    #expect(try query.value("revision", else: .invalidRequestRevision) == "a+b c==")
  }

  @Test func `a parameter that is missing has no value`() throws {
    #expect(try Query("").value("revision", else: .invalidRequestRevision) == nil)
    #expect(try Query("&&").value("revision", else: .invalidRequestRevision) == nil)
  }

  @Test func `an accent after a separator belongs to the text that follows`() throws {
    let query = try Query("a=1&\u{301}b=2&productId=\u{301}x&c=1+\u{301}")

    #expect(try query.value("a", else: .generalBadRequest) == "1")
    #expect(try query.value("\u{301}b", else: .generalBadRequest) == "2")
    #expect(try query.value("productId", else: .invalidProductId) == "\u{301}x")
    #expect(try query.value("c", else: .generalBadRequest) == "1 \u{301}")
  }

  @Test(arguments: ["revision=", "revision", "revision=a&revision=a", "revision=a&revision="])
  func `a parameter that is empty or repeated is not valid`(text: String) throws {
    let query = try Query(text)

    #expect(throws: APIError.invalidRequestRevision) {
      try query.value("revision", else: .invalidRequestRevision)
    }
  }

  @Test(arguments: ["a=%", "a=%2", "a=%zz", "a=%FF", "%C3=a", "b=1&a=%E0%A4"])
  func `an escape that is not UTF-8 is a bad request`(text: String) {
    #expect(throws: APIError.generalBadRequest) { try Query(text) }
  }
}
