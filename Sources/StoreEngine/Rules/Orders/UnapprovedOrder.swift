import StoreAPI

/// An order that waited for approval and did not get it; nothing was charged.
///
/// A ledger has the last one of each product, until the customer orders the product again.
package struct UnapprovedOrder: Codable, Hashable, Sendable {
  package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    case declined
    case lapsed
  }

  package let order: WaitingOrder
  package let outcome: Outcome

  enum CodingKeys: String, CodingKey, CaseIterable { case order, outcome }
}

extension Ledger {
  /// Closes the key of an order that waits, because of `outcome`.
  mutating func close(_ order: WaitingOrder, because outcome: UnapprovedOrder.Outcome) {
    orders[order.key] = .closed
    waitingOrders[order.number] = nil
    unapprovedOrders[order.request.productID] = UnapprovedOrder(order: order, outcome: outcome)
  }
}

extension CustomerOrder {
  package init(_ order: WaitingOrder) { self.init(order, state: .waiting) }

  package init(_ unapproved: UnapprovedOrder) {
    self.init(unapproved.order, state: State(unapproved.outcome))
  }

  private init(_ order: WaitingOrder, state: State) {
    self.init(
      id: order.number, productID: order.request.productID, quantity: order.request.quantity,
      cause: order.cause, state: state, date: order.date)
  }
}

extension CustomerOrder.State {
  fileprivate init(_ outcome: UnapprovedOrder.Outcome) {
    switch outcome {
    case .declined: self = .declined
    case .lapsed: self = .lapsed
    }
  }
}
