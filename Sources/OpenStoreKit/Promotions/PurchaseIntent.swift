/// A purchase that the customer has begun in the App Store, for the app to complete.
public struct PurchaseIntent: Equatable, Identifiable, Sendable {
  /// The product that the customer wants to buy.
  public let product: Product
  /// The offer of the product that they chose; `nil` if they chose none.
  public let offer: Product.SubscriptionOffer?

  /// The product's ID.
  public var id: Product.ID { product.id }

  /// Yields each purchase that the customer begins in the App Store, until the task is cancelled.
  ///
  /// A purchase that began while the app was not open is yielded too. Each is yielded once, to the
  /// iterator that asks first. Complete it with ``Product/purchase(options:)`` when the app is ready, or
  /// show the customer that it cannot be bought. While the store cannot be reached, the sequence waits.
  public static var intents: PurchaseIntents { PurchaseIntents(session: .existing) }

  /// A sequence of purchases that begin in the App Store.
  public struct PurchaseIntents: AsyncSequence, Sendable {
    /// A purchase that began in the App Store.
    public typealias Element = PurchaseIntent
    /// The sequence does not throw.
    public typealias Failure = Never

    let session: StoreSession?

    /// Creates an iterator, which takes each purchase when it asks for the next element.
    public func makeAsyncIterator() -> AsyncStream<PurchaseIntent>.Iterator {
      StoreSession.stream(of: session) { $0.purchaseIntents() }.makeAsyncIterator()
    }
  }
}
