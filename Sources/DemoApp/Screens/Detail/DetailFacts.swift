import TerminalUI

/// The benefits and the terms of a product, as two lists.
struct DetailFacts {
  let benefits: [String]
  let terms: [String]
  /// Whether the customer has the product.
  let isMine: Bool

  /// Adds the lists side by side under titles on a wide page, otherwise one after the other.
  func fill(_ page: inout Page, height: Int) {
    guard page.isWide, height >= ScreenLayout.pictureHeight else {
      for line in benefits(width: page.width) + terms(width: page.width) { page.line(line) }
      return
    }
    let isBeside = !benefits.isEmpty && !terms.isEmpty
    let column = page.leftColumns
    let (left, right) = isBeside ? (column - 2, page.width - column) : (page.width, page.width)
    page.sideBySide(
      titled("What you get", benefits(width: left)), columns: left,
      titled("The small print", terms(width: right)), at: column)
  }

  private func benefits(width: Int) -> [Line] {
    let sign = Span(Glyphs.check, isMine ? .good : .plain)
    return benefits.flatMap { Line.item($0, sign: sign, width: width) }
  }

  private func terms(width: Int) -> [Line] {
    terms.flatMap { Line.item($0, sign: Span(Glyphs.bullet, .muted), width: width) }
  }

  private func titled(_ title: String, _ lines: [Line]) -> [Line] {
    lines.isEmpty ? [] : [Line(title.uppercased(), .title)] + lines
  }
}
