/// The type of a product, by its name in signed transactions.
package enum ProductType: String, Codable, Hashable, Sendable, CaseIterable {
  case consumable = "Consumable"
  case nonConsumable = "Non-Consumable"
  case nonRenewable = "Non-Renewing Subscription"
  case autoRenewable = "Auto-Renewable Subscription"

  /// The quantities that one order may have.
  package var quantities: ClosedRange<Int> {
    switch self {
    case .consumable, .nonRenewable: 1...10
    case .nonConsumable, .autoRenewable: 1...1
    }
  }
}
