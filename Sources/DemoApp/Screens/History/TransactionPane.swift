import OpenStoreKit
import TerminalUI

/// One transaction with everything that the App Store says about it.
struct TransactionPane {
  let entry: History.Entry
  let demo: Demo
  let store: Store

  private var purchase: HistoryEntry { entry.purchase }
  private var owned: Owned { entry.purchase.owned }
  private var isNewest: Bool { demo.history?.entries.first == entry }
  private var dates: PlanDates { store.dates(of: owned) }

  func fill(_ page: inout Page) {
    let name = store.name(of: owned.productID).times(purchase.quantity)
    page.heading(name, trailing: entry.amount)
    page.line(
      Line([
        entry.sign(isNewest: isNewest), Span(" \(entry.event.rawValue) \(dates.full(entry.date))"),
      ])
    )
    page.blank()
    for fact in facts { page.line(line(of: fact)) }
    fillTimeline(&page)
    page.blank()
  }

  private typealias Fact = (name: String, value: String?)

  private func line(of fact: (name: String, value: String)) -> Line {
    Line([Span(fact.name.padded(to: 14), .muted), Span(fact.value)])
  }

  private var facts: [(name: String, value: String)] {
    let facts: [Fact] = [
      ("Transaction", "\(owned.transactionID)"),
      ("Original", owned.originalID == owned.transactionID ? nil : "\(owned.originalID)"),
      ("Period", period), ("Offer", owned.offer?.words),
      ("Family", owned.isFamilyShared ? "shared by a family member" : nil),
      ("Upgraded", owned.isUpgraded ? "to a higher plan" : nil),
      ("Refund", refund),
    ]
    return facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
  }

  private var period: String? {
    owned.expirationDate.map { "\(dates.row(owned.purchaseDate)) to \(dates.row($0))" }
  }

  /// The refund, or the state of its request, unless the row itself is the refund.
  private var refund: String? {
    guard entry.event != .refunded, !owned.isFamilyShared else { return nil }
    let refunded = owned.revocationDate.map { "\(purchase.displayRefund) on \(dates.row($0))" }
    return refunded ?? purchase.refundRequest.map(\.words)
  }

  private func fillTimeline(_ page: inout Page) {
    guard let timeline = ShortTimeline(ofPeriod: owned, in: store) else { return }
    page.blank()
    page.line(Line(timeline.spans(columns: page.width)))
  }
}

extension RefundRequest {
  /// The state as the value of a line that is named "Refund".
  fileprivate var words: String {
    switch self {
    case .pending: "requested"
    case .granted: "reversed"
    case .declined: "declined"
    }
  }
}

extension PurchaseOffer {
  /// The kind of the offer, and how it is paid.
  fileprivate var words: String {
    let kind =
      switch self.kind {
      case .introductory: "introductory"
      case .promotional: "promotional"
      case .code: "code"
      case .winBack: "win-back"
      default: "offer"
      }
    let payment: String? =
      switch mode {
      case .freeTrial: "free"
      case .payAsYouGo: "pay as you go"
      case .payUpFront: "pay up front"
      default: nil
      }
    return [kind, payment].compactMap(\.self).joined(separator: ", ")
  }
}
