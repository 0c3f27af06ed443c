/// Checks pictures and symbols of a catalogue file before they are drawn.
enum Picture {
  /// The width of a product's picture.
  static let columns = 30
  /// The width of the shop's picture.
  static let heroColumns = 40
  private static let rowLimit = 7

  /// The rows, made equally long with spaces; `nil` if they are too many, too long, or contain
  /// characters that may not take exactly one cell.
  static func rows(_ rows: [String], columns: Int = columns) -> [String]? {
    guard rows.count <= rowLimit,
      rows.allSatisfy({ $0.count <= columns && $0.unicodeScalars.allSatisfy(isOneCell) })
    else { return nil }
    let width = rows.map(\.count).max() ?? 0
    return rows.map { $0 + String(repeating: " ", count: width - $0.count) }
  }

  /// The text, if it is a single printable symbol.
  static func symbol(_ text: String) -> String? {
    text.count == 1 && text.unicodeScalars.count <= 8 && isPrintable(text) ? text : nil
  }

  /// Whether the text has no control characters, and none that change the direction of text.
  static func isPrintable(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      case .format: scalar == zeroWidthJoiner
      default: true
      }
    }
  }

  /// Holds the parts of one emoji together.
  private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

  /// Printable ASCII, and of Unicode the arrows, box drawing, block and geometric shapes that
  /// terminals agree on.
  private static func isOneCell(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xB0, 0xB7, 0xD7, 0x2190...0x2193, 0x2500...0x259F, 0x25A0...0x25FC: true
    default: false
    }
  }
}
