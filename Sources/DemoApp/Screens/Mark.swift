import TerminalUI

/// What stands at the right end of a product's row, derived from the store at every draw.
struct Mark {
  let store: Store
  /// Whether there is room for long words, and for a price beside a state.
  var isWide = true

  /// The price of what can be bought, the state of what the customer has.
  func spans(of product: ProductRow) -> [Span] {
    guard let state = state(of: product) else { return [Span(product.priceText, .price)] }
    guard isWide, !store.state(of: product.id).isActive, scheduled(product) == nil else {
      return [state]
    }
    return [Span(product.priceText, .price), Span("   "), state]
  }

  /// A word and a sign for a product that is more than for sale; `nil` otherwise.
  func state(of product: ProductRow) -> Span? {
    switch store.state(of: product.id) {
    case .notPurchased: scheduled(product)
    case .purchased: Span("owned \(Glyphs.check)", .good)
    case .subscribed: Span("your plan \(Glyphs.active)", .good)
    case .inGracePeriod:
      Span("\(isWide ? "payment needs a fix" : "needs a fix") \(Glyphs.attention)", .warn)
    case .inBillingRetryPeriod: Span("paused \(Glyphs.paused)", .warn)
    case .expired: scheduled(product) ?? Span("ended \(Glyphs.none)", .muted)
    case .revoked: Span("refunded \(Glyphs.refunded)", .bad)
    case .pending: Span("\(isWide ? "waiting for approval" : "waiting") \(Glyphs.pending)", .warn)
    }
  }

  private func scheduled(_ product: ProductRow) -> Span? {
    guard let date = store.statusBefore(product)?.transaction.expirationDate else { return nil }
    return Span("\(isWide ? "scheduled " : "")from \(date.short)", .accent)
  }
}
