import TerminalUI

/// The mark at the right end of a product's row, derived from the store at every draw.
struct Mark {
  let store: Store
  /// Whether there is room for long words, and for a price beside a state.
  var isWide = true

  /// The price of a product that can be bought, or the state of one that the customer has.
  func spans(of product: ProductRow) -> [Span] {
    guard let state = state(of: product) else { return [Span(product.priceText, .price)] }
    let isMine = store.state(of: product.id).isActive || isUnpaid(product.id)
    guard isWide, !isMine, scheduled(product.id) == nil else { return [state] }
    return [Span(product.priceText, .price), Span("   "), state]
  }

  /// Whether the customer must pay for it before they have it again.
  private func isUnpaid(_ id: String) -> Bool {
    store.state(of: id) == .inBillingRetryPeriod && !isShared(store.productStatus(of: id))
  }

  /// A word and a sign for a product with a state other than "for sale"; `nil` without one.
  func state(of product: ProductRow) -> Span? { state(of: product.id) }

  /// The same for a product that may no longer be sold.
  ///
  /// The customer's own failed payment comes before a family member's sharing.
  func state(of id: String) -> Span? {
    let status = store.productStatus(of: id)
    return isShared(status) && owes(id) ? needsFix : state(of: id, status)
  }

  /// The same for a subscription, which may be beneath a family member's subscription to the same
  /// product.
  func state(of plan: PlanGroup) -> Span? {
    let status = store.isBeneath(plan) ? ProductStatus(plan.status) : nil
    return state(of: plan.productID, status ?? store.productStatus(of: plan.productID))
  }

  private func state(of id: String, _ status: ProductStatus) -> Span? {
    let isShared = isShared(status)
    return switch status.state {
    case .notPurchased: scheduled(id)
    case .purchased where isShared: Span("shared \(Glyphs.check)", .good)
    case .purchased: Span("owned \(Glyphs.check)", .good)
    case .subscribed where isShared: Span("shared \(Glyphs.active)", .good)
    case .subscribed: subscribed(id)
    case .inGracePeriod where isShared: Span("shared \(Glyphs.attention)", .warn)
    case .inGracePeriod: needsFix
    case .inBillingRetryPeriod: Span("paused \(Glyphs.paused)", .warn)
    case .expired: scheduled(id) ?? Span("ended \(Glyphs.none)", .muted)
    case .revoked: revoked(status)
    case .pending:
      store.waitingText(of: id).map {
        Span("\($0.mark(isWide: isWide)) \(Glyphs.pending)", .warn)
      }
    }
  }

  private func isShared(_ status: ProductStatus) -> Bool {
    status.transaction?.isFamilyShared == true
  }

  /// Whether the customer's own subscription to it waits for a payment.
  private func owes(_ id: String) -> Bool {
    store.subscriptions.contains {
      $0.productID == id && $0.status.nextActions.contains(.fixPayment)
    }
  }

  private var needsFix: Span {
    Span("\(isWide ? "payment needs a fix" : "needs a fix") \(Glyphs.attention)", .warn)
  }

  private func revoked(_ status: ProductStatus) -> Span {
    Span("\(status.transaction?.wordOfRevocation ?? "refunded") \(Glyphs.refunded)", .bad)
  }

  private func subscribed(_ id: String) -> Span {
    let plan = store.subscriptions.first { $0.productID == id }
    guard plan?.status.situation == .priceAsked else {
      return Span("your plan \(Glyphs.active)", .good)
    }
    return Span("\(isWide ? "new price waits" : "new price") \(Glyphs.attention)", .warn)
  }

  private func scheduled(_ id: String) -> Span? {
    guard let period = store.statusBefore(id)?.transaction, let date = period.expirationDate
    else { return nil }
    let day = store.dates(of: period).short(date)
    return Span("\(isWide ? "scheduled " : "")from \(day)", .accent)
  }
}
