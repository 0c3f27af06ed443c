import OpenStoreKit
import TerminalUI

/// The texts about a product's orders that wait for the same step.
struct WaitingGroup {
  let need: PendingOrder.Need
  /// The orders by their numbers; at least one.
  let orders: [PendingOrder]
  let store: Store

  private var name: String { orders.first.map { store.name(of: $0.productID) } ?? "" }
  private var count: Int { orders.count }

  /// The number of units of the orders; `nil` if the store has not said it.
  private var quantity: Int? {
    let known = orders.compactMap(\.quantity)
    return known.count == count ? known.reduce(0, +) : nil
  }

  /// The text in the product's row about what they wait for.
  var mark: String {
    switch need {
    case .approval: "waiting for approval"
    case .accountStep: "waiting for you"
    }
  }

  /// The sentence in the garage, and after an order.
  var sentence: String {
    guard count > 1 else { return need.sentence(about: name, quantity: quantity ?? 1) }
    let units = quantity.map { " (\($0) in all)" } ?? ""
    return switch need {
    case .approval:
      "\(count) orders of \(name)\(units) are waiting for approval. Nothing is charged yet."
    case .accountStep:
      "\(count) orders of \(name)\(units) are waiting for a step in your account settings. Nothing is "
        + "charged yet."
    }
  }

  /// The texts for the first line, the longest first.
  var slot: [String] {
    let subject = count > 1 ? "\(count) orders of \(name) wait" : "\(name) waits"
    let short = count > 1 ? "\(count) wait" : "waits"
    return switch need {
    case .approval: ["\(subject) for approval", "\(short) for approval"]
    case .accountStep: ["\(subject) for your account", "\(short) for you"]
    }
  }

  /// The paragraph on the product's page.
  var paragraph: String {
    let facts = [units, asked].compactMap(\.self).map { " \(Glyphs.bullet) \($0)" }.joined()
    switch need {
    case .approval:
      let words = count > 1 ? "\(count) orders wait for approval" : "Waiting for approval"
      return "\(words)\(facts). Nothing is charged until then."
    case .accountStep:
      let subject = count > 1 ? "\(count) orders wait" : "Your purchase waits"
      let result = count > 1 ? "one of them" : "the purchase"
      return "\(subject) for a step in your account settings\(facts). Once you have taken it, "
        + "\(result) completes. Nothing is charged until then."
    }
  }

  /// The number of units, unless each order has one.
  private var units: String? {
    guard let quantity, quantity > count else { return nil }
    return count > 1 ? "\(quantity) in all" : "quantity \(quantity)"
  }

  /// The time of the order, with the day if it was not today.
  private var asked: String? {
    guard let date = orders.last?.date else { return nil }
    let isToday = store.short(date) == store.short(store.now)
    let zone = store.timeZone
    let time = isToday ? date.time(in: zone) : date.shortWithTime(in: zone)
    return count > 1 ? "the last asked \(time)" : "asked \(time)"
  }
}

extension PendingOrder.Need {
  /// Returns a sentence that says that an order waits for this.
  func sentence(about name: String, quantity: Int = 1) -> String {
    let product = name.times(quantity)
    return switch self {
    case .approval: "\(product) is waiting for approval. Nothing is charged yet."
    case .accountStep:
      "\(product) is waiting for a step in your account settings. Nothing is charged yet."
    }
  }
}
