import AppStorePayloads
import AppStoreServerAPI
import Foundation
package import StoreAPI
package import StoreEngine
import StoreOperatorAPI
import StoreSQLite

/// The records of a store after a scenario, and its answers to a device.
package struct LifecycleOutcome: Hashable, Sendable {
  /// The notifications of the last step, in their order.
  package var notifications: [StoreNotification]
  /// The transaction and the renewal of the last notification, as they were recorded with it.
  package var notifiedTransaction: String?
  package var notifiedRenewalInfo: String?
  package var transaction: String
  package var renewalInfo: String?
  package var status: Int?
}

extension LifecycleScenario {
  /// Performs all steps on a new store, as the customer `alice` and as the operator.
  package func perform() async throws -> LifecycleOutcome {
    let fixture = try await StoreFixture.make()
    let backend = try await fixture.device("phone").backend
    for step in steps.dropLast() { try await fixture.perform(step, as: backend) }
    let before = try await fixture.events().last?.sequence ?? 0
    if let last = steps.last { try await fixture.perform(last, as: backend) }
    let changes = try await fixture.events()
    let new = changes.filter { $0.sequence > before }.map(\.change)
    var outcome = try await outcome(new.flatMap(\.notifications), backend)
    outcome.notify(changes.map(\.change))
    return outcome
  }

  private func outcome(
    _ notifications: [StoreNotification], _ backend: any StoreBackend
  ) async throws -> LifecycleOutcome {
    let transaction = try await backend.latestTransaction()
    var outcome = LifecycleOutcome(notifications: notifications, transaction: transaction.line)
    let purchases = try await backend.purchases()
    if let subscription = purchases.value.subscriptions.first {
      let (transaction, info) = (try subscription.transaction(), try subscription.renewalInfo())
      outcome.transaction = transaction.line
      outcome.renewalInfo = info.line(isShared: transaction.inAppOwnershipType == .familyShared)
      outcome.status =
        SubscriptionStatusCode(
          transaction: transaction, renewalInfo: info, at: purchases.time.now
        ).rawValue
    }
    return outcome
  }
}

extension LifecycleOutcome {
  /// Takes the recorded values of the last notification.
  fileprivate mutating func notify(_ changes: [LedgerChange]) {
    guard let index = changes.lastIndex(where: { !$0.notifications.isEmpty }),
      let state = changes[index].notificationState(after: index > 0 ? changes[index - 1] : nil)
    else { return }
    let recipient = Recipient(
      bundleID: "", appTransactionID: "", signedDate: changes[index].date, environment: .sandbox)
    notifiedTransaction = state.transactionPayload(for: recipient).line
    notifiedRenewalInfo = state.renewalInfoPayload(for: recipient)?
      .line(isShared: state.transaction.shared != nil)
  }
}

extension StoreFixture {
  /// Performs a step; `backend` is that of the customer's device.
  package func perform(_ step: LifecycleScenario.Step, as backend: any StoreBackend) async throws {
    switch step {
    case .buy(let productID): try await backend.buy(productID)
    case .redeem(let productID, let offerID):
      let token = try await AppServer.make(engine).signer.token(
        for: offerID, of: productID, nonce: UUID(), at: .fixture)
      let order = Order(
        key: OrderKey(UUID()), productID: productID,
        offer: .promotionalJWS(id: offerID, compactJWS: token))
      _ = try await backend.purchase(order)
    case .redeemCode(let reference):
      let request = OfferCodeRequest(reference: reference)
      let made = try await engine.perform(.createOfferCodes(request: request)).value
      guard case .offerCodes(let codes) = made, let code = codes.first else {
        throw FixtureError(text: "no code was made")
      }
      let order = Order(
        key: OrderKey(UUID()), productID: code.productID, offer: .code(code: code.code))
      _ = try await backend.purchase(order)
    case .advance(let duration): try await advance(duration)
    case .command(let command): _ = try await engine.perform(command)
    case .refundLatest:
      _ = try await engine.refund(try await backend.latestTransaction().transactionId)
    case .askForRefund:
      _ = try await backend.perform(
        .requestRefund(
          transactionID: try await backend.latestTransaction().transactionId,
          requestID: LowercaseUUID(UUID()), reason: .legal, text: nil))
    case .declineRefund:
      _ = try await engine.perform(
        .declineRefund(transactionID: try await backend.latestTransaction().transactionId))
    case .reverseRefund:
      _ = try await engine.perform(
        .reverseRefund(transactionID: try await backend.latestTransaction().transactionId))
    case .beginFamily:
      try await shareEverything()
      _ = try await engine.signIn(local: "bob")
      _ = try await engine.perform(.addFamilyMember(account: "alice", organizer: "bob"))
    case .familyBuys(let productID): try await device("bob-phone", of: "bob").buy(productID)
    case .refundFamily: _ = try await engine.refund(try await latestID(of: "bob"))
    case .reverseFamilyRefund:
      _ = try await engine.perform(.reverseRefund(transactionID: try await latestID(of: "bob")))
    case .extendAll(let productID): try await extendAll(productID)
    }
  }

