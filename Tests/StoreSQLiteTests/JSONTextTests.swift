import AppStorePayloads
import Foundation
import GRDB
import StoreEngine
import TestSupport
import Testing

@testable import StoreSQLite

/// Stored JSON is what Foundation's encoder of payloads writes, byte for byte.
@Suite struct JSONTextTests {
  @Test func `a value of any type is encoded as Foundation encodes it`() throws {
    let sample = Sample()

    #expect(try JSONText.encode(sample) == foundation(sample))
    #expect(try JSONText.encode([sample, sample]) == foundation([sample, sample]))
  }

  @Test func `every character is escaped as Foundation escapes it`() throws {
    let rare: [Unicode.Scalar] = ["\u{2028}", "\u{FFFF}", "\u{1F697}"]
    let scalars = (0...0x2FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) + rare

    for scalar in scalars {
      let text = ["a\(Character(scalar))b"]
      #expect(try JSONText.encode(text) == foundation(text), "\(scalar.value)")
    }
  }

  @Test(arguments: ["0", "1.99", "-3.490", "12345678901234567890.123", "1e-7", "1e20"])
  func `every amount is written as Foundation writes it`(text: String) throws {
    let amount = [try #require(Decimal(string: text))]

    #expect(try JSONText.encode(amount) == foundation(amount))
  }

  @Test func `the built-in catalogue is encoded as Foundation encodes it`() throws {
    let catalogue = try Catalogue.skdemo()

    #expect(try JSONText.encode(catalogue) == foundation(catalogue))
  }

  @Test func `events of every lifecycle are encoded as Foundation encodes them`() throws {
    let file = try StoreFile.ofFirstVersion()
    let store = try SQLiteLedgerStore(file: file.url)
    let events = try store.database.read { try EventRow.fetchAll($0) }

    for event in events {
      let change = event.change
      #expect(try JSONText.encode(change.event) == foundation(change.event))
      #expect(try JSONText.encode(change.notifications) == foundation(change.notifications))
    }
    #expect(events.count > 50)
  }

  @Test func `a number that JSON cannot have is refused`() {
    #expect(throws: EncodingError.self) { try JSONText.encode([Double.infinity]) }
  }

  private func foundation(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.payload.encode(value), as: UTF8.self)
  }
}

/// A value with a member of each type.
private struct Sample: Encodable {
  enum Choice: String, Encodable { case first, second }
  enum Event: Encodable {
    case began(at: Date, name: String?)
    case ended
  }
  struct Empty: Encodable {}

  var text = "Pro/1 \u{7}\"quoted\" \\ é 🚗"
  var integer = -7
  var big = UInt64.max
  var byte: UInt8 = 255
  var short: Int16 = -3
  var percentage: Int32 = 100_000
  var sequence: Int64 = .min
  var isOn = true
  var double = 1.5
  var whole = 2.0
  var float: Float = 0.1
  var amount = Decimal(string: "4.99")
  var date = Date(millisecondsSince1970: 1_768_996_800_123)
  var data = Data([0, 255, 62])
  var url = URL(string: "https://example.com/a%20b?c=d")
  var missing: String?
  var nothing: [String] = []
  var list: [Int?] = [1, nil, 3]
  var nested = [["a"], [], ["b", "c"]]
  var dictionary = ["z": 1, "a": 2, "é": 3, "A": 4]
  var choice = Choice.second
  var events = [Event.began(at: .distantPast, name: "x"), .began(at: .init(), name: nil), .ended]
  var empty = Empty()
  var emptyDictionary: [String: Int] = [:]
  var optionalDate: Date? = Date(millisecondsSince1970: 0)
  var uuid = LowercaseUUID(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
}
