import OpenStoreKit
import TerminalUI

/// The texts about a product's orders that wait or were not approved.
struct WaitingText {
  let orders: ProductOrders
  let store: Store

  private var name: String { store.name(of: orders.productID) }
  private var count: Int { orders.waiting.count }

  /// The waiting orders, grouped by the step that ends their wait.
  private var groups: [WaitingGroup] {
    PendingOrder.Need.allCases.compactMap { need in
      let orders = orders.waiting.filter { $0.need == need }
      return orders.isEmpty ? nil : WaitingGroup(need: need, orders: orders, store: store)
    }
  }

  /// The only group; `nil` if no orders wait, or if they wait for different steps.
  private var onlyGroup: WaitingGroup? { groups.count == 1 ? groups.first : nil }

  /// The text in the product's row, long or short.
  func mark(isWide: Bool) -> String {
    let number = count > 1 ? "\(count) " : ""
    return number + (isWide ? onlyGroup?.mark ?? "waiting" : "waiting")
  }

  /// The reason why the product is not sold meanwhile, as the end of a sentence; `nil` if it is
  /// sold.
  ///
  /// An interrupted order can be made again; when one of the orders is sold, the other ends.
  var reason: String? {
    switch orders.need {
    case .approval: "it is waiting for approval"
    case .accountStep: nil
    }
  }

  /// The sentence in the garage, and after an order.
  var sentence: String { groups.map(\.sentence).joined(separator: " ") }

  /// The texts for the first line, the longest first.
  var slot: [String] {
    onlyGroup?.slot ?? ["\(count) orders of \(name) wait", "\(count) wait"]
  }

  /// The paragraph on the product's page.
  var paragraph: String {
    switch orders.state {
    case .waiting: groups.map(\.paragraph).joined(separator: " ")
    case .declined where orders.need == .accountStep:
      "Your purchase ended because the step in your account settings was not completed. You can buy it"
        + " again."
    case .declined: "Your request was declined. You can ask again."
    case .lapsed: "Nobody answered your request within 24 hours. You can ask again."
    }
  }

  /// The notice about orders that have ended without a purchase since an earlier reading; `nil` if
  /// there are none.
  func notice(since earlier: ProductOrders) -> Notice? {
    let ended = orders.unapproved(since: earlier)
    let sentences = [PendingOrder.State.declined, .lapsed].flatMap { state in
      PendingOrder.Need.allCases.compactMap { need in
        sentence(about: ended.filter { ($0.state, $0.need) == (state, need) })
      }
    }
    guard !sentences.isEmpty else { return nil }
    let parts = sentences + [rest(after: ended)].compactMap(\.self)
    return Notice(.attention, parts.joined(separator: " "))
  }

  /// A sentence about orders that ended in the same way; `nil` without orders.
  private func sentence(about ended: [PendingOrder]) -> String? {
    guard let last = ended.last else { return nil }
    let subject = ended.count == 1 ? name.times(last.quantity ?? 1) : name
    switch last.state {
    case .declined where last.need == .accountStep:
      return "\(subject) was not bought: the step in your account settings was not completed."
    case .declined:
      let requests =
        ended.count == 1
        ? "Your request for \(subject) was" : "\(ended.count) requests for \(subject) were"
      return "\(requests) declined."
    case .lapsed, .waiting:
      return "\(subject): nobody answered within 24 hours."
    }
  }

  /// A sentence with the number of orders that still wait, or that the customer can ask again.
  private func rest(after ended: [PendingOrder]) -> String? {
    switch count {
    case 0: ended.contains { $0.need == .approval } ? "You can ask again." : nil
    case 1: "1 other order waits."
    default: "\(count) other orders wait."
    }
  }
}

extension String {
  /// The name with the quantity, unless it is 1: "Fuel87 × 3".
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
    orders.keys.sorted().compactMap { id in
      old.orders[id].flatMap { waitingText(of: id)?.notice(since: $0) }
    }
  }
}
