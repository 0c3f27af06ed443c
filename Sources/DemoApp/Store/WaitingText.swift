import OpenStoreKit
import TerminalUI

/// What the screens say about an order that waits or was not approved.
struct WaitingText {
  let order: WaitingOrder
  let store: Store

  private var name: String { store.name(of: order.productID) }

  /// In the row of the product, long or short.
  func mark(isWide: Bool) -> String {
    guard isWide else { return "waiting" }
    return order.need == .approval ? "waiting for approval" : "waiting for you"
  }

  /// Why the product is not sold meanwhile, as the end of a sentence; `nil` if it is: an order that was
  /// interrupted can be made again, and when one of them is sold the other ends.
  var reason: String? {
    switch order.need {
    case .approval: "it waits for approval"
    case .accountStep: nil
    }
  }

  /// In the garage, and after the order.
  var sentence: String { order.need.sentence(about: name) }

  /// In the first line, the longest first.
  var slot: [String] {
    switch order.need {
    case .approval: ["\(name) waits for approval", "waits for approval"]
    case .accountStep: ["\(name) waits for your account", "waits for you"]
    }
  }

  /// On the product's page.
  var paragraph: String {
    switch order.state {
    case .waiting: waiting
    case .declined where order.need == .accountStep:
      "Your purchase ended without the step in your account settings. You can buy it again."
    case .declined: "Your request was declined. You can ask again."
    case .lapsed: "Nobody answered your request within 24 hours. You can ask again."
    }
  }

  private var waiting: String {
    switch order.need {
    case .approval: "Waiting for approval\(asked). Nothing is charged until then."
    case .accountStep:
      "Your purchase waits for a step in your account settings\(asked). Take the step, and the "
        + "purchase completes by itself; nothing is charged until then."
    }
  }

  /// When, with the day if it was not today.
  private var asked: String {
    guard let date = order.date else { return "" }
    let isToday = date.short == store.now.short
    return " \(Glyphs.bullet) asked \(isToday ? date.time : date.shortWithTime)"
  }

  /// What the customer is told when the wait has ended without a purchase.
  var notice: Notice? {
    switch order.state {
    case .waiting: nil
    case .declined where order.need == .accountStep:
      Notice(
        .attention,
        "\(name) was not bought: the step in your account settings was not taken.")
    case .declined:
      Notice(.attention, "Your request for \(name) was declined. You can ask again.")
    case .lapsed:
      Notice(.attention, "\(name): nobody answered within 24 hours. You can ask again.")
    }
  }
}

extension WaitingOrder.Need {
  /// That an order waits for this.
  func sentence(about name: String) -> String {
    switch self {
    case .approval: "\(name) is waiting for approval. Nothing is charged yet."
    case .accountStep:
      "\(name) waits for a step in your account settings. Nothing is charged yet."
    }
  }
}

extension Store {
  /// The order of a product that waits or was not approved.
  func waitingText(of id: String) -> WaitingText? {
    orders[id].map { WaitingText(order: $0, store: self) }
  }

  /// The notices about orders that waited before and were not approved since.
  func notices(aboutOrdersSince old: Store) -> [Notice] {
    let ended = orders.keys.sorted().filter { old.orders[$0]?.state == .waiting }
    return ended.compactMap { waitingText(of: $0)?.notice }
  }
}
