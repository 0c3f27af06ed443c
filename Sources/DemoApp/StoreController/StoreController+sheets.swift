import OpenStoreKit
import TerminalUI

// The App Store's sheets about subscriptions, and the option of a purchase with a win-back offer.
extension StoreController {
  /// Shows a sheet, then what it has changed.
  func showSheet(for effect: Demo.Effect, over demo: LayerHandle<Demo>) async {
    demo.send(.sheetEnded(Notice(.attention, "The App Store cannot show this sheet yet.")))
  }

  /// The option that asks for a win-back offer; empty for an introductory offer, which the App Store
  /// applies by itself.
  func winBackOptions(
    of product: Product, _ offer: ProductRow.Offer?
  ) -> Set<Product.PurchaseOption> {
    let offers = product.subscription?.winBackOffers ?? []
    guard let id = offer?.id, let winBack = offers.first(where: { $0.id == id }) else { return [] }
    return [.winBackOffer(winBack)]
  }
}
