import OpenStoreKit

/// Sentences about a product, its duration and what follows, made from the product's data.
struct DetailText {
  let product: ProductRow
  let store: Store
  let texts: Texts
  /// Whether the launch has ended, so the effect of a purchase is known.
  let isSelling: Bool

  /// A product that a family member shares costs the customer nothing.
  var sentences: [String] {
    store.isShared(product.id) ? shared : kindSentences + sharing
  }

  /// For a plan, its status says so.
  private var shared: [String] {
    product.kind == .autoRenewable ? [] : ["Your family shares it with you."]
  }

  private var kindSentences: [String] {
    switch product.kind {
    case .nonConsumable: ["Paid once. Yours forever, on all your devices."]
    case .consumable: [texts[.consumption]]
    case .autoRenewable: planSentences
    default: passSentences
    }
  }

  private var sharing: [String] {
    product.isFamilyShareable ? ["Can be shared with your family."] : []
  }

  private var passSentences: [String] {
    let status = store.productStatus(of: product.id)
    let end = status.state.isActive ? status.transaction?.expirationDate : nil
    return ["Paid once. It does not renew."]
      + (end.map { ["Yours until \(store.short($0))."] } ?? [])
  }

  private var planSentences: [String] {
    let isMine = store.state(of: product.id).isActive
    let terms = isMine ? store.priceText(of: product) : store.terms(of: product)
    return ["\(terms.capitalizedFirst). Renews until you turn it off."]
      + (isSelling && !isMine ? [change].compactMap(\.self) : [])
  }

  /// The time at which it would begin, for someone who has another plan of the group.
  private var change: String? {
    switch store.change(to: product) {
    case .atRenewal(let date, _) where date <= store.now:
      "Begins when your payment works. Until then nothing changes."
    case .atRenewal(let date, let current):
      "Begins when \(current) expires on \(store.dates(for: product).full(date)). Until then nothing changes."
    case .atOnce(let current): "Begins at once. The rest of \(current) is refunded."
    case nil: nil
    }
  }
}

extension String {
  /// This text with a capital first letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
