import OpenStoreKit

enum ReceiptFileError: Error {
  case missing
  case malformed
}

/// The app's receipt, as it is stored on the device.
struct Receipt {
  struct InAppPurchase {
    var productIdentifier = ""
    var transactionIdentifier = ""
    var quantity = 0
    var expirationDate: Date?
    var cancellationDate: Date?
  }

  enum ProductState: String {
    case new, active, inactive
  }

  private(set) var bundleIdentifier = ""
  private(set) var creationDate = Date.distantPast
  private(set) var inAppPurchases: [InAppPurchase] = []

  /// Reads the receipt of this app.
  static func load(bundle: Bundle = .main) throws -> Receipt {
    guard let url = bundle.appStoreReceiptURL, FileManager.default.fileExists(atPath: url.path)
    else { throw ReceiptFileError.missing }
    return try Receipt(Data(contentsOf: url))
  }

  init(_ data: Data) throws {
    // ContentInfo → SignedData → EncapsulatedContentInfo → the contents.
    let signedData = try DERElement(data).child(1).child(0)
    let contents = try signedData.child(2).child(1).child(0)
    for (type, value) in try Self.attributes(Data(contents.content)) {
      switch type {
      case 2: bundleIdentifier = try DERElement(value).text
      case 12: creationDate = try Self.date(value) ?? .distantPast
      case 17: inAppPurchases.append(try Self.inAppPurchase(value))
      default: break
      }
    }
  }

  /// The state of a product at a time, according to the receipt.
  func state(of productIdentifier: String, at date: Date) -> ProductState {
    let purchases = inAppPurchases.filter { $0.productIdentifier == productIdentifier }
    if purchases.isEmpty { return .new }
    let isActive = purchases.contains {
      $0.cancellationDate == nil && ($0.expirationDate ?? .distantFuture) > date
    }
    return isActive ? .active : .inactive
  }

  private static func inAppPurchase(_ value: Data) throws -> InAppPurchase {
    var purchase = InAppPurchase()
    for (type, value) in try attributes(value) {
      switch type {
      case 1701: purchase.quantity = try DERElement(value).integer
      case 1702: purchase.productIdentifier = try DERElement(value).text
      case 1703: purchase.transactionIdentifier = try DERElement(value).text
      case 1708: purchase.expirationDate = try date(value)
      case 1712: purchase.cancellationDate = try date(value)
      default: break
      }
    }
    return purchase
  }

  /// Reads a set of attributes: each has a type, a version and a value.
  private static func attributes(_ set: Data) throws -> [(Int, Data)] {
    try DERElement(set).children().map { attribute in
      try (attribute.child(0).integer, Data(attribute.child(2).content))
    }
  }

  private static func date(_ value: Data) throws -> Date? {
    ISO8601DateFormatter().date(from: try DERElement(value).text)
  }
}
