import Foundation
import StoreAPI
import Testing

@Suite struct DeviceTokenTests {
  @Test func `no two random tokens are the same, and each is one by its text`() {
    let tokens = (0..<100).map { _ in DeviceToken.random() }

    #expect(Set(tokens).count == 100)
    #expect(tokens.map { DeviceToken($0.string) } == tokens)
  }

  @Test func `a token is JSON text, and is not printed by accident`() throws {
    let token = DeviceToken.random()

    let json = try JSONEncoder().encode(token)

    #expect(String(decoding: json, as: UTF8.self) == "\"\(token.string)\"")
    #expect(try JSONDecoder().decode(DeviceToken.self, from: json) == token)
    #expect(!"\(token) \(String(reflecting: token))".contains(token.string))
  }
}
