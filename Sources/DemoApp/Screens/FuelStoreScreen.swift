import TerminalUI

/// SK Demo's fuel store: each fuel, and its amount in the tank.
struct FuelStoreScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page) {
    page.centred(demo.presentation.texts[.refillInvitation], .title)
    page.blank()
    if page.isWide {
      page.cards(store.fuel.map { card(of: $0, width: (page.width - 2) / 3 - 4) })
      page.blank()
      page.centred("One at a time here. The shop sells up to ten at once.", .muted)
    } else {
      for fuel in store.fuel { page.line(row(of: fuel)) }
    }
  }

  private func stock(of fuel: ProductRow) -> String {
    let count = fuel[in: demo.fuel]
    return count == 0 ? demo.presentation.texts[.emptyStock] : "you have \(count)"
  }

  private func card(of fuel: ProductRow, width: Int) -> Card {
    let octane = Line(demo.presentation.sign(of: fuel.id) + fuel.description, .title)
    let state = Mark(store: store, isWide: false).state(of: fuel)
    return Card(
      title: fuel.displayName, target: fuel.target,
      rows: [
        octane, Line(Gauge(count: fuel[in: demo.fuel]).spans),
        Line(stock(of: fuel), .muted), Line([Span(fuel.priceText, .price)]),
      ] + (state.map { [Line([$0])] } ?? []))
  }

  private func row(of fuel: ProductRow) -> Line {
    Line(
      [Span(demo.presentation.title(of: fuel))],
      trailing: [Span("\(stock(of: fuel))   ", .muted), Span(fuel.priceText, .price)],
      brief: [Span(fuel.priceText, .price)], target: fuel.target)
  }
}

/// The amount of fuel, in eight cells; with more than eight units the gauge is full.
struct Gauge {
  let count: Int

  static let columns = 8

  /// A fuel's name, the gauge and the number; without the gauge if there is no room.
  func line(_ title: [Span]) -> Line {
    let word = count == 0 ? Span("empty", .muted) : Span("\(count)", .good)
    let number = Span(word.text.padded(to: 5), word.style)
    return Line(title, trailing: spans + [Span(" "), number], brief: [number])
  }

  var spans: [Span] {
    let full = min(max(0, count), Self.columns)
    return [
      Span(String(repeating: Glyphs.full, count: full), .good),
      Span(String(repeating: Glyphs.empty, count: Self.columns - full), .muted),
    ]
  }
}
