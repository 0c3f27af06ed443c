import Foundation
import StoreAPI
import StoreEngine
import TestSupport
import Testing

@Suite struct PasswordTests {
  private let salt = Data(repeating: 7, count: 16)

  @Test func `a hash is the result of scrypt`() throws {
    let hash = try PasswordHash(
      of: Password("password"), salt: Data("NaCl".utf8),
      cost: ScryptParameters(rounds: 1024, blockSize: 8, parallelism: 16))

    // RFC 7914, section 12: the first half of the 64 bytes there.
    #expect(
      hash.bytes.map { String(format: "%02x", $0) }.joined()
        == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
  }

  @Test func `a password matches only its own hash`() throws {
    let hash = try PasswordHash(of: Password("correct horse"), salt: salt, cost: .trifling)

    #expect(try hash.matches(Password("correct horse")))
    #expect(try !hash.matches(Password("correct hors3")))
    #expect(try !PasswordHash.dummy(cost: .trifling).matches(Password("correct horse")))
  }

  @Test func `the same password of two customers has different hashes`() throws {
    let other = Data(repeating: 8, count: 16)
    let password = try Password("correct horse")

    let one = try PasswordHash(of: password, salt: salt, cost: .trifling)
    let two = try PasswordHash(of: password, salt: other, cost: .trifling)

    #expect(one.bytes != two.bytes)
  }

  @Test func `a hash is compared at the cost that it was made with`() throws {
    let cheap = try PasswordHash(of: Password("correct horse"), salt: salt, cost: .trifling)
    let costly = try PasswordHash(
      of: Password("correct horse"), salt: salt, cost: ScryptParameters(rounds: 4, blockSize: 2))

    #expect(cheap.bytes != costly.bytes)
    #expect(try costly.matches(Password("correct horse")))
  }

  @Test func `composed and decomposed characters are the same password`() throws {
    let hash = try PasswordHash(of: Password("caf\u{E9} noir"), salt: salt, cost: .trifling)

    #expect(try hash.matches(Password("cafe\u{301} noir")))
  }

  @Test(arguments: ["", "seven77", String(repeating: "a", count: 257)])
  func `a password has 8 to 256 characters, and this text does not`(text: String) {
    #expect(throws: StoreError.invalidPassword) { try Password(text) }
  }

  @Test(arguments: ["eight888", String(repeating: "a", count: 256), "pässwört", "\u{0}\u{0}🔑🔑🔑🔑🔑🔑"])
  func `this text can be a password`(text: String) throws {
    _ = try Password(text)
  }

  @Test func `a password is not printed by accident`() throws {
    let credentials = Credentials(account: "alice", password: "correct horse")
    var dumped = ""
    dump(try Password("correct horse"), to: &dumped)

    let password = try Password("correct horse")
    let texts = ["\(credentials)", String(reflecting: credentials), "\(password)", dumped]
    #expect(texts.allSatisfy { !$0.contains("horse") && !$0.contains("99, 111") })
  }
}
