import TerminalUI

/// The mark at the right end of a product's row, derived from the store at every draw.
struct Mark {
  let store: Store
  /// Whether there is room for long words, and for a price beside a state.
  var isWide = true

  /// The price of a product that can be bought, or the state of one that the customer has.
  ///
  /// A price is always at the right end, so that the prices of a list are in one column.
  func spans(of product: ProductRow) -> [Span] {
    let state = state(of: product)
    guard !state.isEmpty else { return [price(of: product)] }
    let isMine = store.state(of: product.id).isActive || isUnpaid(product.id)
    guard isWide, !isMine, scheduled(product.id).isEmpty else { return state }
    return state + [Span("   "), price(of: product)]
  }

  /// The regular price; dim while the product cannot be bought.
  func price(of product: ProductRow) -> Span {
    Span(product.priceText, priceStyle(of: product))
  }

  /// Prices that the customer cannot pay are dim; that of their own plan is not.
  func priceStyle(of product: ProductRow) -> Style {
    let isMine = store.state(of: product.id).isActive && store.offlineSince == nil
    return isMine || store.reasonNotToSell(product) == nil ? .price : .disabled
  }

  /// Whether the customer must pay for it before they have it again.
  private func isUnpaid(_ id: String) -> Bool {
    store.state(of: id) == .inBillingRetryPeriod && !isShared(store.productStatus(of: id))
  }

  /// A word and a sign for a product with a state other than "for sale"; empty without one.
  func state(of product: ProductRow) -> [Span] { state(of: product.id) }

  /// The same for a product that may no longer be sold.
  ///
  /// The customer's own failed payment comes before a family member's sharing.
  func state(of id: String) -> [Span] {
    let status = store.productStatus(of: id)
    return isShared(status) && owes(id) ? needsFix : state(of: id, status)
  }

  /// The same for a subscription, which may be beneath a family member's subscription to the same
  /// product.
  func state(of plan: PlanGroup) -> [Span] {
    let status = store.isBeneath(plan) ? ProductStatus(plan.status) : nil
    return state(of: plan.productID, status ?? store.productStatus(of: plan.productID))
  }

  private func state(of id: String, _ status: ProductStatus) -> [Span] {
    let isShared = isShared(status)
    return switch status.state {
    case .notPurchased: scheduled(id)
    case .purchased where isShared: muted("shared", Glyphs.check, .good)
    case .purchased: muted("owned", Glyphs.check, .good)
    case .subscribed where isShared: muted("shared", Glyphs.active, .good)
    case .subscribed: subscribed(id)
    case .inGracePeriod where isShared: muted("shared", Glyphs.attention, .warn)
    case .inGracePeriod: needsFix
    case .inBillingRetryPeriod: emphasized("paused", Glyphs.paused, .warn)
    case .expired: scheduled(id).isEmpty ? muted("ended", Glyphs.none, .muted) : scheduled(id)
    case .revoked: revoked(status)
    case .pending:
      store.waitingText(of: id).map { muted($0.mark(isWide: isWide), Glyphs.pending, .warn) } ?? []
    }
  }

  /// The spans of a state that needs no action: only the sign has a colour.
  private func muted(_ word: String, _ sign: String, _ style: Style) -> [Span] {
    [Span("\(word) ", .muted), Span(sign, style)]
  }

  /// The spans of a state that needs an action of the customer: the words are bold.
  private func emphasized(_ word: String, _ sign: String, _ style: Style) -> [Span] {
    [Span("\(word) ", Style.plain.bold()), Span(sign, style)]
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

  private var needsFix: [Span] {
    emphasized(isWide ? "payment needs a fix" : "needs a fix", Glyphs.attention, .warn)
  }

  private func revoked(_ status: ProductStatus) -> [Span] {
    muted(status.transaction?.wordOfRevocation ?? "refunded", Glyphs.refunded, .bad)
  }

  private func subscribed(_ id: String) -> [Span] {
    let plan = store.subscriptions.first { $0.productID == id }
    guard plan?.status.situation == .priceAsked else {
      return muted("your plan", Glyphs.active, .good)
    }
    return emphasized(isWide ? "new price waits" : "new price", Glyphs.attention, .warn)
  }

  private func scheduled(_ id: String) -> [Span] {
    guard let period = store.statusBefore(id)?.transaction, let date = period.expirationDate
    else { return [] }
    let day = store.dates(of: period).short(date)
    return [Span("\(isWide ? "scheduled " : "")from \(day)", .muted)]
  }
}
