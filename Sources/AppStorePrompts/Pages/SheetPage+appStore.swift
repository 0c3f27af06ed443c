package import OpenStoreKit
import VisibleText

extension SheetPage {
  /// The app's page in the App Store; its buttons are the page's products, in their order.
  package init(_ page: AppStorePage) {
    self.init(
      promoting: page.products.map { ($0.displayName, $0.promotionText) },
      account: page.account, failure: page.failure)
  }

  /// Creates the page of these products, at most as many as there are keys.
  ///
  /// `failure` is a sentence that says why they cannot be shown.
  init(
    promoting products: [(name: String, price: String)], account: String, failure: String?
  ) {
    self.init(
      title: "App Store", kind: "What this app sells",
      facts: [Fact("Account", account, isEssential: false)],
      note: Self.note(failure: failure, count: products.count),
      buttons: zip(Button.keys, products).map { key, product in
        Button(key, product.name, detail: product.price)
      },
      declineLabel: "Done", declineHint: "done, nothing is bought", working: "Opening the app",
      whatNext: [
        "Each number opens the app, which asks again before it buys.",
        "Enter and esc close the page and buy nothing.",
      ])
  }

  private static func note(failure: String?, count: Int) -> String {
    if let failure {
      return "The App Store cannot show its products. "
        + failure.capitalizedFirst
    }
    if count == 0 { return "Nothing is promoted." }
    let listed = Button.keys.count
    return count > listed ? "These are the first \(listed) of \(count)." : ""
  }
}

extension Product {
  /// "$4.99 / month".
  fileprivate var promotionText: String {
    guard let subscription else { return displayPrice }
    return "\(displayPrice) / \(subscription.subscriptionPeriod.unitText)"
  }
}
