import OpenStoreKit

// The prices of the next periods, and the price that waits for the customer's answer.
extension StatusText {
  /// The plan of the next period, if it is still sold.
  var next: ProductRow? {
    store.product(status.renewal.autoRenewPreference ?? status.renewal.currentProductID)
  }

  /// The price of the next period, per unit of time, or that of an offer and the one after it.
  var renewalTerms: String {
    if status.renewal.offer != nil, let price = status.renewal.renewalPrice {
      return "\(price.text) with your offer" + (next.map { ", later \($0.priceText)" } ?? "")
    }
    return perUnit(status.renewal.renewalPrice?.text ?? next?.displayPrice ?? "the regular price")
  }

  /// The price after a price increase; while an offer runs, the price after the offer.
  private var newPrice: Price? {
    let regular = next.map { Price(amount: $0.price, text: $0.displayPrice) }
    let isLater = status.renewal.priceIncrease == .pending || status.renewal.offer != nil
    return isLater ? regular ?? status.renewal.renewalPrice : status.renewal.renewalPrice ?? regular
  }

  var newTerms: String { perUnit(newPrice?.text ?? "a new price") }

  /// A sentence that says that the customer did not agree to a price; `nil` unless renewal is off
  /// because of it.
  var declined: String? {
    guard status.hasDeclinedPrice else { return nil }
    let plan = isNextAnother ? next.map { " for \($0.displayName)" } : nil
    return "You did not agree to \(newTerms)\(plan ?? "")."
  }

  /// Whether another plan is chosen for the next period, even while renewal is off.
  var isNextAnother: Bool { next.map { $0.id != status.renewal.currentProductID } ?? false }

  private func perUnit(_ price: String) -> String {
    next?.plan.map { "\(price) / \($0.unitText)" } ?? price
  }

  /// The time from which the new price applies: an offer covers its own period, and a failed
  /// payment is charged at the price that the customer agreed to.
  private var since: String {
    if status.state != .subscribed { return "Afterwards" }
    return status.renewal.offer == nil ? "From \(end)" : "After your offer"
  }

  /// Returns a sentence about the change of the price, and whether it needs the customer's answer.
  ///
  /// - Parameter subject: The plan, as the sentence names it.
  /// - Returns: One sentence.
  func newPrice(of subject: String) -> String {
    let condition = status.renewal.priceIncrease == .pending ? ", if you agree" : ""
    if let scheduled = status.renewal.scheduledProductID.map(store.name) {
      return status.state == .subscribed
        ? "\(scheduled) follows on \(end) for \(newTerms)\(condition)."
        : "\(since) \(scheduled) costs \(newTerms)\(condition)."
    }
    guard status.state == .subscribed else {
      return "\(since) \(subject) costs \(newTerms)\(condition)."
    }
    guard condition.isEmpty || !paysNewPrice else {
      return "Please confirm \(newTerms) from \(end)."
    }
    let old = subject == "it" ? insteadOfOld : ""
    return "\(since) \(subject) costs \(newTerms)\(old)\(condition)."
  }

  /// Whether the price that the App Store asks about is the one that was paid.
  private var paysNewPrice: Bool {
    status.transaction.offer == nil && status.transaction.price?.amount == newPrice?.amount
  }

  /// The price that was paid, if it was a regular price and differs.
  private var insteadOfOld: String {
    guard let old = status.transaction.price, let new = newPrice, status.transaction.offer == nil,
      status.renewal.offer == nil, old.amount != new.amount
    else { return "" }
    return " instead of \(old.text)"
  }
}
