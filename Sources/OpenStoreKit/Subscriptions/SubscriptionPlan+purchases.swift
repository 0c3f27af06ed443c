import AppStorePayloads
import StoreAPI

extension SubscriptionPlan {
  /// The plan of a subscription in the customer's purchases.
  ///
  /// - Parameters:
  ///   - subscription: The subscription, which must be verified.
  ///   - sold: The products that are for sale.
  ///   - known: Products that the device has known, for the name of one that is no longer sold.
  ///   - now: The store's time.
  init(
    _ subscription: VerifiedPurchases.Subscription, sold: [StoreProduct], known: [StoreProduct],
    at now: Date
  ) {
    let (transaction, renewalInfo) = (
      subscription.transaction.payload, subscription.renewalInfo.payload
    )
    let group = sold.filter { $0.subscription?.groupID == subscription.groupID }
    let products = PlanProducts(sold: group, known: known)
    let willAutoRenew = renewalInfo.autoRenewStatus == .on
    let status = subscription.status(at: now)
    let hasEnded = status == .expired || status == .revoked
    let next = hasEnded ? nil : NextPeriod(renewalInfo, products)
    self.init(
      groupID: subscription.groupID,
      groupDisplayName: group.first?.subscription?.groupDisplayName ?? "",
      productID: transaction.productId, displayName: products.name(of: transaction.productId),
      state: .init(status), expirationDate: transaction.expiresDate,
      gracePeriodExpirationDate: renewalInfo.gracePeriodExpiresDate,
      revocationDate: transaction.revocationDate,
      expirationReason: renewalInfo.expirationIntent.map { .init(rawValue: $0.rawValue) },
      willAutoRenew: willAutoRenew,
      price: products.sold(transaction.productId).flatMap(Price.init),
      next: willAutoRenew ? next : nil, nextIfTurnedOn: willAutoRenew ? nil : next,
      priceIncrease: PriceIncrease(transaction, renewalInfo, products), alternatives: [])
    isSharedWithFamily = hasEnded ? nil : subscription.signed.isSharedWithFamily
    groupProductIDs = Set(subscription.productIDs(known: known) + group.map(\.id))
    alternatives = group.compactMap { Alternative($0, subscription, isActive: isActive) }
  }
}

/// The products of a group, for names and prices.
private struct PlanProducts {
  let sold: [StoreProduct]
  let known: [StoreProduct]

  func sold(_ id: String) -> StoreProduct? { sold.first { $0.id == id } }

  /// The product's name; its ID if nothing is known of it.
  func name(of id: String) -> String {
    (sold(id) ?? known.first { $0.id == id })?.displayName ?? id
  }
}

extension SubscriptionPlan.Price {
  /// An amount in the format of a product's prices.
  private init(_ amount: Decimal, of product: StoreProduct, every period: Period) {
    self.init(
      amount: amount, display: amount.formatted(product.priceFormatStyle),
      period: Product.SubscriptionPeriod(period))
  }

  fileprivate init?(_ product: StoreProduct) {
    guard let plan = product.subscription else { return nil }
    self.init(product.price, of: product, every: plan.period)
  }
}

extension SubscriptionPlan.NextPeriod {
  fileprivate init?(_ renewalInfo: RenewalInfoPayload, _ products: PlanProducts) {
    guard let id = renewalInfo.autoRenewProductId else { return nil }
    self.init(
      productID: id, displayName: products.name(of: id),
      price: products.sold(id).flatMap { SubscriptionPlan.Price(renewalInfo, $0) },
      hasOffer: renewalInfo.offerType != nil)
  }
}

extension SubscriptionPlan.Price {
  /// The price of the next period, which an offer may give.
  fileprivate init?(_ renewalInfo: RenewalInfoPayload, _ product: StoreProduct) {
    guard let price = renewalInfo.renewalPrice, let plan = product.subscription else { return nil }
    self.init(
      Decimal(milliunits: price), of: product, every: renewalInfo.renewalPeriod(of: plan))
  }
}

extension RenewalInfoPayload {
  /// The length of the next period: of the whole offer if the offer is paid once.
  ///
  /// An offer that is paid as you go has periods of its own. The product does not list the offer of
  /// a code; its periods are as long as the plan's.
  fileprivate func renewalPeriod(of plan: StoreSubscription) -> Period {
    guard offerDiscountType == .payAsYouGo else { return offerPeriod ?? plan.period }
    let listed =
      [plan.introductoryOffer].compactMap(\.self) + plan.promotionalOffers
      + plan.winBackOffers
    let offer = listed.first { $0.type == offerType && $0.id == offerIdentifier }
    return offer?.period ?? plan.period
  }
}

extension SubscriptionPlan.PriceIncrease {
  fileprivate init?(
    _ transaction: TransactionPayload, _ renewalInfo: RenewalInfoPayload, _ products: PlanProducts
  ) {
    let id = renewalInfo.autoRenewProductId ?? transaction.productId
    guard let answer = renewalInfo.priceIncreaseStatus, let product = products.sold(id),
      let newPrice = SubscriptionPlan.Price(product)
    else { return nil }
    let paid = id == transaction.productId && transaction.offerType == nil
    self.init(
      isAgreed: answer == .agreed,
      oldPrice: paid
        ? Decimal(milliunits: transaction.price).formatted(product.priceFormatStyle) : nil,
      newPrice: newPrice,
      date: renewalInfo.offerType == nil ? transaction.expiresDate : nil)
  }
}

extension SubscriptionPlan.Alternative {
  /// `nil` if an order would change nothing.
  fileprivate init?(
    _ product: StoreProduct, _ subscription: VerifiedPurchases.Subscription, isActive: Bool
  ) {
    guard let plan = product.subscription, let price = SubscriptionPlan.Price(product) else {
      return nil
    }
    let renewalInfo = subscription.renewalInfo.payload
    let change = subscription.planChanges.first { $0.productID == product.id }
    // A plan that follows already needs no order, and one that would follow needs renewal turned on.
    let isNext = isActive && product.id == renewalInfo.autoRenewProductId
    if change?.timing == .never || isNext && change?.timing != .immediate { return nil }
    let eligible = renewalInfo.eligibleWinBackOfferIds ?? []
    let offer = eligible.lazy.compactMap { id in plan.winBackOffers.first { $0.id == id } }.first
    self.init(
      productID: product.id, displayName: product.displayName, price: price,
      timing: isActive ? change.flatMap { .init(rawValue: $0.timing.rawValue) } : nil,
      winBackOffer: isActive
        ? nil
        : offer.map {
          Product.SubscriptionOffer(record: $0, priceFormatStyle: product.priceFormatStyle)
        })
  }
}
