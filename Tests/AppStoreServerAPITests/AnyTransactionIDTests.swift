import AppStoreServerAPI
import Testing

@Suite struct AnyTransactionIDTests {
  @Test(arguments: ["0", "700", "18446744073709551615"])
  func `an ID is a number`(text: String) throws {
    #expect(try String(AnyTransactionID(text).rawValue) == text)
  }

  @Test(arguments: ["", "-1", "+1", "1.0", " 1", "abc", "٣", "18446744073709551616"])
  func `any other text is not an ID`(text: String) {
    #expect(throws: APIError.invalidTransactionId) { try AnyTransactionID(text) }
  }
}