  private func extendAll(_ productID: String) async throws {
    let server = APICaller(keyID: "TESTKEY234", bundleID: StoreEngine.defaultBundleID)
    let identifier = "outage of \(productID)"
    let request = ExtendRenewalDateRequest(
      extendByDays: 7, extendReasonCode: .serviceIssueOrOutage, requestIdentifier: identifier)
    _ = try await engine.extendRenewalDates(
      MassExtendRenewalDateRequest(productId: productID, dateExtension: request), for: server)
    try await wait(for: "the end of the mass extension") {
      try await engine.renewalDateExtensionStatus(
        productID: productID, requestIdentifier: identifier, for: server
      ).complete
    }
  }

  private func latestID(of account: String) async throws -> TransactionID {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    defer { ledgers.close() }
    let all = try await ledgers.allTransactions(account: account, before: nil, limit: 1)
    guard let latest = all.first else { throw FixtureError(text: "\(account) has bought nothing") }
    return latest.transaction.id
  }

  /// Everything that has happened to the first customer, oldest first.
  package func events() async throws -> [StoredEvent] {
    let ledgers = try SQLiteLedgerStore(file: folder.appending(path: "store.sqlite"))
    return try await ledgers.notifiedEvents(of: CustomerNumber(rawValue: 1))
  }
}

extension StoreBackend {
  fileprivate func latestTransaction() async throws -> TransactionPayload {
    let all = try await transactions(of: nil, includingFinishedConsumables: true).value
    guard let latest = all.first else { throw FixtureError(text: "nothing was bought") }
    return try .decoded(from: latest)
  }
}

extension TransactionPayload {
  /// Such as `standard PURCHASE 2.99, 2026-01-21 to 2026-02-21`.
  fileprivate var line: String {
    let price = "\(Decimal(milliunits: price))"
    let end = expiresDate.map { " to \(day($0))" } ?? ""
    let revocation = revocationDate.map { ", revoked \(day($0))" } ?? ""
    let product = productId.split(separator: ".").last ?? ""
    return "\(product) \(transactionReason.rawValue) \(price), \(day(purchaseDate))\(end)"
      + revocation
  }
}

extension RenewalInfoPayload {
  /// Such as `renews as standard on 2026-02-21 for 2.99`; what is shared costs nothing.
  fileprivate func line(isShared: Bool) -> String {
    let date = renewalDate.map(day) ?? "no day"
    let first =
      if autoRenewStatus == .on, let next = autoRenewProductId?.split(separator: ".").last,
        let renewalPrice
      {
        "renews as \(next) on \(date) for \(Decimal(milliunits: renewalPrice))"
      } else if isShared, autoRenewStatus == .on {
        "renews as \(autoRenewProductId?.split(separator: ".").last ?? "") on \(date)"
      } else {
        "ends on \(date)"
      }
    let parts = [
      first, expirationIntent.map { "intent \($0.rawValue)" },
      isInBillingRetryPeriod == true ? "retry" : nil,
      gracePeriodExpiresDate.map { "grace to \(day($0))" },
      priceIncreaseStatus.map { "price increase \($0.rawValue)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

private func day(_ date: Date) -> String { String(date.formatted(.iso8601).prefix(10)) }
