import Foundation
import Testing

@testable import AppStorePayloads

/// Reads receipts with random changes.
///
/// `RECEIPT_INPUTS=10000000` reads more of them, and `RECEIPT_SEED=7` others.
@Suite struct ReceiptFuzzTests {
  @Test func `a receipt with random changes is read as it was, or refused`() async throws {
    let fixture = try ReceiptFixture()
    let receipt = try fixture.sign()
    var changes = RandomChanges(seed: Self.number("RECEIPT_SEED") ?? 1)

    for _ in 0..<(Self.number("RECEIPT_INPUTS") ?? 2_000) {
      let altered = changes.alter(receipt)
      do throws(ReceiptError) {
        let payload = try await fixture.validation.validate(altered, at: .noon)
        #expect(payload == .sample, "\(altered.base64EncodedString())")
      } catch {
        continue
      }
    }
  }

  @Test func `contents with random changes are refused, or written as they were read`() throws {
    let contents = try ReceiptPayload.sample.der()
    var changes = RandomChanges(seed: Self.number("RECEIPT_SEED") ?? 1)

    for _ in 0..<(Self.number("RECEIPT_INPUTS") ?? 2_000) {
      let altered = changes.alter(contents)
      guard let payload = try? ReceiptPayload(der: altered) else { continue }
      #expect(
        try ReceiptPayload(der: payload.der()) == payload, "\(altered.base64EncodedString())")
    }
  }

  /// Contents that random changes have made, and that a reader must refuse.
  @Test(arguments: [
    "", "MQA=", "MYA=", "MIAAAA==", "MYQAAAAA", "MYT/////", "MQQwAgIA", "MQUwAwIBAg==",
    "MQswCQIBDAIBAQQBFg==",
  ])
  func `contents that are not a receipt are refused`(base64: String) throws {
    let contents = try #require(Data(base64Encoded: base64))

    #expect(throws: ReceiptError.self) { try ReceiptPayload(der: contents) }
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

/// Random changes of bytes, the same for each seed.
private struct RandomChanges {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  /// Returns the bytes after one to three changes.
  mutating func alter(_ data: Data) -> Data {
    var bytes = [UInt8](data)
    for _ in 0...below(3) { change(&bytes) }
    return Data(bytes)
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + below(40))
    switch below(6) {
    case 0: bytes.insert(UInt8(below(256)), at: place)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count + 1))
    case 3: bytes = Array(bytes[..<place])
    case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
    default: if place < bytes.count { bytes[place] = UInt8(below(256)) }
    }
  }

  /// Returns a number from 0 up to, and not including, `limit`.
  private mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
