import OpenStoreKit
import TerminalUI
import VisibleText

// The App Store's sheets about subscriptions and refunds, and the option of a purchase with a win-back offer.
extension StoreController {
  /// Shows a sheet, then its changes.
  func showSheet(for effect: Demo.Effect, over demo: LayerHandle<Demo>) async {
    do {
      try await showSheet(for: effect)
      await show(demo)
      demo.send(.sheetEnded(nil))
    } catch StoreKitError.networkError where effect == .redeem {
      demo.send(.sheetEnded(.redemptionNotKnown))
    } catch {
      let reason = Notice.reason(error)
      demo.send(.sheetEnded(Notice(.bad, "The App Store could not do this: \(reason).")))
    }
  }

  /// Shows the sheet that asks for a refund, then the history with the request.
  func requestRefund(of id: UInt64, over demo: LayerHandle<Demo>) async {
    do {
      let status = try await Transaction.beginRefundRequest(for: id, in: self)
      markHistoriesOutdated()
      await show(demo)
      let asked = Notice(.good, "The refund was requested. The App Store decides.")
      demo.send(.sheetEnded(status == .success ? asked : nil))
    } catch {
      demo.send(.sheetEnded(Notice(.bad, Notice.reason(error).capitalizedFirst + ".")))
    }
  }

  /// Returns when the sheet is closed.
  private func showSheet(for effect: Demo.Effect) async throws {
    switch effect {
    case .managePlans(let group?):
      try await AppStore.showManageSubscriptions(in: self, subscriptionGroupID: group)
    case .managePlans(nil): try await AppStore.showManageSubscriptions(in: self)
    case .fixPayment: try await AppStore.showPaymentSheet()
    case .redeem: try await session.presentOfferCodeRedeemSheet(check: checkAddsSomething)
    case .answerPrice(let group):
      try await AppStore.showPriceIncreaseSheet(subscriptionGroupID: group)
    default: break
    }
  }

  /// The option for a win-back offer; empty for an introductory offer, which the App Store applies
  /// automatically.
  func winBackOptions(
    of product: Product, _ offer: ProductRow.Offer?
  ) -> Set<Product.PurchaseOption> {
    let offers = product.subscription?.winBackOffers ?? []
    guard let id = offer?.id, let winBack = offers.first(where: { $0.id == id }) else { return [] }
    return [.winBackOffer(winBack)]
  }

  /// The option for a promotional offer, as the app's server has signed it; empty for another
  /// offer.
  func promotionalOptions(
    of product: Product, _ offer: ProductRow.Offer?
  ) async throws -> Set<Product.PurchaseOption> {
    let offers = product.subscription?.promotionalOffers ?? []
    guard let offerSigner, let id = offer?.id, offers.contains(where: { $0.id == id }) else {
      return []
    }
    let signature = try await offerSigner.signature(for: id, of: product.id)
    return [.promotionalOffer(offerID: id, signature: signature)]
  }
}

extension Notice {
  /// The store did not answer: the code may have arrived.
  fileprivate static let redemptionNotKnown = Notice(
    .attention,
    "The store did not answer. If your code has arrived, its product will be delivered later.")
}
