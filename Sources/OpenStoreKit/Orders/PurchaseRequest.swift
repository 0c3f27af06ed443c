import AppStorePayloads
import StoreAPI

/// The product and the options of a purchase.
struct PurchaseRequest: Sendable {
  let product: Product
  /// Whether the app asked for the purchase; if not, its transaction comes as an update.
  var isOfApp = true
  /// Whether the sheet that asks for an offer code shows the error instead of this one.
  var isShownByCodeSheet = false
  private(set) var quantity = 1
  private(set) var appAccountToken: LowercaseUUID?
  private(set) var offer: OrderOffer?
  private(set) var simulatesAskToBuy: Bool?
  private(set) var shouldContinue: @Sendable (Storefront) -> Bool = { _ in true }

  /// - Throws: `invalidQuantity` if this type of product is not sold in this quantity;
  ///   `invalidOfferIdentifier` if the options name two offers.
  init(
    _ product: Product, options: Set<Product.PurchaseOption>
  ) throws(Product.PurchaseError) {
    self.product = product
    for option in options {
      switch option.kind {
      case .quantity(let number): quantity = number
      case .appAccountToken(let token): appAccountToken = LowercaseUUID(token)
      case .onStorefrontChange(let decide): shouldContinue = decide
      case .offer(let named):
        guard offer == nil else { throw .invalidOfferIdentifier }
        offer = named
      case .simulatesAskToBuyInSandbox(let simulates): simulatesAskToBuy = simulates
      case .testOffer, .testDate, .custom: break
      }
    }
    guard product.record.type.quantities.contains(quantity) else { throw .invalidQuantity }
    signOffer()
  }

  /// The signature of a promotional offer is over the app's account too.
  private mutating func signOffer() {
    guard case .promotional(let id, var signature) = offer else { return }
    signature.appAccountToken = appAccountToken
    offer = .promotional(id: id, signature: signature)
  }

  /// Whether the purchase continues in this storefront; the app decides if the product was loaded in
  /// another one.
  func continues(in storefront: StoreStorefront) -> Bool {
    let isSame =
      storefront.currency == product.record.currency && storefront.locale == product.record.locale
    return isSame || shouldContinue(Storefront(storefront))
  }

  func order(_ key: OrderKey, quote: Quote) -> Order {
    Order(
      key: key, productID: product.id, quantity: quantity, appAccountToken: appAccountToken,
      offer: offer, quote: quote, simulatesAskToBuy: simulatesAskToBuy)
  }
}
