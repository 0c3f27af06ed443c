import AppStorePayloads
import Foundation
import TestSupport
import Testing

/// Makes texts that resemble compact JWS: genuine ones, and others with one kind of damage.
///
/// Nothing is signed, so that many can be made.
struct TokenMaker: Sendable {
  /// A text, and the place of the genuine token that it was made from.
  typealias Input = (text: String, origin: Int)

  private let genuine: [Token]
  /// The tokens that must be refused, as they are: a list for each genuine token.
  private let refused: [[String]]
  /// How many of 128 texts have a changed header.
  private let headerShare: Int
  /// The parts of every token.
  private let parts: [[[UInt8]]]

  /// - Parameters:
  ///   - genuine: Tokens that are accepted as they are.
  ///   - refused: Tokens with a mistake, for each genuine token; no list is empty.
  ///   - headerShare: How many of 128 texts have a changed header, at most 24; a header with
  ///     certificates takes long to check.
  /// - Throws: If a genuine token cannot be read.
  init(_ genuine: [String], refused: [[String]], headerShare: Int) throws {
    self.genuine = try genuine.map(Token.init)
    self.refused = refused
    self.headerShare = headerShare
    parts = (genuine + refused.joined()).map(\.parts)
  }

  /// Returns a text.
  func input(_ random: inout SeededGenerator) -> Input {
    // The first token is the longest one.
    let origin = random.chance(of: 4) ? 0 : random.roll(genuine.count)
    let token = genuine[origin]
    let text =
      switch random.roll(128) {
      case 0..<6: token.text
      case 6..<30: token.withDamagedPayloadText(&random)
      case 30..<60: token.withDamagedFields(&random)
      case 60..<70: token.withDamagedPayload(&random)
      case 70..<82: token.withDamagedSignature(&random)
      case 82..<94: mixed(token, &random)
      case 94..<98: refused[origin][random.roll(refused[origin].count)]
      case 98..<98 + headerShare: token.withDamagedHeader(&random)
      case 122..<125: framed(token.text, &random)
      default: garbage(&random)
      }
    return (text, origin)
  }

  /// Whether a token begins with the signed bytes of a genuine one.
  func isGenuine(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return genuine.contains { $0.signedBytes.elementsEqual(bytes[..<dot]) }
  }
}

// MARK: - Whole tokens

extension TokenMaker {
  /// A token with parts of another one, with too few, too many, or in another order.
  private func mixed(_ token: Token, _ random: inout SeededGenerator) -> String {
    var mixed = token.text.parts
    let other = parts[random.roll(parts.count)]
    let (one, place) = (random.roll(3), random.roll(3))
    switch random.roll(8) {
    case 0: mixed.remove(at: one)
    case 1: mixed.append(mixed[one])
    case 2: mixed.swapAt(one, place)
    case 3: mixed[one] = []
    case 4: mixed[0] = other[0]
    case 5, 6: mixed[1] = other[1]
    default: mixed[2] = other[2]
    }
    return String(joining: mixed)
  }

  /// A token with something before or after it, or only its beginning.
  private func framed(_ text: String, _ random: inout SeededGenerator) -> String {
    let piece = String(
      decoding: HostileBytes.pieces[random.roll(HostileBytes.pieces.count)], as: UTF8.self)
    return switch random.roll(4) {
    case 0: piece + text
    case 1: text + piece
    case 2: String(decoding: text.utf8.prefix(random.roll(text.utf8.count)), as: UTF8.self)
    default: text + String(repeating: "=", count: random.roll(4))
    }
  }

  /// A text that is not made from a token.
  private func garbage(_ random: inout SeededGenerator) -> String {
    switch random.roll(64) {
    case 0..<8: String(decoding: HostileBytes.bytes(below: 200, &random), as: UTF8.self)
    case 8..<12: String(repeating: ".", count: random.roll(5))
    case 12: String(repeating: "A", count: JWS.sizeLimit + 1)
    default:
      String(joining: (0..<3).map { _ in HostileBytes.base64URL(below: 100, &random) })
    }
  }
}

// MARK: - One token

/// A genuine token in its parts.
private struct Token: Sendable {
  let text: String
  private let parts: [[UInt8]]
  private let header: JSONFields
  private let payload: JSONFields
  private let payloadBytes: [UInt8]
  private let signature: [UInt8]

  init(_ text: String) throws {
    let jws = try JWS(text)
    self.text = text
    parts = text.parts
    header = try JSONFields(try #require(Data(base64URLEncoded: jws.headerSegment)))
    payload = try JSONFields(jws.payload)
    payloadBytes = Array(jws.payload)
    signature = Array(jws.signature)
  }

  /// The header and the payload, as they were signed.
  var signedBytes: [UInt8] { parts[0] + [UInt8(ascii: ".")] + parts[1] }

  func withDamagedPayloadText(_ random: inout SeededGenerator) -> String {
    var payload = parts[1]
    payload.damage(&random)
    return with(payload, at: 1)
  }

  func withDamagedPayload(_ random: inout SeededGenerator) -> String {
    var payload = payloadBytes
    payload.damage(&random)
    return with(payload.base64URL, at: 1)
  }

  func withDamagedFields(_ random: inout SeededGenerator) -> String {
    var payload = self.payload
    payload.damage(&random)
    return with(payload.bytes.base64URL, at: 1)
  }

  func withDamagedHeader(_ random: inout SeededGenerator) -> String {
    guard random.roll(4) > 0 else {
      var header = parts[0]
      header.damage(&random)
      return with(header, at: 0)
    }
    var header = self.header
    header.damage(&random)
    return with(header.bytes.base64URL, at: 0)
  }

  /// Only a signature whose `s` is negated still matches the signed bytes.
  func withDamagedSignature(_ random: inout SeededGenerator) -> String {
    var damaged = signature
    switch random.roll(8) {
    case 0:
      var text = parts[2]
      text.damage(&random)
      return with(text, at: 2)
    case 1: damaged = [UInt8](repeating: 0, count: 64)
    case 2: damaged = [UInt8](repeating: 0xFF, count: 64)
    case 3: damaged = Array(damaged.prefix(random.roll(64)))
    case 4: damaged = Array(damaged.suffix(32) + damaged.prefix(32))
    case 5: damaged = Array(damaged.prefix(32)) + Self.negated(Array(damaged.suffix(32)))
    case 6: damaged = HostileBytes.bytes(below: 80, &random)
    default: damaged.flipBit(&random)
    }
    return with(damaged.base64URL, at: 2)
  }

  private func with(_ part: [UInt8], at place: Int) -> String {
    var parts = self.parts
    parts[place] = part
    return String(joining: parts)
  }

  /// The order of the curve P-256.
  ///
  /// Source: SEC 2, section 2.4.2.
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]

  /// Returns the order minus a number of 32 bytes.
  private static func negated(_ number: [UInt8]) -> [UInt8] {
    var (difference, borrow) = (order, 0)
    for index in order.indices.reversed() {
      let digit = Int(order[index]) - Int(number[index]) - borrow
      difference[index] = UInt8(truncatingIfNeeded: digit)
      borrow = digit < 0 ? 1 : 0
    }
    return difference
  }
}

extension String {
  /// The parts of a token.
  fileprivate var parts: [[UInt8]] {
    utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Array($0) }
  }

  /// The parts of a token with dots between them.
  fileprivate init(joining parts: [[UInt8]]) {
    self.init(decoding: Array(parts.joined(separator: [UInt8(ascii: ".")])), as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate var base64URL: [UInt8] { Array(Data(self).base64URLEncoded) }
}
