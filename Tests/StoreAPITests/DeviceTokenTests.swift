import Foundation
import StoreAPI
import Testing

@Suite struct DeviceTokenTests {
  @Test func `random tokens are different, and each can be read from its string`() {
    let tokens = (0..<100).map { _ in DeviceToken.random() }

    #expect(Set(tokens).count == 100)
    #expect(tokens.map { DeviceToken($0.string) } == tokens)
  }

  @Test func `a token is a string in JSON, and its description does not show it`() throws {
    let token = DeviceToken.random()

    let json = try JSONEncoder().encode(token)

    #expect(String(decoding: json, as: UTF8.self) == "\"\(token.string)\"")
    #expect(try JSONDecoder().decode(DeviceToken.self, from: json) == token)
    #expect(!"\(token) \(String(reflecting: token))".contains(token.string))
  }
}
