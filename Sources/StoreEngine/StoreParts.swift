import AppStorePayloads
import Foundation
import NetworkAddresses

/// The parts of a store, to which each copy of ``StoreEngine`` has one reference.
///
/// The parts take about half a kilobyte. Each waiting stream of updates has two copies of its store, and
/// each request makes some more.
final class StoreParts: Sendable {
  struct Values: Sendable {
    let ledgers: any LedgerStore
    let signer: PayloadSigner
    /// See ``StoreEngine/issuerID``; computed once, because each request of an app's server needs it.
    let issuerID: LowercaseUUID
    let wallClock: @Sendable () -> Date
    /// The limits within which the store follows that clock.
    let clockLimits: ClockLimits
    let sleep: StoreEngine.Sleep
    let randomness: Randomness
    let catalogueSnapshots: CatalogueSnapshots
    let signInGuard: SignInGuard
    let limits: AccountLimits
    let signatures = SignatureCache()
    let verifiedTokens = VerifiedTokens()
    /// The tokens for the app's server.
    ///
    /// They have a separate cache, so that they do not evict the tokens of devices.
    let serverSignatures = SignatureCache()
    /// Sends notifications.
    ///
    /// Without a transport, they wait for a process that has one.
    var notificationTransport: (any NotificationTransport)?
    let settlements = SettlementQueue()
    let workQueue = FairWorkQueue()
    let streamAlarms: StreamAlarms
    /// Verifies receipts that this store has signed.
    let receiptVerifier: ReceiptVerifier
    let massExtensionTask = MassExtensionTask()
    /// The address of the client for which this engine acts; `nil` in the store's own process.
    var clientAddress: NetworkAddress?
  }

  let values: Values

  init(_ values: Values) { self.values = values }
}

extension StoreEngine {
  /// Returns a copy of the store with changed parts.
  func changing(_ change: (inout StoreParts.Values) -> Void) -> StoreEngine {
    var values = parts.values
    change(&values)
    return StoreEngine(StoreParts(values))
  }

  var ledgers: any LedgerStore { parts.values.ledgers }
  var signer: PayloadSigner { parts.values.signer }
  var wallClock: @Sendable () -> Date { parts.values.wallClock }
  var clockLimits: ClockLimits { parts.values.clockLimits }
  var sleep: Sleep { parts.values.sleep }
  var randomness: Randomness { parts.values.randomness }
  var catalogueSnapshots: CatalogueSnapshots { parts.values.catalogueSnapshots }
  var signInGuard: SignInGuard { parts.values.signInGuard }
  var limits: AccountLimits { parts.values.limits }
  var signatures: SignatureCache { parts.values.signatures }
  var verifiedTokens: VerifiedTokens { parts.values.verifiedTokens }
  var serverSignatures: SignatureCache { parts.values.serverSignatures }
  var notificationTransport: (any NotificationTransport)? { parts.values.notificationTransport }
  var settlements: SettlementQueue { parts.values.settlements }
  var workQueue: FairWorkQueue { parts.values.workQueue }
  var streamAlarms: StreamAlarms { parts.values.streamAlarms }
  var receiptVerifier: ReceiptVerifier { parts.values.receiptVerifier }
  var massExtensionTask: MassExtensionTask { parts.values.massExtensionTask }
  var clientAddress: NetworkAddress? { parts.values.clientAddress }
}
