import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.TriggerNotification: StoreRule {
  /// Performs every step of the trigger; see ``NotificationTrigger``.
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let trigger = try NotificationTrigger.named(notification)
    let snapshot = try await store.settled()
    try snapshot.settings.checkClock(wall: store.machineTime)
    try snapshot.settings.checkNotifications(for: trigger.name)
    try snapshot.settings.checkVersion(for: trigger)
    try await store.checkProducts(for: trigger)
    let account = try await trigger.needsAccount ? store.addTriggerAccount() : nil
    for step in trigger.steps { try await store.play(step, of: trigger, for: account ?? "") }
    return try await store.settled().answer(
      .triggered(notification: trigger.name, account: account))
  }
}

extension StoreSettings {
  /// - Throws: ``StoreAPI/StoreError/notificationRefused(name:reason:)`` if the store sends no
  ///   notifications.
  func checkNotifications(for name: String) throws(StoreError) {
    guard !sendsNotifications else { return }
    throw .notificationRefused(
      name: name,
      reason: "the store has no URL to send to. Set one with skdemo store notifications set-url")
  }

  /// - Throws: ``StoreAPI/StoreError/notificationRefused(name:reason:)`` if the store sends version 1,
  ///   which does not have this notification of a subscription.
  fileprivate func checkVersion(for trigger: NotificationTrigger) throws(StoreError) {
    guard !sends(trigger.type, trigger.subtype, about: .autoRenewable) else { return }
    throw .notificationRefused(
      name: trigger.name,
      reason: "the store sends version 1 of the notifications, which does not have it")
  }
}

// The steps of a trigger.
extension StoreEngine {
  /// Checks that the catalogue has the products that the steps need, before an account is made.
  fileprivate func checkProducts(for trigger: NotificationTrigger) async throws(StoreError) {
    let products = TriggerProducts(in: try await presentCatalogue().snapshot)
    for step in trigger.steps {
      switch step {
      case .change(.buy(let choice)), .change(.redeem(let choice)):
        _ = try products.id(of: choice, for: trigger)
      case .buyShared: _ = try products.sharedID(for: trigger)
      default: break
      }
    }
  }

  /// Makes an account to which nobody can sign in until the operator sets its password.
  fileprivate func addTriggerAccount() async throws(StoreError) -> String {
    let name = "trigger-\(randomness.token().prefix(8).lowercased())"
    _ = try await addAccount(
      name, password: try Password(randomness.token()), madeBy: .operator)
    return name
  }

  fileprivate func play(
    _ step: NotificationTrigger.Step, of trigger: NotificationTrigger, for account: String
  ) async throws(StoreError) {
    switch step {
    case .change(let change): try await play(change, of: trigger, for: account)
    case .advanceToDueDate: try await advanceToDueDate(of: account)
    case .addFamilyMember:
      let member = try await addTriggerAccount()
      _ = try await perform(.addFamilyMember(account: member, organizer: account))
    case .buyShared: try await buyShared(for: trigger, account)
    case .removeFamilyMember: try await removeFamilyMember(of: account)
    case .extendAll: try await extend(for: trigger, account)
    case .sendTest: try await add(.test, at: settled().now, details: NotificationDetails())
    }
  }

  private func play(
    _ step: NotificationTrigger.LedgerStep, of trigger: NotificationTrigger, for account: String
  ) async throws(StoreError) {
    let (terms, catalogue) = try await presentCatalogue()
    let products = TriggerProducts(in: catalogue)
    let context = TriggerContext(
      trigger: trigger, account: account, products: products,
      snapshot: step.snapshot(of: catalogue, products),
      id: randomness.uuid(for: "trigger", seed: nil), firstDate: signer.validity.lowerBound)
    try await decide(
      about: customer(of: account),
      needs: LedgerNeeds(order: OrderKey(context.id), terms: terms), in: context.snapshot
    ) { draft, snapshot throws(StoreError) -> Void in
      let events = try step.events(in: draft.ledger, at: snapshot.now, context)
      draft.record(events, at: snapshot.now, in: context.snapshot)
    }
  }

