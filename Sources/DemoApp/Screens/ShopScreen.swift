import TerminalUI

/// The products for sale: cars and fuel, the plans as cards, the passes, and Restore Purchases.
struct ShopScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page) {
    guard !store.products.isEmpty else { return fillEmpty(&page) }
    fillCarsAndFuel(&page)
    fillPlans(&page)
    fillPasses(&page)
    fillRestore(&page)
  }

  private var titles: Sections { demo.presentation.sections }

  private func fillEmpty(_ page: inout Page) {
    page.heading("Shop")
    page.paragraph("The products could not be loaded.")
    page.blank()
    page.line(Line([Span("Try again", .accent)], target: .retry))
    page.blank()
    fillRestore(&page)
  }

  private func fillCarsAndFuel(_ page: inout Page) {
    let isWide = page.isWide
    let cars = list(titles.nonConsumable, store.cars) { row(of: $0, isWide: isWide) }
    let fuel = list(titles.consumable, store.fuel) { fuelRow(of: $0) }
    guard !cars.isEmpty || !fuel.isEmpty else { return }
    page.sideBySide(cars, fuel)
    page.blank()
  }

  private func list(
    _ title: String, _ products: [ProductRow], row: (ProductRow) -> Line
  ) -> [Line] {
    products.isEmpty ? [] : [Line(title.uppercased(), .title)] + products.map(row)
  }

  private func row(of product: ProductRow, isWide: Bool) -> Line {
    let mark = Mark(store: store, isWide: isWide)
    return Line(
      [Span(demo.presentation.title(of: product))], trailing: mark.spans(of: product),
      target: product.target)
  }

  private func fuelRow(of product: ProductRow) -> Line {
    let count = product[in: demo.fuel]
    let waiting = Mark(store: store, isWide: false).state(of: product)
    let stock = count == 0 ? [] : [Span("you have \(count)   ", .muted)]
    let price = Span(product.priceText, .price)
    return Line(
      [Span(demo.presentation.title(of: product))],
      trailing: stock + [price] + (waiting.map { [Span("   "), $0] } ?? []),
      brief: [waiting ?? price], target: product.target)
  }
}

extension ShopScreen {
  private func fillPlans(_ page: inout Page) {
    guard !store.plans.isEmpty else { return }
    page.heading(titles.autoRenewable)
    if page.isWide {
      let width = (page.width - 2) / 3 - 4
      page.cards(store.plans.map { card(of: $0, width: width) })
    } else {
      for plan in store.plans {
        page.line(row(of: plan, isWide: false))
        if let offer = store.offerText(for: plan) { page.paragraph(offer, .muted) }
      }
      page.blank()
    }
  }

  private func card(of plan: ProductRow, width: Int) -> Card {
    var rows = terms(of: plan).flatMap { $0.wrapped(to: width) }.map { Line($0, .price) }
    rows += plan.description.wrapped(to: width).map { Line($0) }
    if let state = Mark(store: store, isWide: false).state(of: plan) {
      rows += state.text.wrapped(to: width).map { Line($0, state.style) }
    }
    return Card(title: demo.presentation.title(of: plan), target: plan.target, rows: rows)
  }

  /// An offer on a line of its own; nothing for a plan that a family member pays for.
  private func terms(of plan: ProductRow) -> [String] {
    if store.isShared(plan.id) { return [] }
    guard !store.state(of: plan.id).isActive, let offer = store.offer(for: plan) else {
      return [store.priceText(of: plan)]
    }
    return ["\(offer.text),", "then \(plan.priceText)"]
  }

  private func fillPasses(_ page: inout Page) {
    guard !store.passes.isEmpty else { return }
    page.heading(titles.nonRenewable)
    for pass in store.passes { page.line(passRow(of: pass, isWide: page.isWide)) }
    page.blank()
  }

  private func passRow(of pass: ProductRow, isWide: Bool) -> Line {
    guard store.hasActivePlan, !store.state(of: pass.id).isActive else {
      return row(of: pass, isWide: isWide)
    }
    let price = Span(pass.priceText, .price)
    return Line(
      [Span(demo.presentation.title(of: pass))],
      trailing: [Span("not needed with a plan   ", .muted), price], brief: [price],
      target: pass.target)
  }

  private func fillRestore(_ page: inout Page) {
    guard demo.launchResult != nil else { return }
    page.action("Restore Purchases", key: "r", target: .restore)
  }
}
