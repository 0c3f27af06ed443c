import AppStorePrompts
import TerminalUI

// The rows of a sheet after a purchase, in the box that it already had.
extension SheetLayout {
  func rows(of confirmation: PurchaseConfirmation) -> [SheetRow] {
    let words =
      signed(Glyphs.check, .good, confirmation.sentence)
      + [SheetRow(text: "  Transaction \(confirmation.transactionID)", style: .muted)]
    let space = max(askingHeight, words.count + 1) - words.count - 1
    let picture = picture(of: confirmation, rows: space)
    let blanks = space - picture.count
    let below = min(2, blanks)
    let above = picture.isEmpty ? (blanks - below) / 2 : blanks - below
    let between = blanks - above - min(1, below)
    return blank(above) + picture + words + blank(between) + [closing] + blank(min(1, below))
  }

  private func blank(_ count: Int) -> [SheetRow] {
    Array(repeating: SheetRow(), count: max(0, count))
  }

  /// The picture on its way to the middle, and a rule below it; empty if there is no room for it.
  private func picture(of confirmation: PurchaseConfirmation, rows: Int) -> [SheetRow] {
    let columns = page.picture.map(Width.columns).max() ?? 0
    guard columns > 0, columns <= width, page.picture.count + 3 <= rows else { return [] }
    let place = (width - columns) / 2
    let column = place + confirmation.distance(of: width - place)
    return page.picture.map { SheetRow(text: clipped($0, from: column), picture: .text) } + [
      rule, SheetRow(),
    ]
  }

  /// A row of the picture that begins at a column; the part beyond the right edge is left out.
  private func clipped(_ row: String, from column: Int) -> String {
    let shown = String(row.prefix(max(0, width - column)))
    guard Width.columns(shown) <= width - column else { return "" }
    return String(repeating: " ", count: column) + shown
  }
}
