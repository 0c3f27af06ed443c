import AppStorePayloads
import StoreAPI

/// An order of the customer that waits or was not approved, from any of their devices.
package struct PendingOrder: Codable, Hashable, Sendable {
  /// The step that ends the wait.
  package enum Need: String, Codable, Hashable, CaseIterable, Sendable {
    /// Somebody must approve it, for example a parent.
    case approval
    /// The customer must take a step in their account's settings.
    case accountStep
  }

  /// The state of the order.
  package enum State: String, Codable, Hashable, Sendable {
    case waiting
    /// It was declined.
    case declined
    /// Nobody has answered within 24 hours.
    case lapsed
  }

  /// Its number; `nil` until the store has said it.
  package let id: UInt64?
  package let productID: String
  /// `nil` until the store has said it.
  package let quantity: Int?
  package let need: Need
  package let state: State
  /// The date on which the customer ordered; `nil` until the store has said it.
  package let date: Date?

  package init(
    id: UInt64? = nil, productID: String, quantity: Int? = nil, need: Need, state: State,
    date: Date?
  ) {
    self.id = id
    self.productID = productID
    self.quantity = quantity
    self.need = need
    self.state = state
    self.date = date
  }
}

extension PendingOrder {
  init(_ order: CustomerOrder) {
    self.init(
      id: order.id.rawValue, productID: order.productID, quantity: order.quantity,
      need: Need(order.cause), state: State(order.state), date: order.date)
  }
}

extension PendingOrder.Need {
  fileprivate init(_ cause: WaitingCause) {
    switch cause {
    case .askToBuy: self = .approval
    case .interrupted: self = .accountStep
    }
  }
}

extension PendingOrder.State {
  fileprivate init(_ state: CustomerOrder.State) {
    switch state {
    case .waiting: self = .waiting
    case .declined: self = .declined
    case .lapsed: self = .lapsed
    }
  }
}

extension VerifiedPurchases {
  /// The products with an order that waits.
  var waitingProducts: Set<String> {
    Set(orders.filter { $0.state == .waiting }.map(\.productID))
  }

  /// The products whose orders no longer wait.
  func products(settledSince old: VerifiedPurchases?) -> Set<String> {
    let unapproved = orders.filter { $0.state != .waiting }.map(\.productID)
    return (old?.waitingProducts ?? []).union(unapproved).subtracting(waitingProducts)
  }
}
