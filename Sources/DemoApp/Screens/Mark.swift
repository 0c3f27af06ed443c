import TerminalUI

/// What stands at the right end of a product's row, derived from the store at every draw.
struct Mark {
  let store: Store
  /// Whether there is room for long words, and for a price beside a state.
  var isWide = true

  /// The price of what can be bought, the state of what the customer has.
  func spans(of product: ProductRow) -> [Span] {
    guard let state = state(of: product) else { return [Span(product.priceText, .price)] }
    let isMine = store.state(of: product.id).isActive || isPaused(product)
    guard isWide, !isMine, scheduled(product.id) == nil else { return [state] }
    return [Span(product.priceText, .price), Span("   "), state]
  }

  private func isPaused(_ product: ProductRow) -> Bool {
    store.state(of: product.id) == .inBillingRetryPeriod
  }

  /// A word and a sign for a product that is more than for sale; `nil` otherwise.
  func state(of product: ProductRow) -> Span? { state(of: product.id) }

  /// The same for a product that may no longer be sold.
  func state(of id: String) -> Span? {
    switch store.state(of: id) {
    case .notPurchased: scheduled(id)
    case .purchased where isShared(id): Span("shared \(Glyphs.check)", .good)
    case .purchased: Span("owned \(Glyphs.check)", .good)
    case .subscribed where isShared(id): Span("shared \(Glyphs.active)", .good)
    case .subscribed: subscribed(id)
    case .inGracePeriod where isShared(id): Span("shared \(Glyphs.attention)", .warn)
    case .inGracePeriod:
      Span("\(isWide ? "payment needs a fix" : "needs a fix") \(Glyphs.attention)", .warn)
    case .inBillingRetryPeriod: Span("paused \(Glyphs.paused)", .warn)
    case .expired: scheduled(id) ?? Span("ended \(Glyphs.none)", .muted)
    case .revoked: Span("\(isShared(id) ? "not shared" : "refunded") \(Glyphs.refunded)", .bad)
    case .pending:
      store.waitingText(of: id).map {
        Span("\($0.mark(isWide: isWide)) \(Glyphs.pending)", .warn)
      }
    }
  }

  private func isShared(_ id: String) -> Bool {
    store.productStatus(of: id).transaction?.isFamilyShared == true
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
