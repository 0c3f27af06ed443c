import StoreAPI

/// The app's page in the App Store: the promoted products, of which the customer can choose one to
/// buy.
package struct AppStorePage: Sendable {
  package let account: String
  /// The name of the device.
  package let device: String
  /// The promoted products, in order.
  package let products: [Product]
  /// The reason why the App Store cannot show them, as a sentence; `nil` if it can.
  package let failure: String?
}

extension StoreSession {
  /// Shows the app's page in the App Store, unless it is open.
  ///
  /// The customer's choice comes to an app through ``PurchaseIntent/intents``; nothing is bought
  /// here.
  package func showAppStorePage() async {
    await openSheets.showOnce(.appStorePage) { await chooseOnAppStorePage() }
  }

  private func chooseOnAppStorePage() async {
    guard let product = await sheets.choose(in: await appStorePage()) else { return }
    do {
      try await pendingIntents.add(
        PendingIntent(productID: product.id, offerID: winBackOfferID(of: product)))
    } catch {
      environment.diagnose(.failed(doing: "opening the app", reason: error.sentence))
    }
  }

  private func appStorePage() async -> AppStorePage {
    do {
      let ids = productCache.known.map(\.id)
      let sold = try await products(ids)
      let listed = try keptPromotions().listed(of: sold.map(\.id))
      return page(listed.compactMap { id in sold.first { $0.id == id } }, failure: nil)
    } catch {
      return page([], failure: error.sentence)
    }
  }

  private func page(_ products: [Product], failure: String?) -> AppStorePage {
    AppStorePage(account: account, device: deviceName, products: products, failure: failure)
  }

  /// The best win-back offer of a plan that the customer is eligible for, which the App Store promotes.
  private func winBackOfferID(of product: Product) async -> String? {
    guard let groupID = product.subscription?.subscriptionGroupID else { return nil }
    let offers = Set(product.subscription?.winBackOffers.compactMap(\.id) ?? [])
    return await snapshot().eligibleWinBackOfferIDs(in: groupID).first { offers.contains($0) }
  }
}
