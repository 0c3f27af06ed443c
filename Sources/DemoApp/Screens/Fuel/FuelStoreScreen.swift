import TerminalUI

/// SK Demo's fuel store: each fuel, and its amount in the tank.
struct FuelStoreScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    page.centred(demo.presentation.texts[.refillInvitation], .title)
    page.blank()
    if page.isWide {
      let isHigh = height >= Self.pictureHeight
      let cards = store.fuel.map { card(of: $0, showsPicture: isHigh, width: page.cardWidth) }
      page.cards(cards, selection: page.selection)
      page.blank()
      page.centred("One at a time here. The shop sells up to ten at once.", .muted)
    } else {
      for fuel in store.fuel { page.line(row(of: fuel)) }
    }
  }

  /// The minimum height of the page for the fuels' pictures.
  private static let pictureHeight = 16

  private func stock(of fuel: ProductRow) -> String {
    let count = fuel[in: demo.fuel]
    return count == 0 ? demo.presentation.texts[.emptyStock] : "you have \(count)"
  }

  /// The price is in the border if there is room.
  private func card(of fuel: ProductRow, showsPicture: Bool, width: Int) -> Card {
    let price = Mark(store: store).price(of: fuel)
    let inBorder = Card(
      title: fuel.displayName, target: fuel.target, badges: [[price]],
      rows: head(of: fuel, showsPicture: showsPicture) + tank(of: fuel))
    if inBorder.badge(width: width) != nil { return inBorder }
    return Card(
      title: fuel.displayName, target: fuel.target, rows: inBorder.rows + [Line([price])])
  }

  /// The picture also shows the octane.
  private func head(of fuel: ProductRow, showsPicture: Bool) -> [Line] {
    let picture = demo.presentation.picture(of: fuel.id)
    if showsPicture, !picture.isEmpty { return picture.map { .picture("  \($0)") } }
    return [Line(demo.presentation.sign(of: fuel.id) + fuel.description, .title)]
  }

  private func tank(of fuel: ProductRow) -> [Line] {
    let state = Mark(store: store, isWide: false).state(of: fuel)
    return [Line(Gauge(count: fuel[in: demo.fuel]).spans), Line(stock(of: fuel), .muted)]
      + (state.isEmpty ? [] : [Line(state)])
  }

  private func row(of fuel: ProductRow) -> Line {
    let price = Mark(store: store).price(of: fuel)
    return Line(
      [Span(demo.presentation.title(of: fuel))],
      trailing: [Span("\(stock(of: fuel))   ", .muted), price], brief: [price],
      target: fuel.target)
  }
}
