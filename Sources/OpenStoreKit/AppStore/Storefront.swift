package import StoreAPI

/// The App Store of one country.
public struct Storefront: Identifiable, Sendable {
  /// Apple's number of the storefront, such as `143441`.
  public let id: String
  /// ISO 3166-1 alpha-3, such as `USA`.
  public let countryCode: String
  /// The currency of prices.
  public let currency: Locale.Currency?
  /// The locale of prices; `nil` if the storefront is that of a transaction.
  package let locale: Locale?

  /// The customer's storefront; `nil` if the store has never been reached.
  public static var current: Storefront? {
    get async { await StoreSession.active?.storefront() }
  }

  /// Yields each storefront that the customer changes to, until the task is cancelled.
  ///
  /// A change is noticed while something listens to ``Transaction/updates``, and when ``current`` is
  /// read.
  public static var updates: Storefronts { Storefronts(session: .existing) }

  /// A sequence of the storefronts that a customer changes to.
  public struct Storefronts: AsyncSequence, Sendable {
    /// The new storefront.
    public typealias Element = Storefront
    /// The sequence does not throw.
    public typealias Failure = Never

    let session: StoreSession?

    /// Creates an iterator, which receives every change from now on.
    public func makeAsyncIterator() -> AsyncStream<Storefront>.Iterator {
      StoreSession.stream(of: session) { $0.currentStorefront.updates.listen() }.makeAsyncIterator()
    }
  }
}

extension Storefront {
  package init(_ record: StoreStorefront) {
    self.init(
      id: record.id, countryCode: record.countryCode,
      currency: Locale.Currency(record.currency), locale: Locale(identifier: record.locale))
  }
}
