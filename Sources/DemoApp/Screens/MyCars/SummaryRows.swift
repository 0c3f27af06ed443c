import OpenStoreKit
import TerminalUI

/// My Cars in a few short rows, for a screen on which nothing else fits: the selected element, the
/// fuel and the plan.
struct SummaryRows {
  let demo: Demo
  let store: Store

  func fill(_ page: inout Page) {
    fillSelected(&page)
    let attention = store.attentions.first
    if let attention { page.paragraph(attention.fact, Style.plain.bold()) }
    fillFuel(&page)
    guard attention == nil, let plan = store.plan, plan.grantsAccess else { return }
    page.line(line(of: plan))
  }

  /// One element at a time, with its number.
  private func fillSelected(_ page: inout Page) {
    let targets = demo.targets
    guard let selection = demo.selection, let index = targets.firstIndex(of: selection) else {
      return
    }
    page.line(
      Line(
        [Span(name(of: selection))],
        trailing: [Span("\(index + 1)/\(targets.count)", .muted)], brief: [],
        target: selection))
  }

  private func name(of target: Target) -> String {
    switch target {
    case .product(let id): store.name(of: id)
    case .repair(let repair): repair.title(in: store)
    case .shop: "Shop"
    case .retry: "Try again"
    case .restore: "Restore"
    }
  }

  private func fillFuel(_ page: inout Page) {
    guard !demo.fuel.isEmpty else { return }
    let counts = store.fuel.map { "\(demo.level(of: $0))" }.joined(separator: " ")
    page.line(Line([Span("\(demo.presentation.sections.consumable) ", .muted), Span(counts)]))
  }

  private func line(of plan: PlanStatus) -> Line {
    let day = store.dates(of: plan.transaction).brief(plan.end)
    return Line([Span("\(Glyphs.active) ", .good), Span("until \(day)")])
  }
}

extension Repair {
  /// The title of its button, as short as possible.
  fileprivate func title(in store: Store) -> String {
    switch self {
    case .plan(let action, _): action.title
    case .buy(let id): "Buy \(store.name(of: id))"
    }
  }
}

extension Size {
  /// Whether only a summary fits.
  var isSummarySize: Bool { columns < 30 || rows < 8 }

  /// Whether nothing can be read.
  var isTooSmall: Bool { columns < 20 || rows < 6 }
}
