package import StoreAPI

/// The App Store's sheet for requesting the refund of a transaction.
package struct RefundSheet: Identifiable, Hashable, Sendable {
  /// The customer's reason and explanation.
  package struct Choice: Hashable, Sendable {
    package var reason: RefundReason
    /// The customer's explanation; only the reason `other` has one.
    package var text: String?

    package init(_ reason: RefundReason, text: String? = nil) {
      self.reason = reason
      self.text = text
    }
  }

  package let id: UUID
  /// The account of the customer.
  package let account: String
  /// The name of the device.
  package let device: String
  package let transactionID: UInt64
  /// The purchased item; `nil` if the transaction is not known.
  package let purchase: Item?

  /// The product, quantity and price of a transaction.
  package struct Item: Hashable, Sendable {
    /// The product's name; its ID if this device does not know it.
    package let product: String
    package let quantity: Int
    /// The total charge, in its currency.
    package let displayPrice: String

    package init(product: String, quantity: Int = 1, displayPrice: String) {
      self.product = product
      self.quantity = quantity
      self.displayPrice = displayPrice
    }
  }

  package init(
    id: UUID, account: String, device: String, transactionID: UInt64, purchase: Item? = nil
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

  /// The reason for a sheet that is confirmed without a question.
  package static let confirmation = Choice(.unintendedPurchase)
}

extension RefundReason {
  /// The title on the sheet.
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
