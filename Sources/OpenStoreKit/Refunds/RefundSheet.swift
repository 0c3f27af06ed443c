package import StoreAPI

/// The App Store's sheet in which a customer asks for the refund of a transaction.
package struct RefundSheet: Identifiable, Hashable, Sendable {
  /// What the customer asks for the refund with.
  package struct Choice: Hashable, Sendable {
    package var reason: RefundReason
    /// What the customer wrote; only the reason `other` has a text.
    package var text: String?

    package init(_ reason: RefundReason, text: String? = nil) {
      self.reason = reason
      self.text = text
    }
  }

  package let id: UUID
  /// The account that asks.
  package let account: String
  /// The name of the device.
  package let device: String
  package let transactionID: UInt64
  /// What was bought; `nil` if the transaction is not known.
  package let purchase: Purchase?

  /// What a transaction has bought.
  package struct Purchase: Hashable, Sendable {
    /// The product's name; its ID if this device does not know it.
    package let product: String
    package let quantity: Int
    /// What was charged for all of it, in the currency of the charge.
    package let displayPrice: String

    package init(product: String, quantity: Int = 1, displayPrice: String) {
      self.product = product
      self.quantity = quantity
      self.displayPrice = displayPrice
    }
  }

  package init(
    id: UUID, account: String, device: String, transactionID: UInt64, purchase: Purchase? = nil
  ) {
    self.id = id
    self.account = account
    self.device = device
    self.transactionID = transactionID
    self.purchase = purchase
  }
}

extension RefundSheet {
  /// The reasons that the sheet offers, in its order.
  package var reasons: [RefundReason] { RefundReason.allCases }

  /// The reason of a sheet that is confirmed without asking.
  package static let confirmation = Choice(.unintendedPurchase)
}

extension RefundReason {
  /// As the sheet offers it.
  package var title: String {
    switch self {
    case .unintendedPurchase: "I didn't mean to buy this"
    case .fulfillmentIssue: "It was not delivered, or does not work"
    case .unsatisfiedWithPurchase: "It is not what I expected"
    case .legal: "A child bought it, or for a legal reason"
    case .other: "Another reason"
    }
  }
}
