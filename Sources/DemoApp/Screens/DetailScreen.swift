import OpenStoreKit
import TerminalUI

/// One product: its picture, its price now and later, and the button if it can be bought.
struct DetailScreen {
  let demo: Demo
  let store: Store
  let id: String

  func fill(_ page: inout Page, height: Int) {
    guard let product = store.product(id) else {
      let isPlan = store.subscriptions.contains { $0.productID == id }
      page.paragraph(
        "\(store.name(of: id)) is no longer for sale."
          + (isPlan ? "" : " You keep what you already own."))
      page.blank()
      fillStatus(of: id, on: &page)
      return
    }
    fillHead(of: product, on: &page, height: height)
    let isLow = height < 12
    if isLow { fillButton(of: product, on: &page) }
    for sentence in sentences(about: product) {
      page.item(sentence, sign: Glyphs.bullet)
    }
    page.blank()
    fillStatus(of: product.id, on: &page)
    fillOrder(of: product.id, on: &page)
    fillTank(of: product, on: &page)
    if !isLow { fillButton(of: product, on: &page) }
    page.compact(to: height)
  }

  private func sentences(about product: ProductRow) -> [String] {
    DetailText(
      product: product, store: store, texts: demo.presentation.texts, isSelling: isSelling
    ).sentences
  }

  private var isSelling: Bool { demo.launchResult != nil }

  /// The picture beside the facts; above them on a narrow page, and left out on a low one.
  private func fillHead(of product: ProductRow, on page: inout Page, height: Int) {
    let picture = demo.presentation.picture(of: product.id)
    guard demo.showsPicture else {
      if height >= 20 { page.picture(picture) }
      for line in facts(of: product, width: page.width) { page.line(line) }
      return
    }
    page.picture(
      driven(picture, product), columns: Self.road,
      beside: facts(of: product, width: page.width - Self.road))
    page.blank()
  }

  /// The width of a car's road.
  private static let road = 34

  /// The picture at its present position in a drive.
  private func driven(_ picture: [String], _ product: ProductRow) -> [String] {
    guard let drive = demo.drive, drive.productID == product.id else { return picture }
    return drive.picture(of: picture, on: Self.road - 2)
  }

  private func facts(of product: ProductRow, width: Int) -> [Line] {
    let state = Mark(store: store, isWide: width >= Page.wide).state(of: product)
    return product.displayName.wrapped(to: width).map { Line($0, .title) }
      + (product.subtitle?.wrapped(to: width) ?? []).map { Line($0) }
      + [Line(price(of: product) + [state].compactMap(\.self))]
  }

  /// The price that the customer pays, before the state; nothing if a family member pays.
  private func price(of product: ProductRow) -> [Span] {
    guard !store.isShared(product.id) else { return [] }
    let price = Span(store.priceText(of: product), .price)
    return Mark(store: store).state(of: product) == nil ? [price] : [price, Span("   ")]
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

  /// The fuels that this car can drive on, as in SK Demo.
  private func fillTank(of product: ProductRow, on page: inout Page) {
    guard product.kind == .nonConsumable, store.state(of: product.id) == .purchased,
      !store.fuel.isEmpty, let drive = demo.presentation.texts[optional: .drive]
    else { return }
    page.paragraph(drive, .title)
    page.columns(zip(1..., store.fuel).map { tank(of: $1, key: $0) })
    page.action(demo.presentation.texts[.refillKey].capitalizedFirst, key: "f")
    page.blank()
  }

  private func tank(of fuel: ProductRow, key: Int) -> Line {
    Gauge(count: fuel[in: demo.fuel])
      .line([Span("\(key) ", .title), Span(demo.presentation.title(of: fuel))])
  }

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
      for action in mine { page.action(action.title, key: action.key, action.style) }
      return
    }
    switch demo.launchResult?.availability(of: product.id) {
    case .buy(let buy):
      if buy.quantities.count > 1 { page.line(quantityLine) }
      let title = buy.title(quantity: demo.quantity, dates: store.dates(for: product))
      page.action(title, key: "b", Style.accent.bold())
    case .withheld where store.state(of: product.id).isActive || store.isShared(product.id): break
    case .withheld where store.state(of: product.id) == .pending && store.offlineSince == nil: break
    case .withheld(let reason):
      page.paragraph(reason.capitalizedFirst + ".", .muted)
    case nil: break
    }
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
