import TerminalUI

/// The products for sale: cars and fuel, the plans as cards, the passes, and Restore Purchases.
///
/// Beside a pane with the selected product, it is one list.
struct ShopScreen: PlaceScreen {
  static let hasPane = true

  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    guard !store.products.isEmpty else { return fillEmpty(&page) }
    fillCarsAndFuel(&page)
    fillPlans(&page)
    fillPasses(&page)
    fillRestore(&page)
    page.compactIfItFits(height)
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
    let state = mark.state(of: product)
    return Line(
      [Span(demo.presentation.title(of: product))], trailing: mark.spans(of: product),
      brief: state.isEmpty ? nil : state, target: product.target)
  }

  /// The price is at the right end, after the state of an order and the amount in the tank.
  private func fuelRow(of product: ProductRow) -> Line {
    let mark = Mark(store: store, isWide: false)
    let (waiting, price) = (mark.state(of: product), [mark.price(of: product)])
    let details = (waiting.isEmpty ? stock(of: product) : waiting) + [Span("   ")]
    return Line(
      [Span(demo.presentation.title(of: product))],
      trailing: details.count > 1 ? details + price : price,
      brief: waiting.isEmpty ? price : waiting, target: product.target)
  }

  private func stock(of fuel: ProductRow) -> [Span] {
    let count = fuel[in: demo.fuel]
    guard demo.panes != nil, !demo.fuel.isEmpty else {
      return count == 0 ? [] : [Span("you have \(count)", .muted)]
    }
    return Gauge(count: count).spans + [Span(" \(count)".padded(to: 3), .muted)]
  }
}

extension ShopScreen {
  private func fillPlans(_ page: inout Page) {
    guard !store.plans.isEmpty else { return }
    page.heading(titles.autoRenewable)
    if page.isWide {
      let comparison = PlanComparison(demo: demo, store: store, plans: store.plans)
      page.cards(comparison.cards(on: page), selection: page.selection)
    } else {
      for plan in store.plans { fill(plan, on: &page) }
    }
    page.blank()
  }

  /// A plan's row, and on a narrow screen what it adds to the plans below it.
  private func fill(_ plan: ProductRow, on page: inout Page) {
    page.line(row(of: plan, isWide: demo.panes != nil))
    guard demo.panes == nil else { return }
    if let addition = addition(of: plan) { page.paragraph(addition, .muted) }
    if let offer = store.offerText(for: plan) { page.paragraph(offer, .muted) }
  }

  /// "adds autopilot", or the features of the lowest plan; `nil` if the file names no features.
  private func addition(of plan: ProductRow) -> String? {
    let group = store.plans.filter { $0.plan?.groupID == plan.plan?.groupID }.map(\.id)
    let added = FeatureComparison(of: group, in: demo.presentation).added(by: plan.id)
    guard !added.isEmpty else { return nil }
    let words = added.joined(separator: ", ")
    return plan.id == group.first ? words : "adds \(words)"
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
    let price = Mark(store: store).price(of: pass)
    return Line(
      [Span(demo.presentation.title(of: pass))],
      trailing: [Span("not needed with a plan   ", .muted), price], brief: [price],
      target: pass.target)
  }

  private func fillRestore(_ page: inout Page) {
    guard demo.launchResult != nil else { return }
    page.action("Restore Purchases", .restore, target: .restore)
  }
}

extension ShopScreen {
  /// The selected product's page; for another row, a description of its action.
  func fillPane(_ pane: inout Page, height: Int) {
    switch demo.selection {
    case .product(let id):
      DetailScreen(demo: demo, store: store, id: id).fill(&pane, height: height)
    case .restore:
      pane.line(Line("Restore Purchases", .title))
      pane.paragraph("Asks the App Store again for everything that you have bought.")
    case .retry:
      pane.line(Line("Try again", .title))
      pane.paragraph("Asks the store for its products again.")
    case .shop, .repair, nil: break
    }
  }
}
