import TerminalUI

/// The sentences about a subscription, and the billing page's address if a payment is missing.
struct StatusParagraphs {
  let status: PlanStatus
  let store: Store

  func fill(_ page: inout Page) {
    for sentence in StatusText(status: status, store: store).sentences {
      page.paragraph(sentence, .muted)
    }
    guard status.needsPayment else { return }
    let address = "https://apps.apple.com/account/billing"
    let short = String(address.dropFirst("https://".count))
    page.paragraph(Width.columns(address) <= page.width ? address : short, .accent)
  }
}

extension PlanStatus {
  /// Whether a payment is missing.
  var needsPayment: Bool {
    isVerified && (state == .inGracePeriod || state == .inBillingRetryPeriod)
  }
}
