/// The signs that stand beside words, for terminals with and without Unicode.
///
/// Every sign of the Unicode set has one of the same width in the ASCII set.
package struct Glyphs: Hashable, Sendable {
  package let check: String
  /// Marks the selected row at its left edge.
  package let bar: String
  package let active: String
  package let attention: String
  package let paused: String
  package let none: String
  package let refunded: String
  package let pending: String
  package let rule: String
  package let heavyRule: String
  package let ellipsis: String
  package let bullet: String
  /// Points at what is going on.
  package let pointer: String
  package let arrowUp: String
  package let arrowDown: String
  package let arrowLeft: String
  package let arrowRight: String
  package let enter: String
  /// A filled and an empty part of a gauge.
  package let full: String
  package let empty: String
  package let separator: String
  package let star: String
  package let times: String
  package let box: BoxGlyphs
  package let heavyBox: BoxGlyphs
  /// Whether only ASCII may reach the terminal.
  package let isASCII: Bool

  package static let unicode = Glyphs(
    check: "✓", bar: "▌", active: "●", attention: "◐", paused: "◌", none: "○", refunded: "×",
    pending: "…", rule: "─", heavyRule: "━", ellipsis: "…", bullet: "·", pointer: "▸",
    arrowUp: "↑", arrowDown: "↓", arrowLeft: "←", arrowRight: "→", enter: "↵", full: "█",
    empty: "░", separator: "›", star: "★", times: "×",
    box: BoxGlyphs("╭╮╰╯─│"), heavyBox: BoxGlyphs("╭╮╰╯━┃"), isASCII: false)

  package static let ascii = Glyphs(
    check: "v", bar: ">", active: "*", attention: "~", paused: ".", none: "o", refunded: "x",
    pending: ".", rule: "-", heavyRule: "=", ellipsis: ".", bullet: "-", pointer: ">",
    arrowUp: "^", arrowDown: "v", arrowLeft: "<", arrowRight: ">", enter: "<", full: "#",
    empty: ".", separator: ">", star: "*", times: "x",
    box: BoxGlyphs("++++-|"), heavyBox: BoxGlyphs("++++=#"), isASCII: true)
}

/// The six pieces of a box.
package struct BoxGlyphs: Hashable, Sendable {
  package let topLeft: String
  package let topRight: String
  package let bottomLeft: String
  package let bottomRight: String
  package let horizontal: String
  package let vertical: String

  /// In the order of the properties, one character each.
  init(_ pieces: String) {
    let pieces = pieces.map { String($0) }
    precondition(pieces.count == 6, "a box has six pieces")
    topLeft = pieces[0]
    topRight = pieces[1]
    bottomLeft = pieces[2]
    bottomRight = pieces[3]
    horizontal = pieces[4]
    vertical = pieces[5]
  }
}
