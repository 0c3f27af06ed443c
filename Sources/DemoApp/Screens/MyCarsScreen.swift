import OpenStoreKit
import TerminalUI

/// The customer's purchases; an invitation to the shop for a customer without any.
struct MyCarsScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    let isLow = height < Alerts.low
    if isLow { Alerts(store: store, showsAction: demo.offersSheets).fill(&page) }
    switch store.customer {
    case .new where store.isSignedOut: page.paragraph(AccountScreen.signedOut)
    case .new: fillInvitation(&page, height: height)
    case .inactive: fillWelcomeBack(&page, height: height)
    case .active: fillGarage(&page, isLow: isLow)
    }
    fillPending(&page)
    page.blank()
    page.action("Shop", key: "s", target: .shop)
  }

  /// The texts of SK Demo for a customer who has bought nothing yet.
  private func fillInvitation(_ page: inout Page, height: Int) {
    fillHero(&page, height: height)
    page.centred("Head over to the shop to get started!", .accent)
    page.blank()
    fillFuel(&page)
  }

  private func fillHero(_ page: inout Page, height: Int) {
    guard height >= 14 else { return }
    if let title = texts[optional: .title] { page.centred(title, .title) }
    page.blank()
    page.picture(demo.presentation.hero)
    page.blank()
  }

  /// The screen of an inactive customer, which differs from that of a new one.
  private func fillWelcomeBack(_ page: inout Page, height: Int) {
    fillHero(&page, height: height)
    let paused = store.subscriptions.filter(\.status.isPaused)
    guard paused.isEmpty else {
      if height >= Alerts.low, paused.contains(where: { !$0.status.nextActions.isEmpty }) {
        page.centred("Please verify your billing details.", .plain.bold())
        page.blank()
      }
      for group in paused { fill(group, on: &page, isLow: height < Alerts.low) }
      fillEnded(&page)
      page.blank()
      fillWinBacks(&page)
      return
    }
    page.centred("Welcome Back!", .title)
    if height >= Alerts.low || store.winBacks.isEmpty {
      page.centred("Head over to the shop to get started!", .accent)
    }
    page.blank()
    fillWinBacks(&page)
    fillFuel(&page)
  }

  private func fillGarage(_ page: inout Page, isLow: Bool) {
    fillOneTimePurchases(&page, isLow: isLow)
    fillFuel(&page)
    fillNavigation(&page, isLow: isLow)
  }

  private var texts: Texts { demo.presentation.texts }

  /// Left out in a shop that has none, and on a low screen if the customer has none.
  private func fillOneTimePurchases(_ page: inout Page, isLow: Bool) {
    let cars = store.owned(.nonConsumable)
    guard !cars.isEmpty || (!store.cars.isEmpty && !isLow) else { return }
    page.heading(texts[.oneTimePurchases], trailing: counts(of: cars))
    if cars.isEmpty {
      page.paragraph(texts[.noOneTimePurchases])
      page.paragraph("Head over to the shop to get started!")
    }
    for car in cars { page.line(row(of: car, isWide: page.isWide)) }
    page.blank()
  }

  /// The number of the customer's own cars, and of those that a family member shares.
  private func counts(of cars: [Owned]) -> String {
    let shared = cars.count { $0.isFamilyShared }
    return [(cars.count - shared, "owned"), (shared, "shared")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// A car with its description beside its name, if there is room.
  private func row(of owned: Owned, isWide: Bool) -> Line {
    var line = serviceRow(of: owned.productID, isWide: isWide)
    guard isWide, let name = line.spans.first else { return line }
    let subtitle = store.product(owned.productID)?.subtitle ?? ""
    line.spans = [Span(name.text.padded(to: nameColumns)), Span("   "), Span(subtitle, .muted)]
    return line
  }

  private func serviceRow(of id: String, isWide: Bool) -> Line {
    let mark = Mark(store: store, isWide: isWide)
    let state = mark.state(of: id).map { [$0] } ?? []
    return row(of: id, marked: store.product(id).map(mark.spans) ?? state)
  }

  /// The row of a plan, which may be beneath a family member's row of the same product.
  private func planRow(of plan: PlanGroup, isWide: Bool) -> Line {
    let state = Mark(store: store, isWide: isWide).state(of: plan)
    return row(of: plan.productID, marked: state.map { [$0] } ?? [])
  }

  private func row(of id: String, marked mark: [Span]) -> Line {
    let title = store.product(id).map(demo.presentation.title(of:)) ?? store.name(of: id)
    return Line([Span(title)], trailing: mark, target: .product(id))
  }

  /// As wide as the longest name in the garage.
  private var nameColumns: Int {
    let names = store.cars.filter { store.state(of: $0.id).isActive }
      .map(demo.presentation.title(of:))
    return min(names.map { Width.columns($0) }.max() ?? 0, 30)
  }
}

extension MyCarsScreen {
  /// Plans and passes, and the status of each group; several groups can have different ones.
  private func fillNavigation(_ page: inout Page, isLow: Bool) {
    guard !store.groups.isEmpty || !(store.plans + store.passes).isEmpty else { return }
    page.heading(texts[.services])
    for pass in store.owned(.nonRenewable) { fillPass(pass, on: &page) }
    for plan in store.plansWithoutStatus {
      page.line(serviceRow(of: plan.productID, isWide: page.isWide))
    }
    for plan in store.subscriptions where plan.status.grantsAccess {
      fill(plan, on: &page, isLow: isLow)
    }
    for plan in store.subscriptions where plan.status.isPaused {
      if !isLow, !plan.status.nextActions.isEmpty {
        page.paragraph("Please verify your billing details.", .plain.bold())
      }
      fill(plan, on: &page, isLow: isLow)
    }
    fillEnded(&page)
    if !store.hasService, store.statusFailure == nil { fillNoService(&page) }
    page.blank()
  }

  private func fillPass(_ pass: Owned, on page: inout Page) {
    page.line(serviceRow(of: pass.productID, isWide: page.isWide))
    guard let end = pass.expirationDate else { return }
    page.paragraph("Your service access lasts until \(store.short(end)).", .muted)
  }

  /// Ended plans, below those that continue.
  private func fillEnded(_ page: inout Page) {
    for group in store.endedGroups {
      page.line(serviceRow(of: group.productID, isWide: page.isWide))
      page.paragraph(store.ended(group.status), .muted)
      page.invitation(for: group, in: store)
    }
  }

  /// A plan's row, its description while it gives access, and its status.
  private func fill(_ group: PlanGroup, on page: inout Page, isLow: Bool) {
    page.line(planRow(of: group, isWide: page.isWide))
    if group.status.grantsAccess, !isLow, let subtitle = store.product(group.productID)?.subtitle {
      page.paragraph(subtitle)
    }
    paragraphs(of: group.status, isLow: isLow).fill(&page)
  }

  private func paragraphs(of status: PlanStatus, isLow: Bool = false) -> StatusParagraphs {
    StatusParagraphs(status: status, store: store, showsAction: demo.offersSheets, isLow: isLow)
  }

  private func fillNoService(_ page: inout Page) {
    let statuses = store.groups.map(\.status)
    for status in statuses where !status.isVerified {
      paragraphs(of: status).fill(&page)
    }
    if statuses.contains(where: \.isVerified) {
      page.paragraph("Welcome Back!", .title)
    } else if statuses.isEmpty {
      page.paragraph("You don't own any subscriptions.")
    }
    page.paragraph("Head over to the shop to get started!")
    fillWinBacks(&page)
  }

  private func fillWinBacks(_ page: inout Page) {
    let winBacks = store.winBacks.filter { !store.endedGroups.map(\.id).contains($0.groupID) }
    for winBack in winBacks {
      page.paragraph(winBack.ended, .muted)
      guard let invitation = winBack.invitation else { continue }
      page.paragraph(invitation, target: winBack.productID.map { .product($0) })
    }
    if !winBacks.isEmpty { page.blank() }
  }

  private func fillPending(_ page: inout Page) {
    let waiting = store.waitingProducts.compactMap { store.waitingText(of: $0) }
    for text in waiting { page.paragraph("\(Glyphs.pending) \(text.sentence)") }
    if !waiting.isEmpty { page.blank() }
  }

  /// A gauge for each fuel, left out while the tank has never been filled.
  private func fillFuel(_ page: inout Page) {
    guard !demo.fuel.isEmpty, !store.fuel.isEmpty else { return }
    page.heading(
      demo.presentation.sections.consumable,
      trailing: demo.launchResult == nil ? "" : "press f \(texts[.refill])")
    page.columns(store.fuel.map(gauge))
    page.blank()
  }

  private func gauge(_ fuel: ProductRow) -> Line {
    Gauge(count: fuel[in: demo.fuel])
      .line([Span(demo.presentation.title(of: fuel))])
  }
}

extension Store {
  /// Ended plans of customers who have other plans with access, or with access after a payment.
  var endedGroups: [PlanGroup] {
    hasService ? groups.filter { $0.status.isVerified && $0.status.isOver } : []
  }

  /// Whether a pass or a plan gives access, or would after a payment.
  fileprivate var hasService: Bool {
    !owned(.nonRenewable).isEmpty
      || groups.contains { $0.status.grantsAccess || $0.status.isPaused }
  }
}
