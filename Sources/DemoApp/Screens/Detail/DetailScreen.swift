import OpenStoreKit
import TerminalUI
import VisibleText

/// One product: its picture and price, what it gives, its terms, and the button if it can be bought.
struct DetailScreen {
  let demo: Demo
  let store: Store
  let id: String

  func fill(_ page: inout Page, height: Int) {
    guard let product = store.product(id) else { return fillUnsold(&page) }
    DetailHead(demo: demo, store: store, product: product).fill(&page, height: height)
    let isLow = height < 12
    if isLow { fillButton(of: product, on: &page) }
    fillFacts(of: product, on: &page, height: height)
    fillStatus(of: product.id, on: &page)
    fillOrder(of: product.id, on: &page)
    fillTank(of: product, on: &page)
    if !isLow { fillButton(of: product, on: &page) }
    page.compact(to: height)
  }

  private var isSelling: Bool { demo.launchResult != nil }

  private func fillUnsold(_ page: inout Page) {
    let isPlan = store.subscriptions.contains { $0.productID == id }
    page.paragraph("\(store.name(of: id)) is no longer for sale.")
    if !isPlan { page.paragraph("You keep what you already own.") }
    page.blank()
    fillStatus(of: id, on: &page)
  }

  /// Adds the product's benefits and terms.
  ///
  /// On a large page, a plan's benefits are shown as a comparison of the plans.
  private func fillFacts(of product: ProductRow, on page: inout Page, height: Int) {
    let text = DetailText(
      product: product, store: store, presentation: demo.presentation, isSelling: isSelling)
    let isCompared =
      product.kind == .autoRenewable && page.isWide && height >= ScreenLayout.roomyHeight
    if isCompared { fillComparison(of: product, on: &page) }
    DetailFacts(
      benefits: isCompared ? [] : text.benefits, terms: text.terms,
      isMine: store.state(of: product.id).isActive
    ).fill(&page, height: height)
    page.blank()
  }

  private func fillComparison(of product: ProductRow, on page: inout Page) {
    let plans = store.plans.filter { $0.plan?.groupID == product.plan?.groupID }
    let comparison = PlanComparison(
      demo: demo, store: store, plans: plans, showsOffers: false)
    page.cards(comparison.cards(on: page), selection: product.target)
    page.blank()
  }

  private func fillStatus(of id: String, on page: inout Page) {
    for plan in store.subscriptions where plan.productID == id {
      StatusParagraphs(status: plan.status, store: store, showsAction: false).fill(&page)
      page.blank()
    }
  }

  /// The outcome of the customer's order, if it did not end with a purchase; for a product that
  /// they own or a family member shares, only that an order waits.
  private func fillOrder(of id: String, on page: inout Page) {
    guard isSelling, let text = store.waitingText(of: id),
      !store.state(of: id).isActive || store.waitingSentence(of: id) != nil
    else { return }
    page.paragraph(text.paragraph)
    page.blank()
  }
}

extension DetailScreen {
  /// The fuels that this car can drive on, as in SK Demo.
  private func fillTank(of product: ProductRow, on page: inout Page) {
    guard product.kind == .nonConsumable, store.state(of: product.id) == .purchased,
      !store.fuel.isEmpty, let drive = demo.presentation.texts[optional: .drive]
    else { return }
    page.paragraph(drive, .title)
    let tanks = zip(1..., store.fuel).map { tank(of: $1, key: $0) }
    if page.width >= Self.gaugeColumns * tanks.count {
      page.columns(tanks)
    } else {
      for tank in tanks { page.line(tank) }
    }
    page.action(demo.presentation.texts[.refillKey].capitalizedFirst, .fuel)
    page.blank()
  }

  /// The width of a fuel's name and its gauge.
  private static let gaugeColumns = 24

  /// The keys drive only while the page is open.
  private func tank(of fuel: ProductRow, key: Int) -> Line {
    let key = isOpen ? [Span("\(key) ", .title)] : []
    return Gauge(count: demo.level(of: fuel))
      .line(key + [Span(demo.presentation.title(of: fuel))])
  }

  /// Whether the page has the keys; otherwise it is beside a list.
  private var isOpen: Bool { demo.detail == id }

  private var quantityLine: Line {
    let keys = "\(Glyphs.arrowUp)\(Glyphs.arrowDown)"
    return Line(
      [Span("Quantity  \(demo.quantity)")], trailing: [Span("change with \(keys)", .muted)])
  }

  /// The customer's actions on their own plan replace Buy.
  private func fillButton(of product: ProductRow, on page: inout Page) {
    let mine = store.subscriptions.filter { $0.productID == product.id }
      .flatMap(\.status.nextActions)
    if demo.offersSheets, !mine.isEmpty {
      for action in mine { page.action(action.title, action.command, action.style) }
      return
    }
    switch demo.launchResult?.availability(of: product.id) {
    case .buy(let buy): fillBuy(buy, of: product, on: &page)
    case .withheld where store.state(of: product.id).isActive || store.isShared(product.id): break
    // A notice says that the store does not answer, and the page that an order waits.
    case .withheld where store.offlineSince != nil || store.state(of: product.id) == .pending: break
    case .withheld(let reason): page.paragraph(reason.capitalizedFirst + ".", .muted)
    case nil: break
    }
  }

  /// The quantity can be changed while the page has the keys.
  private func fillBuy(_ buy: Buy, of product: ProductRow, on page: inout Page) {
    if isOpen, buy.quantities.count > 1 { page.line(quantityLine) }
    let title = buy.title(
      quantity: isOpen ? demo.quantity : 1, dates: store.dates(for: product))
    page.action(title, .buy, Style.accent.bold())
  }
}

extension Buy {
  /// "Buy for $2.99", "Buy 3 for $0.99 each", "Buy for $1.99 today", "Change from 14 Dec 2026".
  fileprivate func title(quantity: Int, dates: PlanDates) -> String {
    if case .atRenewal(let date, _) = change {
      return dates.isOver(date) ? "Change plan" : "Change from \(dates.short(date))"
    }
    if quantity > 1 { return "Buy \(quantity) for \(product.displayPrice) each" }
    guard let offer else { return "Buy for \(priceToday)" }
    return offer.mode == .freeTrial ? "Start for free" : "Buy for \(priceToday) today"
  }
}
