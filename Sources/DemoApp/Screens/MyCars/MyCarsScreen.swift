import OpenStoreKit
import TerminalUI

/// The customer's purchases; an invitation to the shop for a customer without any.
///
/// On a screen of at least 60 columns and 21 rows, the cars stand on a road. A smaller screen has a
/// list of them, and the smallest one a summary.
struct MyCarsScreen: PlaceScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    if demo.size.isSummarySize { return SummaryRows(demo: demo, store: store).fill(&page) }
    AttentionCards(demo: demo, store: store).fill(&page)
    fillPurchases(&page, height: height)
    fillPending(&page)
    if demo.offersShopRow {
      page.blank()
      page.action("Shop", .shop, target: .shop)
    }
    page.compact(to: height)
  }

  private func fillPurchases(_ page: inout Page, height: Int) {
    switch store.customer {
    case .new where store.isSignedOut: page.paragraph(AccountScreen.signedOut)
    case .new: fillInvitation(&page, height: height)
    case .inactive: fillWelcomeBack(&page)
    case .active: fillGarage(&page)
    }
  }

  private var texts: Texts { demo.presentation.texts }

  /// The texts of SK Demo for a customer who has bought nothing yet.
  private func fillInvitation(_ page: inout Page, height: Int) {
    if height >= ScreenLayout.pictureHeight, store.attentions.isEmpty {
      page.hero(of: demo.presentation)
    }
    page.centred("Head over to the shop to get started!", .accent)
    page.blank()
    FuelRow(demo: demo, store: store).fill(&page)
    page.blank()
  }

  /// The screen of an inactive customer, which differs from that of a new one.
  ///
  /// A page with a failed payment has no picture of a car.
  private func fillWelcomeBack(_ page: inout Page) {
    let isPaused = store.subscriptions.contains(where: \.status.isPaused)
    if !isPaused {
      page.centred("Welcome Back!", .title)
      page.centred("Head over to the shop to get started!", .accent)
      page.blank()
    }
    FuelRow(demo: demo, store: store).fill(&page)
    page.blank()
    if isPaused { ServiceRows(demo: demo, store: store).fill(&page) }
    page.blank()
  }

  private func fillGarage(_ page: inout Page) {
    fillCars(&page)
    page.blank()
    FuelRow(demo: demo, store: store).fill(&page)
    if page.isWide { page.blank() }
    ServiceRows(demo: demo, store: store).fill(&page)
    page.blank()
  }

  private func fillPending(_ page: inout Page) {
    let waiting = store.waitingProducts.compactMap { store.waitingText(of: $0) }
    for text in waiting { page.paragraph("\(Glyphs.pending) \(text.sentence)") }
    if !waiting.isEmpty { page.blank() }
  }
}

// MARK: - The cars

extension MyCarsScreen {
  /// Adds the cars.
  ///
  /// Adds nothing in a shop without cars, or on a narrow screen without any car to show.
  private func fillCars(_ page: inout Page) {
    let cars = demo.cars(of: store)
    if let garage = demo.garage { return fill(garage, cars, on: &page) }
    guard !cars.isEmpty || (!store.cars.isEmpty && page.isWide) else { return }
    if page.isWide { page.heading(texts[.oneTimePurchases], trailing: counts(of: cars)) }
    if cars.isEmpty {
      page.paragraph(texts[.noOneTimePurchases])
      page.paragraph("Head over to the shop to get started!")
    }
    for car in cars { page.line(row(of: car, isWide: page.isWide)) }
  }

  private func fill(_ garage: Garage, _ cars: [Owned], on page: inout Page) {
    GarageRows(garage: garage, drive: demo.drive, selection: demo.selection).fill(&page)
    let selected = cars.first { .product($0.productID) == demo.selection }
    page.line(selected.map { caption(of: $0) } ?? Line(counts(of: cars), .muted))
  }

  /// The selected car's description and state, and the keys that drive it.
  private func caption(of car: Owned) -> Line {
    let mark = Mark(store: store).state(of: car.productID)
    let subtitle = store.product(car.productID)?.subtitle
    let text = subtitle.map { [Span("\($0) \(Glyphs.bullet) ", .muted)] } ?? []
    return Line(text + mark, trailing: driveKeys(of: car), brief: [])
  }

  private func driveKeys(of car: Owned) -> [Span] {
    let numbers = demo.drives(of: car.productID, in: store).filter(\.binding.isEnabled)
      .map(\.binding.caption)
    guard !numbers.isEmpty else { return [] }
    return [Span(numbers.joined(separator: " "), .accent), Span(" drive", .muted)]
  }

  /// The number of the customer's own cars, and of those that a family member shares.
  private func counts(of cars: [Owned]) -> String {
    let active = cars.filter { $0.revocationDate == nil }
    let shared = active.count { $0.isFamilyShared }
    return [(active.count - shared, "owned"), (shared, "shared")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// A car, with its description beside its name if there is room.
  private func row(of car: Owned, isWide: Bool) -> Line {
    let id = car.productID
    let product = store.product(id)
    let title = product.map(demo.presentation.title(of:)) ?? store.name(of: id)
    let mark = Mark(store: store, isWide: isWide).state(of: id)
    var line = Line([Span(title)] + demo.updateMark(of: id), trailing: mark, target: .product(id))
    if isWide, let subtitle = product?.subtitle {
      let gap = String(repeating: " ", count: max(0, nameColumns - line.spans.columns) + 3)
      line.spans += [Span(gap), Span(subtitle, .muted)]
    }
    return line
  }

  /// As wide as the longest name in the garage.
  private var nameColumns: Int {
    let names = demo.cars(of: store)
      .map { store.product($0.productID).map(demo.presentation.title(of:)) ?? $0.productID }
    return min(names.map { Width.columns($0) }.max() ?? 0, 30)
  }
}
