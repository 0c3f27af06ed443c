import OpenStoreKit

/// What is bought, for how long, and what follows, in sentences that the product's data bear out.
struct DetailText {
  let product: ProductRow
  let store: Store
  /// Whether it may already be said how a purchase would go.
  let isSelling: Bool

  var sentences: [String] { kindSentences + sharing }

  private var kindSentences: [String] {
    switch product.kind {
    case .nonConsumable: ["Paid once. Yours for ever, on all your devices."]
    case .consumable: ["Used up as you drive. Kept on this device."]
    case .nonRenewable: passSentences
    case .autoRenewable: planSentences
    }
  }

  private var sharing: [String] {
    product.isFamilyShareable ? ["Can be shared with your family."] : []
  }

  private var passSentences: [String] {
    let standing = store.standing(of: product.id)
    let end = standing.state.isActive ? standing.transaction?.expirationDate : nil
    return ["Paid once. It does not renew by itself."]
      + (end.map { ["Yours until \($0.short)."] } ?? [])
  }

  private var planSentences: [String] {
    let isMine = store.state(of: product.id).isActive
    let terms = isMine ? product.priceText : product.terms
    return ["\(terms.capitalizedFirst). Renews by itself until you turn it off."]
      + (isSelling && !isMine ? [change].compactMap(\.self) : [])
  }

  /// When it would begin, for someone who has another plan of the group.
  private var change: String? {
    guard let plan = product.plan,
      let status = store.groups.first(where: { $0.id == plan.groupID })?.status,
      status.givesService,
      let current = store.product(status.renewal.currentProductID),
      let currentPlan = current.plan, let end = status.transaction.expirationDate
    else { return nil }
    if plan.groupLevel > currentPlan.groupLevel
      || (plan.groupLevel == currentPlan.groupLevel && plan.period != currentPlan.period)
    {
      return
        "Begins when \(current.displayName) expires on \(end.short). Until then nothing changes."
    }
    return "Begins at once. What is left of \(current.displayName) is refunded."
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
