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
    let isLow = height < 12
    if isLow { fillButton(of: product, on: &page) }
    for sentence in DetailText(product: product, store: store, isSelling: isSelling).sentences {
      page.item(sentence, sign: glyphs.bullet)
    }
    page.blank()
    fillStatus(of: product, on: &page)
    fillTank(of: product, on: &page)
    if !isLow { fillButton(of: product, on: &page) }
    page.compact(to: height)
  }

  private var isSelling: Bool { demo.personalised != nil }

  /// The picture beside the facts, above them on a narrow page, left out on a low one.
  private func fillHead(of product: ProductRow, on page: inout Page, height: Int) {
    let picture = demo.presentation[product.id].picture
    guard height >= 12, !picture.isEmpty, page.isWide else {
      if height >= 20 { page.picture(picture) }
      for line in facts(of: product, width: page.width) { page.line(line) }
      return
    }
    let columns = 34
    let facts = facts(of: product, width: page.width - columns)
    let offset = max(0, (picture.count - facts.count) / 2)
    for row in 0..<max(picture.count, facts.count) {
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

  private func facts(of product: ProductRow, width: Int) -> [Line] {
    let state = Mark(store: store, glyphs: glyphs).state(of: product)
    return [Line(product.displayName, .title)]
      + (product.subtitle?.wrapped(to: width) ?? []).map { Line($0) }
      + [Line([Span(product.priceText, .price)] + (state.map { [Span("   "), $0] } ?? []))]
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
    let tanks = zip(1..., store.fuel).flatMap { number, fuel in
      let count = fuel[in: demo.fuel]
      return [
        Span("\(number)", .title), Span(" \(fuel.displayName) "),
        Span(count == 0 ? "empty   " : "\(count)   ", count == 0 ? .muted : .good),
      ]
    }
    page.line(Line(tanks))
    page.blank()
  }

  private func fillButton(of product: ProductRow, on page: inout Page) {
    switch demo.personalised?.offer(of: product.id) {
    case .buy(let buy):
      if buy.quantities.count > 1 {
        let range = "\(glyphs.arrowUp)\(glyphs.arrowDown)"
        page.line(
          Line(
            [Span("Quantity  \(demo.quantity)")], trailing: [Span("change with \(range)", .muted)])
        )
      }
      page.line(
        Line(
          [Span(buy.title(quantity: demo.quantity), Style.accent.bold())],
          trailing: [Span("press b", .muted)]))
    case .withheld where store.state(of: product.id).isActive: break
    case .withheld(let reason):
      page.paragraph(reason.prefix(1).uppercased() + reason.dropFirst() + ".", .muted)
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
