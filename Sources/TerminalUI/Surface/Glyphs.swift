/// The signs that stand beside words.
///
/// Each is one column wide. A terminal that shows only ASCII gets replacements; see
/// ``Glyphs/fold(_:)``.
package enum Glyphs {
  package static let check = "✓"
  /// Beside a feature that a product does not have.
  package static let lacking = "–"
  /// Marks the selected row at its left edge.
  package static let bar = "▌"
  package static let active = "●"
  package static let attention = "◐"
  package static let paused = "◌"
  package static let none = "○"
  package static let refunded = "×"
  package static let renewed = "↻"
  package static let pending = "…"
  package static let rule = "─"
  package static let heavyRule = "━"
  package static let ellipsis = "…"
  package static let bullet = "·"
  /// Points at the action in progress.
  package static let pointer = "▸"
  package static let arrowUp = "↑"
  package static let arrowDown = "↓"
  package static let arrowLeft = "←"
  package static let arrowRight = "→"
  package static let enter = "↵"
  /// A filled part of a gauge.
  package static let full = "█"
  /// An empty part of a gauge.
  package static let empty = "░"
  package static let separator = "›"
  package static let times = "×"
  package static let box = BoxGlyphs("╭╮╰╯─│")
  package static let heavyBox = BoxGlyphs("┏┓┗┛━┃")
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
