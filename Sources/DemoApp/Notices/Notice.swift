package import Foundation
package import OpenStoreKit

/// One sentence for the customer about something that has just happened.
package struct Notice: Equatable, Sendable {
  package enum Tone: Equatable, Sendable { case good, attention, bad }

  package let tone: Tone
  package let text: String
  /// The text on a page with attention cards, without what they say; empty if they say all of it.
  let textBesideCards: String

  package init(_ tone: Tone, _ text: String) {
    self.init(tone, text, besideCards: text)
  }

  init(_ tone: Tone, _ text: String, besideCards textBesideCards: String) {
    self.tone = tone
    self.text = text
    self.textBesideCards = textBesideCards
  }
}

extension Notice {
  /// One notice made of several, in their order; `nil` if there are none.
  init?(joining notices: [Notice]) {
    guard let first = notices.first else { return nil }
    let tones = notices.map(\.tone)
    self.init(
      tones.first { $0 == .bad } ?? tones.first { $0 == .attention } ?? first.tone,
      notices.map(\.text).joined(separator: " "),
      besideCards: notices.map(\.textBesideCards).filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// The notice on a page with attention cards; `nil` if they say all of it.
  var besideCards: Notice? { textBesideCards.isEmpty ? nil : Notice(tone, textBesideCards) }

  /// The same notice, marked as one that an attention card repeats.
  var onCard: Notice { Notice(tone, text, besideCards: "") }
}

/// The outcome of a purchase.
package enum PurchaseEnding: Equatable, Sendable {
  case purchased
  /// The customer already owned it; nothing was charged.
  case alreadyOwned
  /// A lower plan begins when the current period ends.
  case scheduled(Date)
  /// The step that ends the wait; `nil` if the store has not said.
  case pending(PendingOrder.Need? = nil)
  case cancelled
  /// The store did not answer: the order may have arrived.
  case notKnown
  /// The reason, as the end of a sentence.
  case failed(String)
  case notVerified
}

/// The outcome of Restore Purchases.
package enum RestoreOutcome: Equatable, Sendable {
  /// The names of the products that this device lacked before, and of those that it had.
  case done(found: [String], present: [String])
  case cancelled
  /// The reason, as the end of a sentence.
  case failed(String)
}

extension Notice {
  /// The sentence for a purchase; `nil` if the customer cancelled it, because a screen and a command
  /// line report that differently.
  package init?(
    _ ending: PurchaseEnding, of product: ProductRow, quantity: Int = 1,
    keeping plan: String? = nil, dates: PlanDates, texts: Texts
  ) {
    let name = product.displayName
    switch ending {
    case .purchased: self.init(.good, Self.purchased(product, quantity, texts))
    case .alreadyOwned: self.init(.good, Self.alreadyOwned(product))
    case .scheduled(let date) where dates.isOver(date):
      let until = plan == name ? "" : plan.map { " Until then you keep \($0)." } ?? ""
      self.init(.good, "\(name) begins when your payment works.\(until)")
    case .scheduled(let date) where plan == name:
      self.init(.good, "\(name) continues after \(dates.full(date)).")
    case .scheduled(let date):
      let until = plan.map { " Until then you keep \($0)." } ?? ""
      self.init(.good, "\(name) is scheduled from \(dates.full(date)).\(until)")
    case .pending(let need):
      self.init(.attention, (need ?? .approval).sentence(about: name, quantity: quantity))
    case .cancelled: return nil
    case .notKnown:
      self.init(
        .attention,
        "The store did not answer. If your order has arrived, \(name) will be delivered later.")
    case .failed(let reason): self.init(.bad, "\(name) was not bought: \(reason).")
    case .notVerified:
      self.init(.bad, "Your purchase could not be verified by the App Store. Nothing is unlocked.")
    }
  }

  /// The sentence for a purchase sheet that was closed without a payment.
  static let nothingBought = Notice(.attention, "Nothing was bought. p pays.")

  /// The sentence for Restore Purchases.
  package init(_ ending: RestoreOutcome) {
    switch ending {
    case .done(let found, _) where !found.isEmpty:
      self.init(.good, "Restored: \(found.formatted(.list(type: .and).locale(.words))).")
    case .done(_, let present) where !present.isEmpty:
      let names = present.formatted(.list(type: .and).locale(.words))
      let verb = present.count == 1 ? "is" : "are"
      self.init(.good, "Nothing to restore: \(names) \(verb) already here.")
    case .done: self.init(.attention, "Nothing to restore: this account owns nothing yet.")
    case .cancelled: self.init(.attention, "Restore was cancelled. Nothing has changed.")
    case .failed(let reason): self.init(.bad, "Nothing was restored: \(reason).")
    }
  }

  private static func purchased(
    _ product: ProductRow, _ quantity: Int, _ texts: Texts
  ) -> String {
    switch product.kind {
    case .consumable: "\(product.displayName): \(quantity) \(texts[.refilled])."
    case .nonConsumable:
      "\(product.displayName) is yours." + (texts[optional: .delivery].map { " \($0)" } ?? "")
    case .autoRenewable: "You are subscribed to \(product.displayName)."
    default: "\(product.displayName) is yours."
    }
  }

  private static func alreadyOwned(_ product: ProductRow) -> String {
    product.kind == .autoRenewable
      ? "\(product.displayName) is already your plan. Nothing was charged."
      : "You already own \(product.displayName). Nothing was charged."
  }
}

extension Locale {
  /// The language of the app's own sentences.
  static let words = Locale(identifier: "en_US")
}
