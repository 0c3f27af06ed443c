/// The control sequence that puts a text on the clipboard of the terminal: OSC 52.
///
/// https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Operating-System-Commands
enum ClipboardSequence {
  /// The text is in base64, so that nothing in it can end the sequence or begin another one.
  static func bytes(of text: String) -> [UInt8] {
    Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + Array("\u{1B}\\".utf8)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Three bytes become four letters; "=" stands for bytes that are missing at the end.
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 3).flatMap { start in
      let group = bytes[start..<min(start + 3, bytes.count)]
      let number = (0..<3).reduce(0) { number, offset in
        number << 8 | (offset < group.count ? Int(group[start + offset]) : 0)
      }
      return (0..<4).map { index in
        index <= group.count ? alphabet[number >> (18 - 6 * index) & 63] : UInt8(ascii: "=")
      }
    }
  }
}
