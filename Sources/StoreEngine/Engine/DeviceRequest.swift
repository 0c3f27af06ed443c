import Foundation
import StoreAPI

/// One call of a device: who asks, when, and what is sold at that moment.
struct DeviceRequest {
  let snapshot: StoreSnapshot
  let device: StoredDevice
  let market: Market
  let engine: StoreEngine
}

extension DeviceRequest {
  func sign(_ stored: StoredHoldings) throws(StoreFault) -> Holdings {
    Holdings(
      latest: try sign(stored.latest), unfinished: try sign(stored.unfinished),
      subscriptions: try stored.subscriptions.map { stored throws(StoreFault) in
        try sign(stored)
      },
      usedIntroductoryOffers: IntroductoryOfferEligibility.usedGroups(
        stored.subscriptions.map(\.subscription)),
      sequence: stored.sequence)
  }

  func sign(_ transactions: [LedgerTransaction]) throws(StoreFault) -> [String] {
    try transactions.map { transaction throws(StoreFault) in
      try signed(transaction, at: snapshot.now)
    }
  }

  func sign(_ stored: StoredSubscription) throws(StoreFault) -> SignedSubscription {
    let renewalInfo = stored.subscription.payload(
      for: recipient(at: snapshot.now, purpose: "renewal \(stored.transaction.id)"),
      appAccountToken: stored.transaction.appAccountToken, in: market)
    return SignedSubscription(
      groupID: stored.subscription.groupID,
      signedTransaction: try signed(stored.transaction, at: snapshot.now),
      signedRenewalInfo: try sign(payload: renewalInfo),
      planChanges: stored.subscription.planChanges(in: market))
  }

  func signed(_ transaction: LedgerTransaction, at date: Date) throws(StoreFault) -> String {
    try sign(
      payload: transaction.payload(
        for: recipient(at: date, purpose: "transaction \(transaction.id)")))
  }

  func signedAppTransaction() throws(StoreFault) -> String {
    let recipient = recipient(at: snapshot.now, purpose: "app transaction")
    return try sign(payload: AppTransactionPayload(for: recipient))
  }

  private func sign(payload: some Encodable) throws(StoreFault) -> String {
    do {
      return try engine.signer.sign(payload)
    } catch {
      throw .unavailable("the store cannot sign: \(error)")
    }
  }

  private func recipient(at date: Date, purpose: String) -> Recipient {
    let nonce = engine.randomness.uuid(
      for: "nonce of \(purpose) for device \(device.number)", seed: snapshot.settings.seed)
    return Recipient(
      bundleID: snapshot.settings.bundleID, appTransactionID: device.customer.appTransactionID,
      signedDate: date,
      verification: .init(
        hash: DeviceVerification.hash(nonce: nonce, device: device.verificationID),
        nonce: LowercaseUUID(nonce)))
  }
}
