import Foundation
import OpenStoreKit
import TerminalUI

/// The customer's subscriptions, each with its status and timeline, and the other plans.
struct AccountScreen: PlaceScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page, height: Int) {
    let isLow = height < ScreenLayout.lowHeight
    AttentionCards(demo: demo, store: store, showsCountdown: false).fill(&page)
    for plan in store.subscriptions { fill(plan, on: &page, isLow: isLow) }
    fillPlansWithoutStatus(&page)
    fillPasses(&page)
    if store.groups.isEmpty, store.owned(.nonRenewable).isEmpty, store.statusFailure == nil {
      page.heading("My Subscription")
      fillNoPlan(&page)
      page.blank()
    }
    fillOtherPlans(&page)
    page.action("Shop", .shop, target: .shop)
  }

  /// Nothing is known about the purchases of an account that is signed out.
  static let signedOut = "You are signed out. This device cannot show your purchases."

  private func fillNoPlan(_ page: inout Page) {
    guard !store.isSignedOut else { return page.paragraph(Self.signedOut) }
    page.paragraph("You don't own any subscriptions.")
    page.paragraph("Head over to the shop to get started!")
  }

  /// On a low screen, the sentences come before the timeline.
  private func fill(_ group: PlanGroup, on page: inout Page, isLow: Bool) {
    let title = group.status.isOver ? "Past" : "My"
    page.heading("\(title) Subscription", trailing: page.isWide ? since(group) : "")
    page.line(line(of: group, isWide: page.isWide))
    if isLow { fillWords(group, on: &page, isLow: true) }
    page.blank()
    if let timeline = timeline(of: group) {
      Timeline(timeline: timeline).fill(&page)
      page.blank()
    }
    if !isLow { fillWords(group, on: &page, isLow: false) }
    page.blank()
  }

  /// Adds nothing for a plan that has an attention card.
  ///
  /// The text about a shared plan is brief, because its row says that it is shared.
  private func fillWords(_ group: PlanGroup, on page: inout Page, isLow: Bool) {
    guard !store.hasAttention(group) else { return }
    StatusParagraphs(
      status: group.status, store: store, showsAction: demo.offersSheets,
      isBrief: isLow || group.status.isShared
    ).fill(&page)
  }

  private func since(_ group: PlanGroup) -> String {
    guard let history = demo.planHistory(ofGroup: group.id), group.status.isVerified else {
      return ""
    }
    let periods = PlanPeriods(history.periods, upTo: group.status.transaction)
    // Older periods that were not read may belong to the series.
    guard history.isComplete || !periods.isOneSeries else { return "" }
    let dates = store.dates(of: group.status.transaction)
    let start = dates.row(periods.seriesStart)
    return group.status.isOver
      ? "\(start) to \(dates.row(group.status.lastDay))" : "since \(start)"
  }

  private func timeline(of group: PlanGroup) -> PlanTimeline? {
    let past = demo.planHistory(ofGroup: group.id)?.periods ?? []
    return PlanTimeline(of: group.status, past: past, in: store)
  }

  /// A plan with an attention card has only its sign, because the card says what has happened.
  private func line(of plan: PlanGroup, isWide: Bool) -> Line {
    let state = Mark(store: store, isWide: isWide).state(of: plan)
    return line(
      of: plan.productID, store.hasAttention(plan) ? state.suffix(1) : state,
      showsPrice: isWide && (!plan.status.isShared || plan.status.isOver)
        && plan.status.situation != .priceAsked)
  }

  private func line(of owned: Owned, isWide: Bool) -> Line {
    line(
      of: owned.productID, Mark(store: store, isWide: isWide).state(of: owned.productID),
      showsPrice: isWide && !owned.isFamilyShared)
  }

  private func line(of id: String, _ state: [Span], showsPrice: Bool) -> Line {
    let product = store.product(id)
    var spans = [Span(product.map(demo.presentation.title(of:)) ?? store.name(of: id))]
    if showsPrice, let product {
      spans += [Span("   "), Span(store.priceText(of: product), .price)]
    }
    return Line(spans, trailing: state, target: .product(id))
  }

  /// Without the status, StoreKit says only that the customer has the plan.
  private func fillPlansWithoutStatus(_ page: inout Page) {
    for plan in store.plansWithoutStatus {
      page.heading("My Subscription")
      page.line(line(of: plan, isWide: page.isWide))
      page.blank()
    }
  }

  private func fillPasses(_ page: inout Page) {
    for pass in store.owned(.nonRenewable) {
      page.heading(demo.presentation.sections.nonRenewable)
      page.line(line(of: pass, isWide: page.isWide))
      if let end = pass.expirationDate {
        page.paragraph("Your service access lasts until \(store.short(end)).", .muted)
      }
      page.blank()
    }
  }

  /// The other plans as a table; an offer is below what its plan gives.
  private func fillOtherPlans(_ page: inout Page) {
    let plans = store.otherPlans
    guard !plans.isEmpty else { return }
    page.heading(demo.presentation.sections.autoRenewable)
    let columns = nameColumns(of: plans)
    for plan in plans {
      page.line(row(of: plan, nameColumns: columns, isWide: page.isWide))
      fillOffer(of: plan, on: &page, indent: page.isWide ? columns : 2)
    }
    page.blank()
  }

  private static let longestName = 28

  /// The width of the column of names, with a gap.
  private func nameColumns(of plans: [ProductRow]) -> Int {
    let names = plans.map { Width.columns(demo.presentation.title(of: $0)) }
    return min(names.max() ?? 0, Self.longestName) + 3
  }

  private func row(of plan: ProductRow, nameColumns: Int, isWide: Bool) -> Line {
    let title = demo.presentation.title(of: plan)
    let mark = Mark(store: store, isWide: isWide).spans(of: plan)
    guard isWide else { return Line([Span(title)], trailing: mark, target: plan.target) }
    let name = title.clipped(to: nameColumns - 3).padded(to: nameColumns)
    return Line(
      [Span(name), Span(plan.subtitle ?? "", .muted)], trailing: mark, target: plan.target)
  }

  private func fillOffer(of plan: ProductRow, on page: inout Page, indent: Int) {
    guard let offer = store.offerText(for: plan) else { return }
    let width = page.width - indent
    for part in "Offer: \(offer)".wrapped(to: width) {
      page.place([Segment(column: indent, width: width, line: Line(part, .muted))])
    }
  }
}
