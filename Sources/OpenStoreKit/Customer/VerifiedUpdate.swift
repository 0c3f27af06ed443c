import StoreAPI

/// An update of the store, after its signatures have been verified.
struct VerifiedUpdate: Equatable, Sendable {
  enum Change: Equatable, Sendable {
    case transaction(Signed<TransactionPayload>)
    case subscription(CustomerHoldings.Subscription)
    case finished(TransactionID)
    /// Nothing happened; the answer's time is what it says.
    case time
    /// It is signed data that cannot be decoded.
    case unreadable
  }

  var sequence: Int64
  var change: Change
}
