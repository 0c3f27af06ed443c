/// The address by which the App Store opens an app for the purchase of a promoted product.
///
/// Source: "Testing promoted In-App Purchases".
package struct PurchaseIntentURL: Hashable, Sendable {
  /// The app.
  package let bundleID: String
  /// The product that the customer wants to buy.
  package let productID: String

  /// Reads an address such as
  /// `itms-services://?action=purchaseIntent&bundleId=com.example.app&productIdentifier=car`.
  ///
  /// - Throws: ``PurchaseIntentURLError/malformed(_:)`` for every other text.
  package init(_ text: String) throws(PurchaseIntentURLError) {
    let components = URLComponents(string: text)
    let items = components?.queryItems ?? []
    func value(_ name: String) -> String? {
      let values = items.filter { $0.name == name }.compactMap(\.value)
      return values.count == 1 && !values[0].isEmpty ? values[0] : nil
    }
    guard components?.scheme?.lowercased() == "itms-services", value("action") == "purchaseIntent",
      let bundleID = value("bundleId"), let productID = value("productIdentifier")
    else { throw .malformed(text) }
    (self.bundleID, self.productID) = (bundleID, productID)
  }
}

/// An error of an address that opens no purchase.
package enum PurchaseIntentURLError: Error, Hashable, Sendable {
  /// The text is not such an address.
  case malformed(String)
  /// The address is of another app than this device's.
  case otherApp(String, expected: String)
}

extension PurchaseIntentURLError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is not the link of a purchase: use itms-services://?action=purchaseIntent&bundleId=APP"
        + "&productIdentifier=ID, in quotes"
    case .otherApp(let bundleID, let expected):
      "the link is for the app '\(bundleID)', but this app is '\(expected)': change bundleId"
    }
  }
}
