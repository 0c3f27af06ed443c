import AppStorePayloads
import Foundation
import StoreAPI

/// One request of a device: the device, the time, and the catalogue at that time.
struct DeviceRequest {
  let snapshot: StoreSnapshot
  let device: StoredDevice
  /// The terms of ``catalogueSnapshot``.
  let terms: CatalogueTerms
  let catalogueSnapshot: CatalogueSnapshot
  let engine: StoreEngine
}

extension DeviceRequest {
  /// Identifies the catalogue.
  ///
  /// A restored store may reuse a version's number for another version, but it has another epoch.
  var catalogue: String {
    "\(snapshot.settings.epoch)/\(terms.version)/\(terms.storefront)/\(terms.locale)"
  }

  func answer<Value: Sendable>(_ value: Value, at time: StoreTime? = nil) -> Answer<Value> {
    Answer(value, at: time ?? snapshot.time, catalogue: catalogue)
  }

  /// Signs each transaction once, wherever it stands, so that the device verifies it once.
  func sign(_ stored: StoredPurchases) throws(StoreError) -> CustomerPurchases {
    let addsTokens = stored.latest.count <= SignatureCache.purchasesLimit
    var tokens: [TransactionID: String] = [:]
    func token(of transaction: LedgerTransaction) throws(StoreError) -> String {
      if let token = tokens[transaction.id] { return token }
      let token = try signed(transaction, at: snapshot.now, adding: addsTokens)
      tokens[transaction.id] = token
      return token
    }
    return CustomerPurchases(
      latest: try stored.latest.map(token),
      subscriptions: try stored.subscriptions.map { stored throws(StoreError) in
        try sign(stored, transaction: token(of: stored.transaction))
      },
      usedIntroductoryOffers: IntroductoryOfferEligibility.usedGroups(
        stored.subscriptions.map(\.subscription)),
      orders: stored.orders, sequence: stored.sequence)
  }

  /// Signs a page of a list in short parts, several at once; see ``FairWorkQueue``.
  ///
  /// The tokens of a first page are added to the cache, if it is short. Those of later ones are not,
  /// because a list has any number of them.
  func sign(
    _ transactions: [LedgerTransaction], isFirst: Bool
  ) async throws(StoreError) -> [String] {
    let addsTokens = isFirst && transactions.count <= SignatureCache.listLimit
    return try await engine.workQueue.map(transactions, of: device.customer) {
      transaction throws(StoreError) in
      try signed(transaction, at: snapshot.now, adding: addsTokens)
    }
  }

  func sign(_ stored: StoredSubscription) throws(StoreError) -> SignedSubscription {
    try sign(stored, transaction: signed(stored.transaction, at: snapshot.now))
  }

  private func sign(
    _ stored: StoredSubscription, transaction: String
  ) throws(StoreError) -> SignedSubscription {
    let renewalInfo = stored.subscription.payload(
      for: recipient(at: snapshot.now), appAccountToken: stored.transaction.appAccountToken,
      isShared: stored.isShared, in: catalogueSnapshot)
    return SignedSubscription(
      groupID: stored.subscription.groupID,
      signedTransaction: transaction,
      signedRenewalInfo: try sign(
        renewalInfo, as: .renewalInfo(renewalInfo.unsigned),
        purpose: "renewal \(stored.transaction.id)"),
      planChanges: stored.isShared ? [] : stored.subscription.planChanges(in: catalogueSnapshot),
      groupLevel: stored.subscription.term.level,
      isSharedWithFamily: stored.isShared
        ? nil : stored.subscription.familySharing(in: catalogueSnapshot))
  }

  /// Returns the token of a transaction for the device; `adding` as in ``SignatureCache``.
  func signed(
    _ transaction: LedgerTransaction, at date: Date, adding: Bool = true
  ) throws(StoreError) -> String {
    let payload = transaction.payload(for: recipient(at: date))
    return try sign(
      payload, as: .transaction(payload.unsigned), adding: adding,
      purpose: "transaction \(transaction.id)")
  }

  /// Signs the app transaction, even if nothing has changed: an app that refreshes it asks for a new
  /// one, and others keep the one that they have.
  func signedAppTransaction() throws(StoreError) -> String {
    try signAnew(
      AppTransactionPayload(for: recipient(at: snapshot.now)), purpose: "app transaction")
  }

  /// Returns the token of a payload for the device; it is signed only if its content is new.
  private func sign(
    _ payload: some SignedPayload, as content: SignatureCache.Content, adding: Bool = true,
    purpose: @autoclosure () -> String
  ) throws(StoreError) -> String {
    let key = SignatureCache.Key(
      content, device: device.verificationID, certificate: engine.signer.certificateHash,
      epoch: snapshot.settings.epoch, generation: snapshot.settings.generation)
    return try engine.signatures.token(
      of: content, for: key, at: payload.signedDate, adding: adding
    ) { () throws(StoreError) in
      try signAnew(payload, purpose: purpose())
    }
  }

  /// Binds a payload to the device, and signs it.
  private func signAnew(
    _ payload: some SignedPayload, purpose: String
  ) throws(StoreError) -> String {
    let nonce = engine.randomness.uuid(
      for: "nonce of \(purpose) for device \(device.number)", seed: snapshot.settings.seed)
    var bound = payload
    bound.deviceVerification = DeviceVerification.hash(nonce: nonce, device: device.verificationID)
    bound.deviceVerificationNonce = LowercaseUUID(nonce)
    do {
      return try engine.signer.sign(bound)
    } catch {
      throw .unavailable(reason: "the store cannot sign: \(error.sentence)")
    }
  }

  func recipient(at date: Date) -> Recipient {
    Recipient(
      bundleID: snapshot.settings.bundleID, appTransactionID: device.customer.appTransactionID,
      signedDate: date, environment: snapshot.settings.environment)
  }
}
