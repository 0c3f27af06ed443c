import TerminalUI

/// One product: how it looks, what it costs now and later, and the button where there may be one.
struct DetailScreen {
  let demo: Demo
  let store: Store
  let id: String
  let glyphs: Glyphs

  func fill(_ page: inout Page, height: Int) {
    guard let product = store.product(id) else {
      page.paragraph("\(id) is not sold here any longer. What you own of it stays yours.")
      return
    }
    fillHead(of: product, on: &page, height: height)
    for sentence in DetailText(product: product, store: store, isSelling: isSelling).sentences {
      page.paragraph("\(glyphs.bullet) \(sentence)")
    }
    page.blank()
    fillStatus(of: product, on: &page)
    fillTank(of: product, on: &page)
    fillButton(of: product, on: &page)
  }

  private var isSelling: Bool { demo.personalised != nil }

  /// The picture beside the facts, above them on a narrow page, left out on a low one.
  private func fillHead(of product: ProductRow, on page: inout Page, height: Int) {
    let picture = demo.presentation[product.id].picture
    let facts = facts(of: product)
    guard height >= 12, !picture.isEmpty else { return facts.forEach { page.line($0) } }
    guard page.isWide else {
      page.picture(picture)
      return facts.forEach { page.line($0) }
    }
    let columns = 34
    let lines = max(picture.count, facts.count)
    let offset = max(0, (lines - facts.count) / 2)
    for row in 0..<lines {
      var segments: [Segment] = []
      if row < picture.count {
        segments.append(Segment(column: 0, width: columns, line: Line(picture[row], .accent)))
      }
      if facts.indices.contains(row - offset) {
        segments.append(
          Segment(column: columns, width: page.width - columns, line: facts[row - offset]))
      }
      page.place(segments)
    }
    page.blank()
  }

  private func facts(of product: ProductRow) -> [Line] {
    let state = Mark(store: store, glyphs: glyphs).state(of: product)
    return [
      Line(product.displayName, .title), Line(product.description), Line(),
      Line([Span(product.priceText, .price)] + (state.map { [Span("   "), $0] } ?? [])),
      Line(),
    ]
  }

  private func fillStatus(of product: ProductRow, on page: inout Page) {
    let statuses = store.groups.map(\.status)
    guard let status = statuses.first(where: { $0.renewal.currentProductID == product.id })
    else { return }
    for sentence in StatusText(status: status, store: store).sentences {
      page.paragraph(sentence)
    }
    page.blank()
  }

  /// SK Demo lets a car drive on fuel.
  private func fillTank(of product: ProductRow, on page: inout Page) {
    guard product.kind == .nonConsumable, store.state(of: product.id) == .purchased,
      !store.fuel.isEmpty
    else { return }
    page.paragraph("Power up your ride with fuel!", .title)
    let tanks = zip(1..., store.fuel).map { number, fuel in
      let count = fuel[in: demo.fuel]
      return "\(number) \(fuel.displayName): \(count == 0 ? "empty" : "\(count)")"
    }
    page.paragraph(tanks.joined(separator: "   "))
    page.blank()
  }

  private func fillButton(of product: ProductRow, on page: inout Page) {
    switch demo.personalised?.offer(of: product.id) {
    case .buy(let buy):
      if buy.quantities.count > 1 {
        let range = "\(glyphs.arrowUp)\(glyphs.arrowDown)"
        page.line(
          Line([Span("Quantity  \(demo.quantity)")], trailing: [Span("change with \(range)", .muted)])
        )
      }
      page.line(
        Line(
          [Span(buy.title(quantity: demo.quantity), Style.accent.bold())],
          trailing: [Span("press b", .muted)]))
    case .withheld(let reason): page.paragraph("Not for sale to you now: \(reason).", .muted)
    case nil: break
    }
  }
}

extension Buy {
  /// "Buy for $2.99", "Buy 3 for $0.99 each", "Buy for $1.99 today".
  fileprivate func title(quantity: Int) -> String {
    if quantity > 1 { return "Buy \(quantity) for \(product.displayPrice) each" }
    guard let offer = product.plan?.introductoryOffer else { return "Buy for \(priceToday)" }
    return offer.mode == .freeTrial ? "Buy, first free" : "Buy for \(priceToday) today"
  }
}
