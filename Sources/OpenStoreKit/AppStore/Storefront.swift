package import StoreAPI

/// The country whose App Store the customer uses.
public struct Storefront: Identifiable, Sendable {
  /// Apple's number of the storefront, such as `143441`.
  public let id: String
  /// ISO 3166-1 alpha-3, such as `USA`.
  public let countryCode: String
  /// What prices are in.
  public let currency: Locale.Currency?
  /// How prices are written; `nil` where only signed data is known.
  package let locale: Locale?

  /// The customer's storefront; `nil` when the store cannot be reached and never was.
  public static var current: Storefront? {
    get async { await StoreSession.active?.storefront() }
  }

  /// Every storefront that the customer changes to, until the task is cancelled.
  ///
  /// A change is noticed when ``current`` is asked; Apple's notices it by itself.
  public static var updates: Storefronts { Storefronts(session: .active) }

  /// The storefronts that a customer changes to.
  public struct Storefronts: AsyncSequence, Sendable {
    /// The new storefront.
    public typealias Element = Storefront
    /// It never fails.
    public typealias Failure = Never

    let session: StoreSession?

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(stream: session?.storefrontUpdates().makeAsyncIterator())
    }

    /// One listener.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var stream: AsyncStream<Storefront>.Iterator?

      /// The next storefront; `nil` when the task is cancelled.
      public mutating func next() async -> Storefront? { await stream?.next() }

      /// The next storefront; `nil` when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Storefront? {
        await stream?.next(isolation: actor)
      }
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
