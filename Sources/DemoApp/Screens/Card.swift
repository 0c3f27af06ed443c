import TerminalUI

/// A box with a title on its border; the selected one has a heavy border.
struct Card {
  let title: String
  let target: Target
  let rows: [Line]
}

extension Page {
  /// Cards side by side, three in a row, all of the same height.
  mutating func cards(_ cards: [Card]) {
    let perRow = 3
    for start in stride(from: 0, to: cards.count, by: perRow) {
      band(Array(cards[start..<min(start + perRow, cards.count)]), perRow: perRow)
    }
  }

  private mutating func band(_ cards: [Card], perRow: Int) {
    let cardWidth = (width - (perRow - 1)) / perRow
    let height = cards.map(\.rows.count).max() ?? 0
    let columns = cards.indices.map { $0 * (cardWidth + 1) }
    place(zip(cards, columns).map { border(of: $0, at: $1, width: cardWidth, isTop: true) })
    for index in 0..<height {
      place(
        zip(cards, columns).flatMap { card, column in
          inside(of: card, row: index, at: column, width: cardWidth)
        })
    }
    place(zip(cards, columns).map { border(of: $0, at: $1, width: cardWidth, isTop: false) })
  }

  private func box(of card: Card) -> BoxGlyphs {
    card.target == selection ? Glyphs.heavyBox : Glyphs.box
  }

  private func style(of card: Card) -> Style { card.target == selection ? .accent : .muted }

  private func border(of card: Card, at column: Int, width: Int, isTop: Bool) -> Segment {
    let box = box(of: card)
    let (left, right) =
      isTop ? (box.topLeft, box.topRight) : (box.bottomLeft, box.bottomRight)
    let title = isTop ? " \(card.title.clipped(to: width - 6)) " : ""
    let rule = String(
      repeating: box.horizontal, count: max(0, width - 3 - Width.columns(title)))
    let titleStyle = card.target == selection ? Style.title.reversed() : .title
    return Segment(
      column: column, width: width,
      line: Line(
        [
          Span(left + box.horizontal, style(of: card)), Span(title, titleStyle),
          Span(rule + right, style(of: card)),
        ], target: card.target),
      showsBar: false)
  }

  private func inside(of card: Card, row: Int, at column: Int, width: Int) -> [Segment] {
    let side = Line(box(of: card).vertical, style(of: card))
    var line = row < card.rows.count ? card.rows[row] : Line()
    line.target = card.target
    return [
      Segment(column: column, width: 1, line: side),
      Segment(column: column + 2, width: width - 4, line: line, showsBar: false),
      Segment(column: column + width - 1, width: 1, line: side),
    ]
  }
}
