import Foundation
import OpenStoreKit
import TerminalUI

/// The plans as cards: the features that each has and lacks, and its price for this customer.
struct PlanComparison {
  let demo: Demo
  let store: Store
  let plans: [ProductRow]
  /// Whether the cards show offers; a product's page says its own above them.
  var showsOffers = true

  /// The cards for a page, which decides how wide they are.
  func cards(on page: Page) -> [Card] {
    let drafts = plans.map { draft(of: $0, on: page) }
    let priceRows = drafts.map(\.prices.count).max() ?? 0
    return drafts.map { $0.card(priceRows: priceRows, width: page.cardContentWidth) }
  }

  private func draft(of plan: ProductRow, on page: Page) -> Draft {
    let mark = Mark(store: store, isWide: false)
    let (title, badges) = (demo.presentation.title(of: plan), badges(of: plan, mark))
    let isShown =
      Card(title: title, target: plan.target, badges: badges, rows: [])
      .badge(width: page.cardWidth) != nil
    let state = isShown && offer(for: plan) == nil ? [] : mark.state(of: plan)
    return Draft(
      title: title, plan: plan, isMine: isMine(plan), badges: badges,
      prices: prices(of: plan, offerIsShown: isShown)
        .flatMap { $0.wrapped(to: page.cardContentWidth) }
        .map { Line($0, mark.priceStyle(of: plan)) },
      features: features(of: plan),
      end: state.isEmpty ? outlook(of: plan, width: page.cardContentWidth) : state)
  }

  private func isMine(_ plan: ProductRow) -> Bool {
    let state = store.state(of: plan.id)
    return state.isActive || state == .inBillingRetryPeriod
  }

  /// The offer of a plan that the customer does not have.
  private func offer(for plan: ProductRow) -> ProductRow.Offer? {
    isMine(plan) || !showsOffers ? nil : store.offer(for: plan)
  }

  /// The offer, or the state of a plan that the customer has or had; empty without either.
  private func badges(of plan: ProductRow, _ mark: Mark) -> [[Span]] {
    if store.statusBefore(plan.id) != nil { return [] }
    if let offer = offer(for: plan) {
      return offer.briefTexts.map { [Span($0, Style.plain.bold())] }
    }
    let state = mark.state(of: plan)
    guard let sign = state.last, state.count == 2 else { return [] }
    return isMine(plan) ? [state, [Span("yours ", .muted), sign]] : [state]
  }

  /// An offer that the border does not show is on a line of its own; a plan that a family member pays
  /// for has no price.
  private func prices(of plan: ProductRow, offerIsShown: Bool) -> [String] {
    if store.isShared(plan.id) { return [] }
    if offer(for: plan) == nil { return [store.priceText(of: plan)] }
    let all = store.priceLines(of: plan)
    return offerIsShown ? Array(all.suffix(1)) : all
  }
}

extension PlanComparison {
  private func features(of plan: ProductRow) -> Draft.Features {
    let group = store.plans.filter { $0.plan?.groupID == plan.plan?.groupID }
    let comparison = FeatureComparison(of: group.map(\.id), in: demo.presentation)
    guard !comparison.isEmpty else { return .description(plan.description) }
    return .list(comparison.features.map { ($0, comparison.has($0, plan.id)) })
  }

  /// The longest wording that fits about the next event of the customer's plan, or about the time at
  /// which another plan would begin; empty if neither is known.
  private func outlook(of plan: ProductRow, width: Int) -> [Span] {
    let texts = outlooks(of: plan)
    let text = texts.first { Width.columns($0) <= width } ?? texts.last
    return text.map { [Span($0, .muted)] } ?? []
  }

  private func outlooks(of plan: ProductRow) -> [String] {
    if let own = store.subscriptions.first(where: { $0.productID == plan.id })?.status {
      return own.outlooks(in: store)
    }
    switch store.change(to: plan) {
    case .atRenewal(let date, _) where date <= store.now: return ["after your payment"]
    case .atRenewal(let date, _): return store.dates(for: plan).words("from", date)
    case .atOnce: return ["at once"]
    case nil: return []
    }
  }
}

extension PlanStatus {
  /// "renews 14 Dec 2026", "ends 14 Dec 2026"; empty if the plan's state says more.
  fileprivate func outlooks(in store: Store) -> [String] {
    let dates = store.dates(of: transaction)
    switch situation {
    case .active, .offerPrice, .priceAgreed: return dates.words("renews", end)
    case .trial: return dates.words("free until", end)
    case .shared where renewal.willAutoRenew: return dates.words("renews", end)
    case .ending, .notSoldAgain, .shared: return dates.words("ends", end)
    case .changing(let id): return dates.words("\(store.name(of: id)) from", end)
    case .notVerified, .priceAsked, .grace, .retry, .sharedGrace, .sharedRetry, .expired, .refunded:
      return []
    }
  }
}

extension PlanDates {
  /// Words and a date, with the year and without it.
  fileprivate func words(_ words: String, _ date: Date) -> [String] {
    ["\(words) \(short(date))", "\(words) \(brief(date))"]
  }
}

/// A card whose prices are not yet aligned with those of its neighbours.
private struct Draft {
  enum Features {
    /// The features, and whether the plan has each of them.
    case list([(name: String, isIncluded: Bool)])
    case description(String)
  }

  let title: String
  let plan: ProductRow
  let isMine: Bool
  let badges: [[Span]]
  let prices: [Line]
  let features: Features
  let end: [Span]

  /// The card with its features in the same rows as those of its neighbours.
  func card(priceRows: Int, width: Int) -> Card {
    let gap = Array(repeating: Line(), count: priceRows - prices.count)
    return Card(
      title: title, target: plan.target, isHeavy: isMine, badges: badges,
      rows: prices + gap + rows(width: width) + (end.isEmpty ? [] : [Line(end)]))
  }

  private func rows(width: Int) -> [Line] {
    switch features {
    case .description(let text): text.wrapped(to: width).map { Line($0) }
    case .list(let features):
      features.map { Line($0.isIncluded ? included($0.name) : excluded($0.name)) }
    }
  }

  /// Only the customer's own features have a colour.
  private func included(_ name: String) -> [Span] {
    [Span(Glyphs.check, isMine ? .good : .plain), Span(" \(name)")]
  }

  private func excluded(_ name: String) -> [Span] { [Span("\(Glyphs.lacking) \(name)", .muted)] }
}
