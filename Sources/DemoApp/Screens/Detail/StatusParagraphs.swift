import OpenStoreKit
import TerminalUI

/// The sentences about a subscription, the billing page's address if a payment is missing, and the
/// customer's next actions.
struct StatusParagraphs {
  let status: PlanStatus
  let store: Store
  /// Whether the next actions appear below the sentences.
  let showsAction: Bool
  /// Whether the sentence "you have the plan", which the plan's row shows, is left out if there are
  /// others.
  var isBrief = false

  func fill(_ page: inout Page) {
    for sentence in sentences { page.paragraph(sentence, .muted) }
    if status.nextActions.contains(.fixPayment) {
      let address = "https://apps.apple.com/account/billing"
      let short = String(address.dropFirst("https://".count))
      page.paragraph(Width.columns(address) <= page.width ? address : short, .accent)
    }
    guard showsAction else { return }
    for action in status.nextActions { page.action(action.title, action.command, action.style) }
  }

  private var sentences: [String] {
    let all = StatusText(status: status, store: store).sentences
    let isPlain = status.isVerified && status.state == .subscribed
    return isBrief && isPlain && all.count > 1 ? Array(all.dropFirst()) : all
  }
}

extension PlanAction {
  /// The style of its row.
  var style: Style { isUrgent ? Style.accent.bold() : .accent }
}
