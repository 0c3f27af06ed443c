import Foundation
import StoreAPI
import StoreEngine
import StoreSQLite

/// A ledger store that takes one call at a time and records every write as an effect.
struct RecordingLedgerStore: LedgerStore {
  let ledgers: SQLiteLedgerStore
  let writes: WriteNotifier
  let effects: EffectRecorder

  func notify(
    _ listener: AsyncStream<Void>.Continuation, ofChangesTo customer: CustomerNumber?
  ) {
    writes.notify(listener, ofChangesTo: customer)
  }

  /// Records two effects: the decision, inside the transaction, and the transaction.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreFault) -> Decision<Value>
  ) async throws(StoreFault) -> Value {
    try await write("storage transact") { [effects] () throws(StoreFault) in
      try await ledgers.transact(customer, needs: needs) {
        ledger, settings throws(StoreFault) in
        let occurrence = effects.begin("storage decide")
        let decision = try decide(ledger, settings)
        effects.end("storage decide", occurrence)
        return decision
      }
    }
  }

  func setClock(_ clock: StoreClock, at now: Date) async throws(StoreFault) -> StoreSettings? {
    try await write("storage clock") { () throws(StoreFault) in
      try await ledgers.setClock(clock, at: now)
    }
  }

  private func write<Value: Sendable>(
    _ name: String, _ body: () async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    let value = try await effects.call(name) { () throws(StoreFault) in try await takeTurn(body) }
    writes.didWrite()
    return value
  }

  private func takeTurn<Value: Sendable>(
    _ body: () async throws(StoreFault) -> Value
  ) async throws(StoreFault) -> Value {
    try await SerialTaskExecutor.shared.callOutside(body)
  }
}

// MARK: - Writes that no run of the probe makes

extension RecordingLedgerStore {
  func create(
    _ settings: StoreSettings, catalogue: Catalogue
  ) async throws(StoreFault) -> StoreSettings {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.create(settings, catalogue: catalogue)
    }
  }

  func reset(at now: Date) async throws(StoreFault) -> StoreSettings {
    try await takeTurn { () throws(StoreFault) in try await ledgers.reset(at: now) }
  }

  func addAccount(
    _ name: String, password: PasswordHash, signIn: TokenHash?, at now: Date
  ) async throws(StoreFault) {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.addAccount(name, password: password, signIn: signIn, at: now)
    }
  }

  func replacePassword(
    _ old: PasswordHash, by new: PasswordHash, of account: String
  ) async throws(StoreFault) {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.replacePassword(old, by: new, of: account)
    }
  }

  func addSignIn(
    _ hash: TokenHash, account: String, at now: Date, limit: Int
  ) async throws(StoreFault) {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.addSignIn(hash, account: account, at: now, limit: limit)
    }
  }

  func removeSignIn(_ hash: TokenHash) async throws(StoreFault) -> StoredAccount? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.removeSignIn(hash) }
  }

  func removeSignIns(of account: StoredAccount) async throws(StoreFault) -> Int {
    try await takeTurn { () throws(StoreFault) in try await ledgers.removeSignIns(of: account) }
  }

  func addDevice(
    _ device: DeviceAddition, signIn: TokenHash, reassignment: @escaping DeliveryReassignment
  ) async throws(StoreFault) -> AddedDevice {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.addDevice(device, signIn: signIn, reassignment: reassignment)
    }
  }

  func removeDevice(
    _ name: String, of account: StoredAccount, at now: Date,
    reassignment: @escaping DeliveryReassignment
  ) async throws(StoreFault) -> StoreDevice {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.removeDevice(name, of: account, at: now, reassignment: reassignment)
    }
  }
}

// MARK: - Reads

extension RecordingLedgerStore {
  func accounts() async throws(StoreFault) -> [OperatorAccount] {
    try await takeTurn { () throws(StoreFault) in try await ledgers.accounts() }
  }

  func password(of account: String) async throws(StoreFault) -> StoredPassword {
    try await takeTurn { () throws(StoreFault) in try await ledgers.password(of: account) }
  }

  func account(signIn hash: TokenHash) async throws(StoreFault) -> StoredAccount? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.account(signIn: hash) }
  }

  func account(named name: String) async throws(StoreFault) -> StoredAccount? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.account(named: name) }
  }

  func devices(of account: StoredAccount) async throws(StoreFault) -> [StoreDevice] {
    try await takeTurn { () throws(StoreFault) in try await ledgers.devices(of: account) }
  }

  func device(token hash: TokenHash) async throws(StoreFault) -> StoredDevice? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.device(token: hash) }
  }

  func settings() async throws(StoreFault) -> StoreSettings? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.settings() }
  }

  func catalogueVersion(at date: Date) async throws(StoreFault) -> Int {
    try await takeTurn { () throws(StoreFault) in try await ledgers.catalogueVersion(at: date) }
  }

  func catalogue(version: Int) async throws(StoreFault) -> CatalogueVersion {
    try await takeTurn { () throws(StoreFault) in try await ledgers.catalogue(version: version) }
  }

  func ledger(of customer: CustomerNumber) async throws(StoreFault) -> Ledger {
    try await takeTurn { () throws(StoreFault) in try await ledgers.ledger(of: customer) }
  }

  func nextDue(until date: Date) async throws(StoreFault) -> DueSubscription? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.nextDue(until: date) }
  }

  func nextDue(of customer: CustomerNumber) async throws(StoreFault) -> Date? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.nextDue(of: customer) }
  }

  func holdings(
    of customer: CustomerNumber, device: Int64
  ) async throws(StoreFault) -> StoredHoldings {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.holdings(of: customer, device: device)
    }
  }

  func transactions(
    of customer: CustomerNumber, productID: String?, includingFinishedConsumables: Bool
  ) async throws(StoreFault) -> [LedgerTransaction] {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.transactions(
        of: customer, productID: productID,
        includingFinishedConsumables: includingFinishedConsumables)
    }
  }

  func transaction(
    _ id: TransactionID, of customer: CustomerNumber
  ) async throws(StoreFault) -> LedgerTransaction? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.transaction(id, of: customer) }
  }

  func events(
    of customer: CustomerNumber, after sequence: Int64, limit: Int
  ) async throws(StoreFault) -> [StoredEvent] {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.events(of: customer, after: sequence, limit: limit)
    }
  }

  func subscription(
    in groupID: String, of customer: CustomerNumber
  ) async throws(StoreFault) -> StoredSubscription? {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.subscription(in: groupID, of: customer)
    }
  }

  func opening(of token: TokenHash, wall: Date) async throws(StoreFault) -> StoredOpening {
    try await takeTurn { () throws(StoreFault) in try await ledgers.opening(of: token, wall: wall) }
  }

  func storedTransaction(_ id: TransactionID) async throws(StoreFault) -> StoredTransaction? {
    try await takeTurn { () throws(StoreFault) in try await ledgers.storedTransaction(id) }
  }

  func subscribers(to productID: String) async throws(StoreFault) -> [Subscriber] {
    try await takeTurn { () throws(StoreFault) in try await ledgers.subscribers(to: productID) }
  }

  func allTransactions(account: String?) async throws(StoreFault) -> [StoredTransaction] {
    try await takeTurn { () throws(StoreFault) in
      try await ledgers.allTransactions(account: account)
    }
  }
}