  private func presentCatalogue() async throws(StoreError) -> (
    terms: CatalogueTerms, snapshot: CatalogueSnapshot
  ) {
    let snapshot = try await settled()
    let terms = try await catalogueSnapshots.terms(at: snapshot.now, snapshot.settings)
    return (terms, try await catalogueSnapshots.snapshot(terms))
  }

  private func customer(of account: String) async throws(StoreError) -> CustomerNumber {
    guard let buyer = try await ledgers.buyer(named: account) else {
      throw .unknownAccount(name: account)
    }
    return buyer.customer
  }

  private func advanceToDueDate(of account: String) async throws(StoreError) {
    guard let date = try await ledgers.nextDue(of: customer(of: account)) else { return }
    guard try await settled().now < date else { return }
    _ = try await perform(.advance(move: .to(date)))
  }

  private func buyShared(
    for trigger: NotificationTrigger, _ account: String
  ) async throws(StoreError) {
    let products = TriggerProducts(in: try await presentCatalogue().snapshot)
    let order = Order(
      key: OrderKey(randomness.uuid(for: "trigger", seed: nil)),
      productID: try products.sharedID(for: trigger))
    _ = try await perform(.buy(purchase: OperatorPurchase(order: order, account: account)))
  }

  /// Removes the other member of the family that the account organizes.
  private func removeFamilyMember(of account: String) async throws(StoreError) {
    guard case .families(let families) = try await perform(.families).value,
      let family = families.first(where: { $0.organizer == account }),
      let member = family.members.first(where: { $0.account != account })
    else { return }
    _ = try await perform(.removeFamilyMember(account: member.account))
  }
}

// A mass extension that reaches only one account.
extension StoreEngine {
  /// Extends the account's subscription as a mass extension does, and sends what such an extension sends:
  /// a failure if the subscription cannot be extended, and then the summary.
  fileprivate func extend(
    for trigger: NotificationTrigger, _ account: String
  ) async throws(StoreError) {
    let (terms, catalogue) = try await presentCatalogue()
    let customer = try await customer(of: account)
    var request = MassExtension(
      MassExtension.Body(
        productID: try TriggerProducts(in: catalogue).id(of: .plan, for: trigger),
        requestIdentifier: randomness.uuid(for: "trigger", seed: nil).uuidString.lowercased(),
        days: 1, reason: .serviceIssueOrOutage, storefronts: nil, date: try await settled().now))
    let effect = try await decide(
      about: customer, needs: LedgerNeeds(terms: terms), in: catalogue
    ) { [request] draft, snapshot throws(StoreError) -> MassExtension.Effect in
      let effect = request.effect(on: draft.ledger, at: snapshot.now, in: catalogue)
      if case .extended(let events) = effect {
        draft.record(events, at: snapshot.now, in: catalogue)
      }
      return effect
    }
    request.count(effect, on: customer)
    try await send(effect, of: request, on: customer)
  }

  private func send(
    _ effect: MassExtension.Effect, of request: MassExtension, on customer: CustomerNumber
  ) async throws(StoreError) {
    let snapshot = try await settled()
    if case .failed(let state) = effect {
      try await add(
        .renewalExtension, .failure, at: snapshot.now, customer: customer,
        details: NotificationDetails(state: state))
    }
    let summary = NotificationSummaryPayload(
      environment: snapshot.settings.environment, bundleId: snapshot.settings.bundleID,
      productId: request.body.productID, requestIdentifier: request.body.requestIdentifier,
      succeededCount: Int64(request.progress.succeededCount),
      failedCount: Int64(request.progress.failedCount))
    try await add(
      .renewalExtension, .summary, at: snapshot.now, details: NotificationDetails(summary: summary))
  }

  /// Adds a notification that has no event.
  fileprivate func add(
    _ type: NotificationType, _ subtype: NotificationSubtype? = nil, at date: Date,
    customer: CustomerNumber? = nil, details: NotificationDetails
  ) async throws(StoreError) {
    try await ledgers.addNotification(
      OutgoingNotification(
        uuid: LowercaseUUID(randomness.uuid(for: "notification", seed: nil)), type: type,
        subtype: subtype, date: date, customer: customer,
        transactionID: details.state?.transaction.id, source: .details(details)))
  }
}
