import AppStorePayloads
import StoreAPI

/// The customer's state as one running copy of the app knows it: the link to the store, the purchases,
/// and the orders that wait.
///
/// Each event is a method: it changes the state and returns what must be done. The transitions are
/// drawn in ``StoreLink`` and ``KnownPurchases``. Only these methods change its values.
struct CustomerState: Sendable {
  var link: StoreLink
  var known: KnownPurchases
  /// Orders that wait for something else to happen, and their products.
  var pending: [OrderKey: String]
  /// This run's purchases, and its orders that have no result yet.
  var ordersInFlight = OrdersInFlight()
  /// The unfinished transactions that the device's file keeps.
  var kept: Set<TransactionIdentity>
  /// The transactions that updates reported as finished or deleted, until the file is written without them.
  var finishedElsewhere: Set<TransactionID> = []
  /// The transactions that the store has sent in this run and epoch.
  var received = ReceivedIdentities()
  /// The newest transaction that this device has received.
  var newest: ReceivedTransaction?
  /// Whether the store has been shown the newest transaction that the device's file has.
  var rollbackCheck: RollbackCheck
  /// The clock of the last update of the time, or of the first stream's beginning.
  var streamClock: SessionClock?

  init(
    clock: SessionClock, known: KnownPurchases, pending: [OrderKey: String] = [:],
    kept: Set<TransactionIdentity> = [], newest: ReceivedTransaction? = nil
  ) {
    link = StoreLink(clock: clock)
    self.known = known
    self.pending = pending
    self.kept = kept
    self.newest = newest
    rollbackCheck = RollbackCheck(isNeeded: newest != nil)
  }

  /// Whether the store must be asked before a question is answered.
  func mustAsk(at reading: Duration) -> Bool {
    link.state != .online || known.mustAsk(at: link.clock.now(at: reading))
  }

  /// As ``StoreAPI/Answer/catalogue``, as long as the stream of updates would say that it has changed.
  var followedCatalogue: String? {
    link.state == .online && known.isFollowed ? link.catalogue : nil
  }

  /// The known purchases; empty if none are known.
  var purchases: VerifiedPurchases { known.purchases ?? VerifiedPurchases() }

  /// The same state without purchases, for a device that the store refuses.
  var withoutPurchases: CustomerState {
    var copy = self
    copy.known = KnownPurchases()
    return copy
  }

  /// Whether a transaction is announced now: neither this run bought it, nor may an order have bought
  /// it that has no result yet.
  func isExternal(_ payload: TransactionPayload) -> Bool { ordersInFlight.isExternal(payload) }

  /// Keeps a transaction that may be the result of an order until that order ends; others are not kept.
  mutating func hold(_ signed: Signed<TransactionPayload>) { ordersInFlight.hold(signed) }
}

extension CustomerState {
  /// Something that must be done.
  enum Action: Equatable, Sendable {
    /// Ask for the purchases.
    case ask
    case keep(DeviceChange)
    /// Keep the purchases, soon and together with later ones.
    case keepSoon
    /// Remove what belongs to another epoch, ask what became of the orders, and listen anew.
    case beginEpoch(StoreTime)
    case announce(Signed<TransactionPayload>)
    /// Announce the unfinished transactions that could not be read before.
    case announceUnfinished
    case announceStatus(VerifiedPurchases.Subscription)
    case publish(StoreSession.Connection)
    /// Ask until the store answers, then open another stream.
    case listenAnew
    /// The store's clock was moved, frozen or let run, it sells something else, a refund was asked for
    /// or declined, or a transaction was deleted.
    case publishTime
    /// Other orders wait, or were not approved.
    case publishOrders
    /// A refund was declined.
    case publishDeclinedRefund(TransactionID)
    case recoverOrders
    /// Show the store the newest transaction that the device has received.
    case detectRollback
  }
}
