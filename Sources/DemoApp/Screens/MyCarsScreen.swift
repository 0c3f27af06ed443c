import OpenStoreKit
import TerminalUI

/// What the customer owns; an invitation to the shop for those who own nothing.
struct MyCarsScreen {
  let demo: Demo
  let store: Store
  let glyphs: Glyphs

  func fill(_ page: inout Page, height: Int) {
    switch store.customer {
    case .new: fillInvitation(&page, height: height)
    case .inactive: fillWelcomeBack(&page, height: height)
    case .active: fillGarage(&page)
    }
    fillPending(&page)
    page.blank()
    page.line(shopLine)
  }

  private var shopLine: Line {
    Line([Span("Shop", .accent)], trailing: [Span("press s", .muted)], target: .shop)
  }

  /// The texts of SK Demo for a customer who has bought nothing yet.
  private func fillInvitation(_ page: inout Page, height: Int) {
    fillHero(&page, height: height)
    page.centred("Head over to the shop to get started!", .accent)
    page.blank()
    fillFuel(&page)
  }

  private func fillHero(_ page: inout Page, height: Int) {
    page.centred("SK Demo App", .title)
    page.blank()
    guard height >= 14 else { return }
    page.picture(Hero.car)
    page.blank()
  }

  /// An inactive customer gets this and not the screen of a new one.
  private func fillWelcomeBack(_ page: inout Page, height: Int) {
    fillHero(&page, height: height)
    guard store.plan?.state != .inBillingRetryPeriod else {
      page.centred("Please verify your billing details.", .warn)
      page.blank()
      return fillStatus(&page)
    }
    page.centred("Welcome Back!", .title)
    page.centred("Head over to the shop to get started!", .accent)
    page.blank()
    fillWinBacks(&page)
    fillFuel(&page)
  }

  private func fillGarage(_ page: inout Page) {
    let cars = store.owned(.nonConsumable)
    page.heading("My Cars", trailing: cars.isEmpty ? "" : "\(cars.count) owned")
    if cars.isEmpty {
      page.paragraph("You don't own any car products.")
      page.paragraph("Head over to the shop to get started!")
    }
    for car in cars { page.line(row(of: car, isWide: page.isWide)) }
    page.blank()
    fillFuel(&page)
    fillNavigation(&page)
  }

  private func row(of owned: Owned, isWide: Bool) -> Line {
    guard let product = store.product(owned.productID) else {
      return Line(
        [Span(owned.productID)], trailing: [Span("owned \(glyphs.check)", .good)],
        target: .product(owned.productID))
    }
    let mark = Mark(store: store, glyphs: glyphs).spans(of: product)
    let subtitle = isWide ? [Span("   "), Span(product.subtitle ?? "", .muted)] : []
    return Line(
      [Span(isWide ? product.displayName.padded(to: nameColumns) : product.displayName)] + subtitle,
      trailing: mark, target: product.target)
  }

  /// As wide as the longest name in the garage.
  private var nameColumns: Int {
    let names = store.owned(.nonConsumable).map { store.name(of: $0.productID) }
    return min(names.map { Width.columns($0) }.max() ?? 0, 30)
  }
}

extension MyCarsScreen {
  private func fillNavigation(_ page: inout Page) {
    page.heading("Navigation Service")
    let services = store.owned(.nonRenewable) + store.owned(.autoRenewable)
    for service in services { fillService(service, on: &page) }
    if services.isEmpty { fillNoService(&page) } else { fillPassEnd(&page) }
    if store.plan?.givesService == true { fillStatus(&page) }
    page.blank()
  }

  private func fillService(_ service: Owned, on page: inout Page) {
    guard let product = store.product(service.productID) else {
      return page.line(row(of: service, isWide: false))
    }
    let mark = Mark(store: store, glyphs: glyphs).spans(of: product)
    page.line(Line([Span(product.displayName)], trailing: mark, target: product.target))
    if let subtitle = product.subtitle { page.paragraph(subtitle) }
  }

  private func fillPassEnd(_ page: inout Page) {
    guard let end = store.owned(.nonRenewable).first?.expirationDate else { return }
    page.paragraph("Your service access lasts until \(end.short).", .muted)
  }

  private func fillNoService(_ page: inout Page) {
    switch store.plan?.state {
    case .expired, .revoked:
      page.paragraph("Welcome Back!", .title)
      page.paragraph("Head over to the shop to get started!")
      fillWinBacks(&page)
    case .inBillingRetryPeriod:
      page.paragraph("Please verify your billing details.", .warn)
      fillStatus(&page)
    case .subscribed, .inGracePeriod: fillStatus(&page)
    case nil:
      page.paragraph("You don't own any subscriptions.")
      page.paragraph("Head over to the shop to get started!")
    }
  }

  private func fillStatus(_ page: inout Page) {
    guard let status = store.plan else { return }
    for sentence in StatusText(status: status, store: store).sentences {
      page.paragraph(sentence, .muted)
    }
  }

  private func fillWinBacks(_ page: inout Page) {
    for winBack in store.winBacks {
      page.paragraph(winBack.ended, .muted)
      page.paragraph(winBack.invitation, target: .product(winBack.productID))
    }
    if !store.winBacks.isEmpty { page.blank() }
  }

  private func fillPending(_ page: inout Page) {
    let waiting = store.products.filter { store.state(of: $0.id) == .pending }
    for product in waiting {
      page.paragraph(
        "\(glyphs.pending) \(product.displayName) is waiting for approval. Nothing is charged yet.")
    }
    if !waiting.isEmpty { page.blank() }
  }

  /// A gauge for each fuel, left out while the tank has never been filled.
  private func fillFuel(_ page: inout Page) {
    guard !demo.fuel.isEmpty, !store.fuel.isEmpty else { return }
    page.heading("Fuel")
    let gauges = store.fuel.map(gauge)
    if page.isWide && gauges.count <= 3 {
      let width = page.width / max(1, gauges.count)
      page.place(
        gauges.enumerated().map { index, spans in
          Segment(column: index * width, width: width, line: Line(spans))
        })
    } else {
      for spans in gauges { page.line(Line(spans)) }
    }
    page.blank()
  }

  private func gauge(_ product: ProductRow) -> [Span] {
    let count = product[in: demo.fuel]
    let cells = 8
    let full = min(count, cells)
    return [
      Span(product.displayName.padded(to: 8)),
      Span(String(repeating: glyphs.full, count: full), .good),
      Span(String(repeating: glyphs.empty, count: cells - full), .muted),
      Span(count == 0 ? " empty" : " \(count)"),
    ]
  }
}
