import Foundation
package import OpenStoreKit

extension SheetPage {
  /// The purchase sheet, with the product's picture in the app.
  package init(
    _ sheet: PurchaseSheet, picture: [String] = [], in timeZone: TimeZone
  ) async {
    self.init(
      product: sheet.product.displayName, kind: sheet.product.type.kindText,
      quantity: sheet.quantity, account: sheet.account, storefront: sheet.storefront.text,
      terms: SheetTerms(
        purchase: sheet.terms, replaced: await sheet.replacedName, now: sheet.now,
        timeZone: timeZone))
    self.picture = picture
  }

  init(
    product: String, kind: String, quantity: Int, account: String, storefront: String,
    terms: SheetTerms
  ) {
    let amount = quantity == 1 ? [] : [Fact("Quantity", "\(quantity)")]
    let change = [
      terms.change.map { Fact("Your plan", $0) }, terms.loss.map { Fact("You lose", $0) },
    ]
    self.init(
      title: product, price: terms.headline, kind: kind,
      facts: amount + [
        Fact("Account", account),
        Fact("Storefront", storefront, isEssential: false),
        Fact("You pay", terms.sentence),
      ] + change.compactMap(\.self),
      note: "This is a test store. No money moves.", shortNote: "Test store. No money moves.",
      buttons: [Button("p", terms.confirmLabel)], declineHint: "not now, nothing is charged",
      working: "Paying", unfinished: "1 purchase still finishing in the background",
      whatNext: [
        "p sends the order. The store answers with a signed transaction.",
        "This device verifies the transaction, and then unlocks what was bought.",
        "Enter and esc close the sheet and charge nothing.",
      ])
  }

  /// The sheet that comes before Restore Purchases.
  package init(authenticating account: String) {
    self.init(
      title: "Restore Purchases", kind: "Asks the App Store for everything that you own",
      facts: [Fact("Account", account), Fact("You pay", "nothing")],
      note: "Sign in as \(account) on this device?",
      buttons: [Button("c", "Continue")], declineHint: "not now, nothing changes",
      working: "Asking the App Store",
      whatNext: ["c asks the App Store again for everything that \(account) owns."])
  }
}

extension Product.ProductType {
  fileprivate var kindText: String {
    switch self {
    case .consumable: "used up, can be bought again"
    case .nonConsumable: "one-time purchase"
    case .nonRenewable: "subscription that does not renew"
    case .autoRenewable: "subscription that renews until you turn it off"
    default: rawValue
    }
  }
}

extension Storefront {
  /// "United States, USD".
  fileprivate var text: String {
    let locale = Locale(identifier: "en_US")
    let name = locale.localizedString(forRegionCode: countryCode) ?? countryCode
    return currency.map { "\(name), \($0.identifier)" } ?? name
  }
}

extension PurchaseSheet {
  /// The name of the plan that this one replaces; its ID if the store does not say.
  fileprivate var replacedName: String? {
    get async {
      guard let id = terms.replacedProductID else { return nil }
      let products = try? await Product.products(for: [id])
      return products?.first?.displayName ?? id
    }
  }
}
