import Foundation
import TerminalUI

/// The customer's subscriptions, each with its status and timeline, and the other plans.
struct AccountScreen {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page) {
    for group in store.groups { fill(group, on: &page) }
    fillPasses(&page)
    if store.groups.isEmpty && store.owned(.nonRenewable).isEmpty {
      page.heading("My Subscription")
      page.paragraph("You don't own any subscriptions.")
      page.paragraph("Head over to the shop to get started!")
      page.blank()
    }
    fillOtherPlans(&page)
    page.action("Shop", key: "s", target: .shop)
  }

  private func fill(_ group: PlanGroup, on page: inout Page) {
    let status = group.status
    let title = status.state == .expired || status.state == .revoked ? "Past" : "My"
    page.heading("\(title) Subscription", trailing: page.isWide ? since(group) : "")
    page.line(line(of: group.productID, isWide: page.isWide))
    page.blank()
    if let timeline = timeline(of: group) {
      Timeline(timeline: timeline).fill(&page)
      page.blank()
    }
    StatusParagraphs(status: status, store: store).fill(&page)
    page.blank()
  }

  private func paidDates(of group: PlanGroup) -> [Date] {
    let transaction = group.status.transaction
    return demo.history?.paidDates(upTo: transaction, inGroup: group.id)
      ?? [transaction.purchaseDate]
  }

  private func since(_ group: PlanGroup) -> String {
    guard demo.history != nil, group.status.isVerified else { return "" }
    return paidDates(of: group).first.map { "since \($0.short)" } ?? ""
  }

  private func timeline(of group: PlanGroup) -> PlanTimeline? {
    PlanTimeline(of: group.status, paid: paidDates(of: group), now: store.now)
  }

  private func line(of id: String, isWide: Bool) -> Line {
    guard let product = store.product(id) else { return Line(id, target: .product(id)) }
    let mark = Mark(store: store, isWide: isWide)
    let price = isWide ? [Span("   "), Span(product.priceText, .price)] : []
    let state = mark.state(of: product).map { [$0] } ?? []
    let name = demo.presentation.title(of: product)
    return Line([Span(name)] + price, trailing: state, target: product.target)
  }

  private func fillPasses(_ page: inout Page) {
    for pass in store.owned(.nonRenewable) {
      page.heading(demo.presentation.sections.nonRenewable)
      page.line(line(of: pass.productID, isWide: page.isWide))
      if let end = pass.expirationDate {
        page.paragraph("Your service access lasts until \(end.short).", .muted)
      }
      page.blank()
    }
  }

  private func fillOtherPlans(_ page: inout Page) {
    let plans = store.otherPlans
    guard !plans.isEmpty else { return }
    let mark = Mark(store: store, isWide: page.isWide)
    page.heading(demo.presentation.sections.autoRenewable)
    for plan in plans {
      let subtitle = page.isWide ? [Span("   "), Span(plan.subtitle ?? "", .muted)] : []
      page.line(
        Line(
          [Span(demo.presentation.title(of: plan))] + subtitle, trailing: mark.spans(of: plan),
          target: plan.target))
    }
    page.blank()
  }
}
