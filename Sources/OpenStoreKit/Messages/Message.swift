import AppStorePayloads

/// A message of the App Store to the customer, which the app may show at a suitable time.
public struct Message: Equatable, Hashable, Sendable {
  /// The reason for the message.
  public let reason: Reason
  /// The subscription group that it is about.
  let groupID: String
  /// The transaction with which its subscription began.
  let originalID: TransactionID
  /// The transaction of the period that it is about.
  let transactionID: TransactionID

  /// Yields each message that is pending, and then each that comes up, until the task is cancelled.
  ///
  /// A run of the app yields a message once for each reason and period of a subscription, and again
  /// if it was not due meanwhile. Iterators that exist at the same time all receive it. A later
  /// iterator receives only messages that no other has received.
  ///
  /// An app that never calls ``display(in:)`` suppresses its messages. Apple's system shows a
  /// message itself if nothing listens. This one does not, because a sheet that opened without a
  /// key press would take the keyboard from the customer.
  public static var messages: Messages { Messages(session: .existing) }

  /// Shows the sheet that belongs to the message; nothing happens if it is no longer relevant.
  ///
  /// It returns before the customer has answered. Their changes come through
  /// ``Product/SubscriptionInfo/Status/updates`` and ``Transaction/updates``.
  ///
  /// - Parameter scene: Any value: the system shows the sheet and needs no window.
  /// - Throws: ``StoreKitError/systemError(_:)`` if no session is connected.
  @MainActor
  public func display(in scene: Any) throws {
    let session = try StoreSession.connectedAlready()
    Task { await session.tryToShow(self) }
  }
}

extension Message {
  /// The reason for a message.
  public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
    /// The reason's number; Apple does not document the numbers.
    public let rawValue: Int

    /// Creates the reason with this number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Another reason: the customer's plan has ended because it is no longer sold.
    public static let generic = Reason(rawValue: 0)
    /// A price increase waits for the customer's consent.
    public static let priceIncreaseConsent = Reason(rawValue: 1)
    /// A renewal could not be charged.
    public static let billingIssue = Reason(rawValue: 2)
    /// The customer can have a win-back offer.
    public static let winBackOffer = Reason(rawValue: 3)

    /// The reason's display name, in English.
    public var localizedDescription: String {
      switch self {
      case .generic: "Generic"
      case .priceIncreaseConsent: "Price Increase Consent"
      case .billingIssue: "Billing Issue"
      case .winBackOffer: "Win-Back Offer"
      default: "Unknown"
      }
    }
  }

  /// A sequence of messages.
  public struct Messages: AsyncSequence, Sendable {
    /// A message that is relevant now.
    public typealias Element = Message
    /// The sequence does not throw.
    public typealias Failure = Never

    let session: StoreSession?

    /// Creates an iterator, which receives every message from now on.
    public func makeAsyncIterator() -> AsyncStream<Message>.Iterator {
      StoreSession.stream(of: session) { $0.messages() }.makeAsyncIterator()
    }
  }
}
