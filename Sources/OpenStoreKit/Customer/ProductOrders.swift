/// The orders of one product that wait or were not approved: at least one.
package struct ProductOrders: Codable, Hashable, Sendable {
  /// The last one that waits; if none does, the last one that was not approved.
  package let last: PendingOrder
  private let others: [PendingOrder]

  /// `nil` if there are no orders.
  ///
  /// - Parameter orders: The orders of one product, in the order of their numbers.
  package init?(_ orders: [PendingOrder]) {
    let index = orders.lastIndex { $0.state == .waiting } ?? orders.indices.last
    guard let index else { return nil }
    last = orders[index]
    others = Array(orders[..<index] + orders[(index + 1)...])
  }

  /// The orders by product ID.
  package static func byProduct(_ orders: [PendingOrder]) -> [String: ProductOrders] {
    Dictionary(grouping: orders, by: \.productID).compactMapValues { ProductOrders($0) }
  }
}

extension ProductOrders {
  package var productID: String { last.productID }
  package var need: PendingOrder.Need { last.need }
  package var state: PendingOrder.State { last.state }
  /// The date on which the customer ordered ``last``; `nil` until the store has said it.
  package var date: Date? { last.date }

  /// Those that wait.
  package var waiting: [PendingOrder] { all.filter { $0.state == .waiting } }

  /// Those that waited in an earlier reading of the same product, and were not approved since.
  package func unapproved(since earlier: ProductOrders) -> [PendingOrder] {
    all.filter { order in
      order.state != .waiting && !earlier.all.contains(order)
        && earlier.waiting.contains { $0.id == nil || $0.id == order.id }
    }
  }

  private var all: [PendingOrder] { others + [last] }
}
