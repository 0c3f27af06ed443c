import TestSupport

/// Bytes that parsers of text, JSON, URLs, base64 or numbers can misread.
enum HostileBytes {
  static let pieces: [[UInt8]] = texts.map { Array($0.utf8) } + notUTF8

  private static let texts: [String] = [
    "\u{0}", "\u{1B}[2J", "\r\n", " ", "\t", "\u{FEFF}", "\u{202E}", "\u{301}", "\u{212A}", "🚗",
    "%", "%2", "%00", "%FF", "%C0%80", "%2F", "%2e%2e", "+", "&", "=", "==", "?", "#", "/", "//",
    "..", ".", "\"", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":", "-", "-1", "0",
    "00", "1e400", "9223372036854775807", "9223372036854775808", "18446744073709551616",
    "null", "true", "ES256", "none", "A", "_",
  ]

  /// Overlong forms, surrogates, a character beyond Unicode, and parts of characters.
  static let notUTF8: [[UInt8]] = [
    [0xC0, 0x80], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xC3], [0x80], [0xFF],
  ]

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns fewer than `limit` characters of base64url.
  static func base64URL(below limit: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let count = random.roll(limit)
    var text: [UInt8] = []
    for _ in 0..<count { text.append(alphabet[random.roll(64)]) }
    return text
  }

  /// Returns fewer than `limit` bytes of any value.
  static func bytes(below limit: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let count = random.roll(limit)
    var bytes: [UInt8] = []
    for _ in 0..<count { bytes.append(UInt8(random.roll(256))) }
    return bytes
  }
}

extension [UInt8] {
  /// Changes one to three places.
  mutating func damage(_ random: inout SeededGenerator) {
    for _ in 0...random.roll(3) { damageOnce(&random) }
  }

  private mutating func damageOnce(_ random: inout SeededGenerator) {
    let start = random.roll(count + 1)
    let end = Swift.min(count, start + random.roll(5))
    switch random.roll(8) {
    case 0: removeSubrange(start..<end)
    case 1: removeSubrange(start..<count)
    case 2: insert(contentsOf: Array(self[start..<end]), at: random.roll(count + 1))
    case 3, 4: flipBit(&random)
    default:
      let piece = HostileBytes.pieces[random.roll(HostileBytes.pieces.count)]
      replaceSubrange(start..<end, with: piece)
    }
  }

  /// Changes one bit.
  mutating func flipBit(_ random: inout SeededGenerator) {
    guard !isEmpty else { return }
    self[random.roll(count)] ^= 1 << random.roll(8)
  }
}
