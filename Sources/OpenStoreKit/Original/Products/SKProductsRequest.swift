/// Receives the products that the App Store sells.
///
/// Source: "SKProductsRequestDelegate".
public protocol SKProductsRequestDelegate: SKRequestDelegate {
  /// Called on the main queue with the store's answer, immediately before
  /// ``SKRequestDelegate/requestDidFinish(_:)``.
  func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}

/// A request for the products with certain IDs.
///
/// It fails with an ``SKError`` if the store cannot be reached. Source: "SKProductsRequest".
open class SKProductsRequest: SKRequest {
  private let identifiers: [String]

  /// Creates a request for the products with these IDs.
  public init(productIdentifiers: Set<String>) {
    identifiers = productIdentifiers.sorted()
    super.init()
  }

  /// Creates a request for no product, for a subclass in a test.
  public override init() {
    identifiers = []
    super.init()
  }

  /// The object that receives the products; it is not retained.
  public var delegate: (any SKProductsRequestDelegate)? {
    get { receiver as? any SKProductsRequestDelegate }
    set { receiver = newValue }
  }

  override var question: RequestQuestion { .products(identifiers) }

  override func deliver(_ answer: RequestAnswer) {
    guard case .products(let products, let unknownIDs) = answer else { return }
    let response = SKProductsResponse(products, invalidProductIdentifiers: unknownIDs)
    delegate?.productsRequest(self, didReceive: response)
  }
}

/// The App Store's answer to a request for products.
///
/// It can be sent to another task; its products can too, because each call of ``products`` makes
/// new ones. Source: "SKProductsResponse".
public final class SKProductsResponse: NSObject, Sendable {
  private let sold: [Product]
  /// The IDs that were requested and are not for sale, sorted.
  public let invalidProductIdentifiers: [String]

  init(_ sold: [Product], invalidProductIdentifiers: [String]) {
    self.sold = sold
    self.invalidProductIdentifiers = invalidProductIdentifiers
    super.init()
  }

  /// The products that are for sale, sorted by their IDs.
  ///
  /// Apple documents no order.
  public var products: [SKProduct] { sold.map { SKProduct($0) } }
}
