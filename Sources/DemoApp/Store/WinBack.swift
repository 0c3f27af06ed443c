import Foundation

/// Something that the customer had and can have again.
struct WinBack: Equatable {
  let productID: String
  /// What became of it.
  let ended: String
  /// How it comes back.
  let invitation: String
}

extension Store {
  /// What to offer to a customer who comes back.
  ///
  /// A plan that has ended is offered to everybody who has no other service; what else is past
  /// only to those who have nothing left. A plan whose payment is still being tried is not offered.
  var winBacks: [WinBack] {
    let service = owned(.nonRenewable) + owned(.autoRenewable)
    let plan = service.isEmpty ? plan.flatMap { winBack($0) } : nil
    let past = customer == .inactive ? cars + passes : []
    return [plan].compactMap(\.self) + past.compactMap { winBack($0) }
  }

  private func winBack(_ status: PlanStatus) -> WinBack? {
    guard status.state == .expired || status.state == .revoked,
      let product = product(status.renewal.currentProductID)
    else { return nil }
    return WinBack(
      productID: product.id, ended: ending(of: product, status.transaction),
      invitation: "Come back to \(product.displayName) for \(product.terms).")
  }

  private func winBack(_ product: ProductRow) -> WinBack? {
    let productStatus = productStatus(of: product.id)
    guard productStatus.state == .revoked || productStatus.state == .expired,
      let transaction = productStatus.transaction
    else { return nil }
    return WinBack(
      productID: product.id, ended: ending(of: product, transaction),
      invitation: "It can be yours again for \(product.terms).")
  }

  private func ending(of product: ProductRow, _ transaction: Owned) -> String {
    if let date = transaction.revocationDate {
      return "\(product.displayName) was refunded on \(date.short)."
    }
    return "\(product.displayName) ended on \((transaction.expirationDate ?? now).short)."
  }
}
