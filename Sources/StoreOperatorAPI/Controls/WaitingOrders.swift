package import AppStorePayloads
package import StoreAPI

/// A control that decides about an order that waits.
package protocol OrderControl: OperatorControl {
  var orderID: TransactionID { get }
}

extension OrderControl {
  package static var result: OperatorResult.Name { .orderSold }
  package static var errors: [StoreErrorCode] {
    [.orderNotWaiting, .unknownProduct, .unknownOffer, .ineligibleForOffer] + .ofLedgers
  }
}

// Orders that wait.
extension OperatorCommand {
  static let ofOrders: [any OperatorControl.Type] = [Approve.self, Decline.self, Resolve.self]

  /// Approves an order that waits for approval: it is sold now, at the present terms.
  ///
  /// A product that the customer owns by now is not charged again; one that a family member shares
  /// with them is charged, as in `StoreBackend.purchase(_:)`. If the product cannot be sold, the order
  /// keeps waiting.
  package struct Approve: OrderControl {
    package let orderID: TransactionID
    package static let summary = "Sells an order that waits for approval, at the present terms."
  }

  /// Declines an order that waits for approval, or for a step of its customer: nothing is sold, and its
  /// key is closed.
  package struct Decline: OrderControl {
    package let orderID: TransactionID
    package static let summary = "Declines a waiting order, so that nothing is sold."
    package static let result = OperatorResult.Name.orderDeclined
    package static let errors: [StoreErrorCode] = [.orderNotWaiting] + .ofLedgers
  }

  /// Completes an interrupted order, as if its customer had taken the step that it waits for: it is
  /// sold now, at the present terms, as by ``Approve``.
  package struct Resolve: OrderControl {
    package let orderID: TransactionID
    package static let summary = "Sells an interrupted order, at the present terms."
  }

  package static func approve(orderID: TransactionID) -> Self { Self(Approve(orderID: orderID)) }
  package static func decline(orderID: TransactionID) -> Self { Self(Decline(orderID: orderID)) }
  package static func resolve(orderID: TransactionID) -> Self { Self(Resolve(orderID: orderID)) }
}
