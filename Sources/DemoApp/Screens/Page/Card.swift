import TerminalUI

/// A box with a title in its border, and in wide boxes a badge at the border's right end.
///
/// A heavy border marks what the customer has. The title of the selected card is marked.
struct Card {
  let title: String
  let target: Target
  var isHeavy = false
  /// The wordings of its badge, the longest first.
  var badges: [[Span]] = []
  let rows: [Line]
}

extension Card {
  /// The longest badge that fits into the border beside the whole title; `nil` if none does.
  func badge(width: Int) -> [Span]? {
    badges.first { 4 + Width.columns(title) + 1 + $0.columns + 3 <= width }
  }

  fileprivate func shownTitle(width: Int) -> String { title.clipped(to: width - 6) }

  fileprivate var box: BoxGlyphs { isHeavy ? Glyphs.heavyBox : Glyphs.box }
  fileprivate var borderStyle: Style { isHeavy ? .plain : .muted }
}

extension Page {
  /// The number of cards in a row.
  static let cardsPerRow = 3

  /// The width of each card.
  var cardWidth: Int { (width - (Self.cardsPerRow - 1)) / Self.cardsPerRow }

  /// The width of the lines inside a card.
  var cardContentWidth: Int { cardWidth - 4 }

  /// Cards side by side, three in a row, all of the same height; the one of `selection` is marked.
  mutating func cards(_ cards: [Card], selection: Target?) {
    for start in stride(from: 0, to: cards.count, by: Self.cardsPerRow) {
      band(Array(cards[start..<min(start + Self.cardsPerRow, cards.count)]), selection)
    }
  }

  private mutating func band(_ cards: [Card], _ selection: Target?) {
    let height = cards.map(\.rows.count).max() ?? 0
    let columns = cards.indices.map { $0 * (cardWidth + 1) }
    place(zip(cards, columns).flatMap { top(of: $0, at: $1, isSelected: $0.target == selection) })
    for index in 0..<height {
      place(zip(cards, columns).flatMap { inside(of: $0, row: index, at: $1) })
    }
    place(zip(cards, columns).map { bottom(of: $0, at: $1) })
  }

  /// The border, and over it the badge and the title.
  private func top(of card: Card, at column: Int, isSelected: Bool) -> [Segment] {
    let title = card.shownTitle(width: cardWidth)
    let badge = card.badge(width: cardWidth).map { [Span(" ")] + $0 + [Span(" ")] } ?? []
    return [
      rule(of: card, at: column, card.box.topLeft, card.box.topRight),
      Segment(
        column: column + cardWidth - 1 - badge.columns, width: badge.columns,
        line: Line(badge, target: card.target), showsSelection: false),
      Segment(
        column: column + 2, width: Width.columns(title) + 2, line: Line(" \(title) ", .title)),
      Segment(
        column: column + 3, width: Width.columns(title) + 1,
        line: Line(title, .title, target: card.target), isMarked: isSelected),
    ]
  }

  private func bottom(of card: Card, at column: Int) -> Segment {
    rule(of: card, at: column, card.box.bottomLeft, card.box.bottomRight)
  }

  private func rule(of card: Card, at column: Int, _ left: String, _ right: String) -> Segment {
    let rule = String(repeating: card.box.horizontal, count: max(0, cardWidth - 2))
    return Segment(
      column: column, width: cardWidth,
      line: Line([Span(left + rule + right, card.borderStyle)], target: card.target),
      showsSelection: false)
  }

  private func inside(of card: Card, row: Int, at column: Int) -> [Segment] {
    let side = Line(card.box.vertical, card.borderStyle)
    var line = row < card.rows.count ? card.rows[row] : Line()
    line.target = card.target
    return [
      Segment(column: column, width: 1, line: side),
      Segment(
        column: column + 2, width: cardContentWidth, line: line, showsSelection: false),
      Segment(column: column + cardWidth - 1, width: 1, line: side),
    ]
  }
}
