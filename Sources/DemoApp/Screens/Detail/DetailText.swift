import OpenStoreKit

/// The benefits and the terms of a product, made from the product's data alone.
struct DetailText {
  let product: ProductRow
  let store: Store
  let presentation: Presentation
  /// Whether the launch has ended, so the effect of a purchase is known.
  let isSelling: Bool

  /// The benefits, in sentences or, for a plan, as features.
  var benefits: [String] { kindBenefits + (isShared ? [] : sharing) }

  /// The conditions, in sentences; a product that a family member shares costs nothing.
  var terms: [String] { isShared ? [] : kindTerms }

  private var isShared: Bool { store.isShared(product.id) }

  private var kindBenefits: [String] {
    switch product.kind {
    case .autoRenewable: presentation.features(of: product.id)
    case _ where isShared: ["Your family shares it with you."]
    case .nonConsumable: ["Yours forever, on all your devices."]
    case .consumable: [presentation.texts[.consumption]]
    default: passBenefits
    }
  }

  private var sharing: [String] {
    product.isFamilyShareable ? ["Can be shared with your family."] : []
  }

  private var passBenefits: [String] {
    let status = store.productStatus(of: product.id)
    let end = status.state.isActive ? status.transaction?.expirationDate : nil
    return end.map { ["Yours until \(store.short($0))."] } ?? []
  }
}

extension DetailText {
  private var kindTerms: [String] {
    switch product.kind {
    case .nonConsumable: ["Paid once."]
    case .consumable: []
    case .autoRenewable: planTerms
    default: ["Paid once.", "It does not renew."]
    }
  }

  /// The customer's own plan may not renew; then its status says so.
  private var planTerms: [String] {
    guard store.state(of: product.id).isActive else {
      return ["Renews until you turn it off."] + (isSelling ? change : [])
    }
    let own = store.subscriptions.first { $0.productID == product.id }?.status
    return own?.renewal.willAutoRenew == false ? [] : ["Renews until you turn it off."]
  }

  /// The time at which it would begin, for someone who has another plan of the group.
  private var change: [String] {
    switch store.change(to: product) {
    case .atRenewal(let date, _) where date <= store.now:
      ["Begins when your payment works.", "Until then nothing changes."]
    case .atRenewal(let date, let current):
      [
        "Begins when \(current) expires on \(store.dates(for: product).full(date)).",
        "Until then nothing changes.",
      ]
    case .atOnce(let current): ["Begins at once.", "The rest of \(current) is refunded."]
    case nil: []
    }
  }
}
