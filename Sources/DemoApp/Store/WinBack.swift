import Foundation

/// A product that the customer had and can buy again.
struct WinBack: Equatable {
  let productID: String
  /// How it ended, in a sentence.
  let ended: String
  /// What to buy, and for how much, in a sentence.
  let invitation: String
}

extension Store {
  /// What to offer to a former customer.
  ///
  /// A plan that has ended is offered if no other plan or pass gives service. Cars and passes are
  /// offered only if the customer owns nothing any more. A plan in billing retry is not offered.
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
    let status = productStatus(of: product.id)
    guard status.state == .revoked || status.state == .expired,
      let transaction = status.transaction
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
