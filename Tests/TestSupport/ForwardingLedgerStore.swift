package import AppStorePayloads
package import AppStoreServerAPI
package import Foundation
package import StoreAPI
package import StoreEngine
package import StoreOperatorAPI

/// A double that forwards every call to another ledger store.
///
/// A test delays calls in ``forward(_:)``. It implements the methods that it observes or changes.
package protocol ForwardingLedgerStore: LedgerStore {
  associatedtype Ledgers: LedgerStore

  /// The ledger store that answers.
  var ledgers: Ledgers { get }

  /// Performs a call; by default, at once.
  func forward<Value: Sendable>(
    _ call: @autoclosure () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value
}

extension ForwardingLedgerStore {
  package func forward<Value: Sendable>(
    _ call: @autoclosure () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    try await call()
  }

  package func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    ledgers.notify(listener, ofChangesTo: customer)
  }

  package func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value {
    try await forward(await ledgers.transact(customer, needs: needs, decide: decide))
  }

  package func settle(
    until date: Date, limit: Int, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettlementProgress {
    try await forward(await ledgers.settle(until: date, limit: limit, settlement))
  }

  package func publish(
    _ settlement: SettlementContext,
    decide: @escaping @Sendable (CatalogueState) throws(StoreError) -> Publication
  ) async throws(StoreError) -> SettledChange<PublishedCatalogue> {
    try await forward(await ledgers.publish(settlement, decide: decide))
  }

  package func addOfferKey(_ key: OfferKey, at now: Date) async throws(StoreError) {
    try await forward(await ledgers.addOfferKey(key, at: now))
  }

  package func addOfferCodes(_ codes: [StoredOfferCode], at now: Date) async throws(StoreError) {
    try await forward(await ledgers.addOfferCodes(codes, at: now))
  }

  package func offerCode(_ code: String) async throws(StoreError) -> StoredOfferCode? {
    try await forward(await ledgers.offerCode(code))
  }

  package func offerCodes(limit: Int) async throws(StoreError) -> [StoredOfferCode] {
    try await forward(await ledgers.offerCodes(limit: limit))
  }

  package func offerKey(_ id: String) async throws(StoreError) -> OfferKey? {
    try await forward(await ledgers.offerKey(id))
  }

  package func addAPIKey(_ key: APIKey) async throws(StoreError) {
    try await forward(await ledgers.addAPIKey(key))
  }

  package func apiKey(_ id: String) async throws(StoreError) -> APIKey? {
    try await forward(await ledgers.apiKey(id))
  }

  package func apiKeys(limit: Int) async throws(StoreError) -> [APIKey] {
    try await forward(await ledgers.apiKeys(limit: limit))
  }

  package func revokeAPIKey(_ id: String, at now: Date) async throws(StoreError) -> APIKey? {
    try await forward(await ledgers.revokeAPIKey(id, at: now))
  }

  package func setClock(
    reaching target: Date, frozen: Bool?, _ settlement: SettlementContext
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    try await forward(await ledgers.setClock(reaching: target, frozen: frozen, settlement))
  }

  package func recordUse(wall: MachineTime) async throws(StoreError) {
    try await forward(await ledgers.recordUse(wall: wall))
  }

  package func setClockBack(
    to date: Date, wall: MachineTime
  ) async throws(StoreError) -> StoreSettings {
    try await forward(await ledgers.setClockBack(to: date, wall: wall))
  }

  package func changeSettings(
    _ settlement: SettlementContext, _ change: @escaping @Sendable (inout StoreSettings) -> Void
  ) async throws(StoreError) -> SettledChange<StoreSettings> {
    try await forward(await ledgers.changeSettings(settlement, change))
  }

  package func create(
    _ settings: StoreSettings, catalogue: Catalogue
  ) async throws(StoreError) -> StoreSettings {
    try await forward(await ledgers.create(settings, catalogue: catalogue))
  }

  package func beginEpoch(
    evidence: RollbackEvidence,
    decide: @escaping @Sendable (StoreSettings, IssuedNumbers) throws(StoreError) -> StoreSettings?
  ) async throws(StoreError) -> StoreSettings? {
    try await forward(await ledgers.beginEpoch(evidence: evidence, decide: decide))
  }

  package func reset(
    at now: Date, nextEpoch: @escaping @Sendable (StoreSettings) -> Int
  ) async throws(StoreError) -> StoreSettings {
    try await forward(await ledgers.reset(at: now, nextEpoch: nextEpoch))
  }

  package func resetAsNew(
    _ renew: @escaping @Sendable (StoreSettings, Catalogue) -> StoreSettings
  ) async throws(StoreError) -> StoreSettings {
    try await forward(await ledgers.resetAsNew(renew))
  }

  package func addAccount(
    _ name: String, password: PasswordHash, madeBy maker: AccountMaker, at now: Date
  ) async throws(StoreError) {
    try await forward(await ledgers.addAccount(name, password: password, madeBy: maker, at: now))
  }

  package func replacePassword(
    _ old: PasswordHash, by new: PasswordHash, of account: String
  ) async throws(StoreError) {
    try await forward(await ledgers.replacePassword(old, by: new, of: account))
  }

  package func changePassword(
    _ change: StoredPasswordChange, of account: StoredAccount
  ) async throws(StoreError) -> ChangedAccount? {
    try await forward(await ledgers.changePassword(change, of: account))
  }

  package func addSignIn(
    _ hash: TokenHash, account: String, by proof: SignInProof, at now: Date, limit: Int
  ) async throws(StoreError) -> Bool {
    try await forward(
      await ledgers.addSignIn(hash, account: account, by: proof, at: now, limit: limit))
  }

  package func removeSignIn(_ hash: TokenHash) async throws(StoreError) -> StoredAccount? {
    try await forward(await ledgers.removeSignIn(hash))
  }

  package func removeSignIns(of account: StoredAccount) async throws(StoreError) -> Int {
    try await forward(await ledgers.removeSignIns(of: account))
  }

  package func addDevice(
    _ device: DeviceAddition, signIn: TokenHash, reassignment: @escaping DeliveryReassignment
  ) async throws(StoreError) -> AddedDevice {
    try await forward(await ledgers.addDevice(device, signIn: signIn, reassignment: reassignment))
  }

  package func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date,
    reassignment: @escaping DeliveryReassignment
  ) async throws(StoreError) -> StoreDevice {
    try await forward(
      await ledgers.removeDevice(name, of: account, at: now, reassignment: reassignment))
  }

  package func accounts() async throws(StoreError) -> [OperatorAccount] {
    try await forward(await ledgers.accounts())
  }

  package func password(of account: String) async throws(StoreError) -> StoredPassword {
    try await forward(await ledgers.password(of: account))
  }

  package func account(signIn hash: TokenHash) async throws(StoreError) -> StoredAccount? {
    try await forward(await ledgers.account(signIn: hash))
  }

  package func account(named name: String) async throws(StoreError) -> StoredAccount? {
    try await forward(await ledgers.account(named: name))
  }

  package func devices(of account: StoredAccount) async throws(StoreError) -> [StoreDevice] {
    try await forward(await ledgers.devices(of: account))
  }

  package func device(token hash: TokenHash) async throws(StoreError) -> StoredDevice? {
    try await forward(await ledgers.device(token: hash))
  }

  package func settings() async throws(StoreError) -> StoreSettings? {
    try await forward(await ledgers.settings())
  }

  package func catalogueVersion(at date: Date) async throws(StoreError) -> Int {
    try await forward(await ledgers.catalogueVersion(at: date))
  }

  package func catalogue(version: Int) async throws(StoreError) -> CatalogueVersion {
    try await forward(await ledgers.catalogue(version: version))
  }

  package func ledger(
    of customer: CustomerNumber, needs: LedgerNeeds
  ) async throws(StoreError) -> Ledger {
    try await forward(await ledgers.ledger(of: customer, needs: needs))
  }

  package func nextDue(until date: Date) async throws(StoreError) -> DueSettlement? {
    try await forward(await ledgers.nextDue(until: date))
  }

  package func nextDue(of customer: CustomerNumber) async throws(StoreError) -> Date? {
    try await forward(await ledgers.nextDue(of: customer))
  }

  package func purchases(of customer: CustomerNumber) async throws(StoreError) -> StoredPurchases {
    try await forward(await ledgers.purchases(of: customer))
  }

  package func unfinished(
    of customer: CustomerNumber, device: Int64, after id: TransactionID?, limit: Int
  ) async throws(StoreError) -> [LedgerTransaction] {
    try await forward(
      await ledgers.unfinished(of: customer, device: device, after: id, limit: limit))
  }

  package func transactions(
    of customer: CustomerNumber, _ query: HistoryQuery
  ) async throws(StoreError) -> [LedgerTransaction] {
    try await forward(await ledgers.transactions(of: customer, query))
  }

  package func modifiedTransactions(
    of customer: CustomerNumber, _ query: ModifiedTransactionsQuery
  ) async throws(StoreError) -> ModifiedTransactionsPage {
    try await forward(await ledgers.modifiedTransactions(of: customer, query))
  }

  package func refundedTransactions(
    of customer: CustomerNumber, after place: RefundPlace?, limit: Int
  ) async throws(StoreError) -> [RefundedTransaction] {
    try await forward(await ledgers.refundedTransactions(of: customer, after: place, limit: limit))
  }

  package func dueConsumptionRequests(
    at now: Date, limit: Int
  ) async throws(StoreError) -> [DueConsumptionRequest] {
    try await forward(await ledgers.dueConsumptionRequests(at: now, limit: limit))
  }

  package func nextConsumptionRequestDate(after now: Date) async throws(StoreError) -> Date? {
    try await forward(await ledgers.nextConsumptionRequestDate(after: now))
  }

  package func hasCustomer(_ customer: CustomerNumber) async throws(StoreError) -> Bool {
    try await forward(await ledgers.hasCustomer(customer))
  }

  package func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreError) -> LedgerTransaction? {
    try await forward(await ledgers.transaction(id, of: customer))
  }

  package func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreError) -> [StoredEvent] {
    try await forward(await ledgers.events(of: customer, after: sequence, limit: limit))
  }

  package func subscription(
    _ key: SubscriptionKey, of customer: CustomerNumber
  ) async throws(StoreError) -> StoredSubscription? {
    try await forward(await ledgers.subscription(key, of: customer))
  }

  package func requestState(of token: TokenHash, wall: MachineTime) async throws(StoreError)
    -> StoredRequestState
  {
    try await forward(await ledgers.requestState(of: token, wall: wall))
  }

  package func requestState(wall: MachineTime) async throws(StoreError) -> StoredStoreState {
    try await forward(await ledgers.requestState(wall: wall))
  }

  package func storedTransaction(_ id: TransactionID) async throws(StoreError) -> StoredTransaction?
  {
    try await forward(await ledgers.storedTransaction(id))
  }

  package func customer(of id: TransactionID) async throws(StoreError) -> CustomerNumber? {
    try await forward(await ledgers.customer(of: id))
  }

  package func families() async throws(StoreError) -> (
    families: [Family], unsharedPlans: [CustomerNumber: [String]]
  ) {
    try await forward(await ledgers.families())
  }

  package func changeFamily(
    _ family: FamilyReference, joining: String?, _ settlement: SettlementContext,
    decide: @escaping @Sendable (FamilyChange) throws(StoreError) -> FamilyDecision
  ) async throws(StoreError) -> SettledChange<Date> {
    try await forward(
      await ledgers.changeFamily(family, joining: joining, settlement, decide: decide))
  }

  package func addMassExtension(_ body: MassExtension.Body) async throws(StoreError) {
    try await forward(await ledgers.addMassExtension(body))
  }

  package func massExtension(
    of productID: String, requestIdentifier: String
  ) async throws(StoreError) -> MassExtension? {
    try await forward(
      await ledgers.massExtension(of: productID, requestIdentifier: requestIdentifier))
  }

  package func hasUnfinishedMassExtension() async throws(StoreError) -> Bool {
    try await forward(await ledgers.hasUnfinishedMassExtension())
  }

  package func continueMassExtension(
    limit: Int, _ settlement: SettlementContext,
    effect:
      @escaping @Sendable (MassExtension, Ledger, StoreSettings, CatalogueSnapshot) ->
      MassExtension.Effect
  ) async throws(StoreError) -> SettledChange<Bool> {
    try await forward(
      await ledgers.continueMassExtension(limit: limit, settlement, effect: effect))
  }

  package func addNotification(_ notification: OutgoingNotification) async throws(StoreError) {
    try await forward(await ledgers.addNotification(notification))
  }

  package func nextNotificationDate(after date: Date?) async throws(StoreError) -> Date? {
    try await forward(await ledgers.nextNotificationDate(after: date))
  }

  package func hasUnsentNotifications(until date: Date) async throws(StoreError) -> Bool {
    try await forward(await ledgers.hasUnsentNotifications(until: date))
  }

  package func claimNotifications(
    _ claim: NotificationClaim
  ) async throws(StoreError) -> ClaimedNotifications {
    try await forward(await ledgers.claimNotifications(claim))
  }

  package func claimNotification(
    _ uuid: LowercaseUUID, _ claim: NotificationClaim
  ) async throws(StoreError) -> ClaimedNotification? {
    try await forward(await ledgers.claimNotification(uuid, claim))
  }

  package func sentNotifications(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [RecordedAttempt] {
    try await forward(await ledgers.sentNotifications(after: last, limit: limit))
  }

  package func lastAttemptNumber() async throws(StoreError) -> Int64 {
    try await forward(await ledgers.lastAttemptNumber())
  }

  package func record(
    _ attempt: SendAttemptItem, of claimed: ClaimedNotification, nextAttemptDate: Date?
  ) async throws(StoreError) {
    try await forward(
      await ledgers.record(attempt, of: claimed, nextAttemptDate: nextAttemptDate))
  }

  package func notifications(
    _ query: NotificationQuery
  ) async throws(StoreError) -> [StoredNotification] {
    try await forward(await ledgers.notifications(query))
  }

  package func notifications(
    about transaction: TransactionID, limit: Int
  ) async throws(StoreError) -> [StoredNotification] {
    try await forward(await ledgers.notifications(about: transaction, limit: limit))
  }

  package func notification(
    _ uuid: LowercaseUUID
  ) async throws(StoreError) -> StoredNotification? {
    try await forward(await ledgers.notification(uuid))
  }

  package func waitingOrders() async throws(StoreError) -> [StoredOrder] {
    try await forward(await ledgers.waitingOrders())
  }

  package func waitingOrder(_ number: TransactionID) async throws(StoreError) -> StoredOrder? {
    try await forward(await ledgers.waitingOrder(number))
  }

  package func buyer(named account: String) async throws(StoreError) -> Buyer? {
    try await forward(await ledgers.buyer(named: account))
  }

  package func subscribers(to productID: String) async throws(StoreError) -> [Subscriber] {
    try await forward(await ledgers.subscribers(to: productID))
  }

  package func allTransactions(
    account: String?, before last: LedgerTransaction?, limit: Int
  ) async throws(StoreError) -> [StoredTransaction] {
    try await forward(await ledgers.allTransactions(account: account, before: last, limit: limit))
  }

  package func allSubscriptions(
    before last: StoredTransaction?, limit: Int
  ) async throws(StoreError) -> [StoredTransaction] {
    try await forward(await ledgers.allSubscriptions(before: last, limit: limit))
  }
}
