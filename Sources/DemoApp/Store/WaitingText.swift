import OpenStoreKit
import TerminalUI

/// What the screens say about the orders of a product that wait or were not approved.
struct WaitingText {
  let orders: ProductOrders
  let store: Store

  private var name: String { store.name(of: orders.productID) }
  private var count: Int { orders.waiting.count }

  /// How many units the orders that wait are for; `nil` if the store has not said it.
  private var quantity: Int? {
    let known = orders.waiting.compactMap(\.quantity)
    return known.count == count ? known.reduce(0, +) : nil
  }

  /// In the row of the product, long or short.
  func mark(isWide: Bool) -> String {
    let number = count > 1 ? "\(count) " : ""
    guard isWide else { return number + "waiting" }
    return number + (orders.need == .approval ? "waiting for approval" : "waiting for you")
  }

  /// Why the product is not sold meanwhile, as the end of a sentence; `nil` if it is: an order that was
  /// interrupted can be made again, and when one of them is sold the other ends.
  var reason: String? {
    switch orders.need {
    case .approval: "it waits for approval"
    case .accountStep: nil
    }
  }

  /// In the garage, and after an order.
  var sentence: String {
    guard count > 1 else { return orders.need.sentence(about: name, quantity: quantity ?? 1) }
    let units = quantity.map { " (\($0) in all)" } ?? ""
    return switch orders.need {
    case .approval:
      "\(count) orders of \(name)\(units) are waiting for approval. Nothing is charged yet."
    case .accountStep:
      "\(count) orders of \(name)\(units) wait for a step in your account settings. Nothing is "
        + "charged yet."
    }
  }

  /// In the first line, the longest first.
  var slot: [String] {
    let several = count > 1
    let subject = several ? "\(count) orders of \(name)" : name
    let verb = several ? "wait" : "waits"
    let short = several ? "\(count) \(verb)" : verb
    switch orders.need {
    case .approval: return ["\(subject) \(verb) for approval", "\(short) for approval"]
    case .accountStep: return ["\(subject) \(verb) for your account", "\(short) for you"]
    }
  }

  /// On the product's page.
  var paragraph: String {
    switch orders.state {
    case .waiting: waiting
    case .declined where orders.need == .accountStep:
      "Your purchase ended without the step in your account settings. You can buy it again."
    case .declined: "Your request was declined. You can ask again."
    case .lapsed: "Nobody answered your request within 24 hours. You can ask again."
    }
  }

  private var waiting: String {
    let facts = [units, asked].compactMap(\.self).map { " \(Glyphs.bullet) \($0)" }.joined()
    switch orders.need {
    case .approval:
      let words = count > 1 ? "\(count) orders wait for approval" : "Waiting for approval"
      return "\(words)\(facts). Nothing is charged until then."
    case .accountStep:
      let subject = count > 1 ? "\(count) orders wait" : "Your purchase waits"
      let result = count > 1 ? "one of them" : "the purchase"
      return "\(subject) for a step in your account settings\(facts). Take the step, and "
        + "\(result) completes by itself; nothing is charged until then."
    }
  }

  /// How many units, unless it is one for each order.
  private var units: String? {
    guard let quantity, quantity > count else { return nil }
    return count > 1 ? "\(quantity) in all" : "quantity \(quantity)"
  }

  /// When, with the day if it was not today.
  private var asked: String? {
    guard let date = orders.date else { return nil }
    let isToday = date.short == store.now.short
    let time = isToday ? date.time : date.shortWithTime
    return count > 1 ? "the last asked \(time)" : "asked \(time)"
  }

  /// What the customer is told about orders that have ended without a purchase since an earlier reading.
  func notices(since earlier: ProductOrders) -> [Notice] {
    let ended = orders.unapproved(since: earlier)
    return [WaitingOrder.State.declined, .lapsed].compactMap { state in
      let orders = ended.filter { $0.state == state }
      return orders.last.map { Notice(.attention, sentence(about: orders, last: $0)) }
    }
  }

  private func sentence(about ended: [WaitingOrder], last: WaitingOrder) -> String {
    let subject = ended.count == 1 ? name.times(last.quantity ?? 1) : name
    switch last.state {
    case .declined where last.need == .accountStep:
      return "\(subject) was not bought: the step in your account settings was not taken."
        + rest(otherwise: "")
    case .declined:
      let requests =
        ended.count == 1
        ? "Your request for \(subject) was" : "\(ended.count) requests for \(subject) were"
      return "\(requests) declined." + rest(otherwise: " You can ask again.")
    case .lapsed, .waiting:
      return "\(subject): nobody answered within 24 hours."
        + rest(otherwise: " You can ask again.")
    }
  }

  /// How many orders wait on; `words` if none does.
  private func rest(otherwise words: String) -> String {
    switch count {
    case 0: words
    case 1: " 1 other order waits."
    default: " \(count) other orders wait."
    }
  }
}

extension WaitingOrder.Need {
  /// That an order waits for this.
  func sentence(about name: String, quantity: Int = 1) -> String {
    let product = name.times(quantity)
    return switch self {
    case .approval: "\(product) is waiting for approval. Nothing is charged yet."
    case .accountStep:
      "\(product) waits for a step in your account settings. Nothing is charged yet."
    }
  }
}

extension String {
  /// The name of a product with how many of it, if it is not one: "Fuel87 × 3".
  func times(_ quantity: Int) -> String {
    quantity == 1 ? self : "\(self) \(Glyphs.times) \(quantity)"
  }
}

extension Store {
  /// The orders of a product that wait or were not approved.
  func waitingText(of id: String) -> WaitingText? {
    orders[id].map { WaitingText(orders: $0, store: self) }
  }

  /// The notices about orders that waited before and were not approved since.
  func notices(aboutOrdersSince old: Store) -> [Notice] {
    orders.keys.sorted().flatMap { id in
      old.orders[id].flatMap { waitingText(of: id)?.notices(since: $0) } ?? []
    }
  }
}
