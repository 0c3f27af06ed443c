import OpenStoreKit
import TerminalUI
import VisibleText

/// The customer's passes and plans: each with a short timeline, its features and its key.
struct ServiceRows {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page) {
    let rows = page.isWide ? wideRows(columns: page.width) : narrowRows(width: page.width)
    if rows.isEmpty, !mayHaveService { return }
    guard !rows.isEmpty else {
      guard store.attentions.isEmpty else { return }
      return page.labelled(Self.label, [[Line("You don't own any subscriptions.", .muted)]])
    }
    page.labelled(Self.label, rows)
  }

  private static let label = "Plan"

  private var mayHaveService: Bool {
    store.statusFailure == nil && !(store.plans + store.passes).isEmpty
  }

  /// The subscriptions that continue, or would after a payment.
  private var plans: [PlanGroup] {
    store.subscriptions.filter(\.status.grantsAccess)
      + store.subscriptions.filter(\.status.isPaused)
  }

  private var notVerified: [PlanStatus] {
    store.groups.map(\.status).filter { !$0.isVerified }
  }

  private func narrowRows(width: Int) -> [[Line]] {
    rows(width: width) { [narrowRow(of: $0)] + words(of: $0, width: width) }
  }

  private func wideRows(columns: Int) -> [[Line]] {
    let width = Page.widthBesideLabel(of: columns)
    return rows(width: width) {
      wideRow(of: $0, width: width, hasCountdown: hasCountdown($0, columns: columns))
        + secondRow(of: $0, width: width)
    }
  }

  private func rows(width: Int, plan: (PlanGroup) -> [Line]) -> [[Line]] {
    store.owned(.nonRenewable).map { passRows(of: $0) }
      + store.plansWithoutStatus.map { [unknownRow(of: $0)] } + plans.map(plan)
      + notVerified.map { StatusText(status: $0, store: store).lines(width: width) }
  }
}

// MARK: - A plan

extension ServiceRows {
  private func name(of id: String) -> [Span] {
    let title = store.product(id).map(demo.presentation.title(of:)) ?? store.name(of: id)
    return [Span(title)] + demo.updateMark(of: id)
  }

  /// The word for a plan that is shared; empty for any other plan.
  ///
  /// An attention card says that a plan is paused.
  private func state(of plan: PlanGroup) -> [Span] {
    plan.status.isShared ? [Span("  shared", .muted)] : []
  }

  private func sign(of plan: PlanGroup) -> Span {
    switch plan.status.situation {
    case .grace, .sharedGrace, .priceAsked: Span(Glyphs.attention, .warn)
    case .retry, .sharedRetry: Span(Glyphs.paused, .warn)
    default: Span(Glyphs.active, .good)
    }
  }

  /// The price of each period; empty if a sentence says it, or a family member pays.
  private func price(of plan: PlanGroup) -> [Span] {
    // Before a new price is agreed to, the product has it already; the customer may never pay it.
    let isSaidElsewhere = [.trial, .offerPrice, .priceAsked].contains(plan.status.situation)
    guard !isSaidElsewhere, !plan.status.isShared, let product = store.product(plan.productID)
    else { return [] }
    return [Span(store.priceText(of: product), Mark(store: store).priceStyle(of: product))]
  }

  private func narrowRow(of plan: PlanGroup) -> Line {
    Line(
      [sign(of: plan), Span(" ")] + name(of: plan.productID) + state(of: plan),
      trailing: price(of: plan), target: .product(plan.productID))
  }

  /// Whether an attention card shows the plan's period.
  private func hasCountdown(_ plan: PlanGroup, columns: Int) -> Bool {
    store.attentions.contains { $0.id == plan.id && $0.barColumns(width: columns) != nil }
  }

  /// The name, the present period unless a countdown shows it, and the price.
  ///
  /// If the row has a period, only the name is marked while the plan is selected.
  private func wideRow(of plan: PlanGroup, width: Int, hasCountdown: Bool) -> [Line] {
    var line = narrowRow(of: plan)
    guard !hasCountdown else { return [line] }
    let left = max(line.spans.columns, Self.nameColumns)
    let room = width - left - line.trailing.columns - 4
    guard let timeline = ShortTimeline(of: plan.status, in: store)?.spans(columns: room),
      !timeline.isEmpty
    else { return [line] }
    let gap = String(repeating: " ", count: left - line.spans.columns + 2)
    line.spans += [Span(gap)] + timeline
    line.markedColumns = left
    return [line]
  }

  private static let nameColumns = 8

  /// The plan's features and the key to change it; below them, the next event.
  private func secondRow(of plan: PlanGroup, width: Int) -> [Line] {
    guard plan.status.grantsAccess else { return words(of: plan, width: width) }
    let features = demo.presentation.features(of: plan.productID)
    let text =
      features.isEmpty
      ? store.product(plan.productID)?.subtitle ?? ""
      : features.joined(separator: " \(Glyphs.bullet) ")
    return [withKey(of: plan, Line("  \(text)", .muted))] + words(of: plan, width: width)
  }

  /// The line with the key to change the plan, which can be pressed.
  private func withKey(of plan: PlanGroup, _ line: Line) -> Line {
    guard demo.offersSheets,
      let action = plan.status.nextActions.first(where: { !$0.isUrgent })
    else { return line }
    var line = line
    line.trailing = [
      Span("\(demo.keys[action.command])", .accent),
      Span(" \(action.title.lowercasedFirst)", .muted),
    ]
    line.press = demo.keys.key(action.command)
    return line
  }

  private func words(of plan: PlanGroup, width: Int) -> [Line] {
    guard let brief = StatusText(status: plan.status, store: store).brief else { return [] }
    return brief.wrapped(to: width - 2).map { Line("  \($0)", .muted) }
  }
}

// MARK: - A pass

extension ServiceRows {
  private func passRows(of pass: Owned) -> [Line] {
    let end = pass.expirationDate.map { "until \(store.short($0))" }
    return [
      Line(
        [Span(Glyphs.active, .good), Span(" ")] + name(of: pass.productID),
        trailing: end.map { [Span($0, .muted)] } ?? [], target: .product(pass.productID))
    ]
  }

  /// Without the status, StoreKit says only that the customer has the plan.
  private func unknownRow(of plan: Owned) -> Line {
    Line(
      [Span(Glyphs.active, .good), Span(" ")] + name(of: plan.productID),
      trailing: [Span("status unknown", .muted)], target: .product(plan.productID))
  }
}

extension StatusText {
  /// The sentences in rows of at most `width`.
  fileprivate func lines(width: Int) -> [Line] {
    sentences.joined(separator: " ").wrapped(to: width).map { Line($0) }
  }
}
