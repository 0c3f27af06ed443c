import OpenStoreKit

extension SheetPage {
  /// The app's page in the App Store; its buttons are the page's products, in their order.
  init(_ page: AppStorePage) {
    let sentence = page.failure.map { "The App Store cannot show what is for sale: \($0)" }
    let empty = page.products.isEmpty ? "Nothing is promoted." : ""
    self.init(
      title: "App Store", price: "", kind: "What this app sells",
      facts: [Fact("Account", "\(page.account) on \(page.device)", isEssential: false)],
      note: sentence ?? empty, shortNote: sentence ?? empty,
      buttons: zip(Button.keys, page.products).map { key, product in
        Button(key, product.displayName, detail: product.promotionText)
      },
      declineLabel: "Done", declineHint: "done, nothing is bought", working: "Opening the app",
      whatNext: [
        "Each number opens the app, which asks again before it buys.",
        "Enter and esc close the page and buy nothing.",
      ])
  }
}

extension Product {
  /// "$4.99 / month".
  fileprivate var promotionText: String {
    guard let subscription else { return displayPrice }
    return "\(displayPrice) / \(subscription.subscriptionPeriod.unitText)"
  }
}
