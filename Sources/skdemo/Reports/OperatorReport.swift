import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// The report of an operator's command: JSON for programs, or lines for people.
private struct OperatorReport {
  let json: any Encodable
  let lines: [String]

  init(_ report: some Encodable, lines: [String]) { (json, self.lines) = (report, lines) }

  init<Report: Encodable>(_ report: Report, _ text: (Report) -> String) {
    self.init(report, lines: [text(report)])
  }
}

extension Output {
  /// Prints the result of an operator's command.
  func print(_ answer: Answer<OperatorResult>, of command: OperatorCommand) throws {
    let report = answer.report(after: command)
    try (command.isQuestion ? self : afterChange).print(report.json, lines: report.lines)
  }
}

extension Answer<OperatorResult> {
  /// The sentence about a reset by a store of an earlier version, which cannot be made as new.
  fileprivate static var notAsNew: String {
    "all purchases were deleted, but prices, settings and clock were kept: the store has an earlier "
      + "version and cannot be made as new. Update it and reset it again"
  }

  /// Checks that a reset did all that it was asked to.
  ///
  /// - Throws: ``CommandFailure`` if the store should be as new and only its purchases were deleted.
  func checkReset(asNew: Bool) throws(CommandFailure) {
    guard asNew else { return }
    if case .done(asNew: true) = value { return }
    throw CommandFailure(code: "notAsNew", message: Self.notAsNew)
  }

  /// The effect of a command about a transaction or a subscription.
  func sentence(after command: OperatorCommand) -> String {
    report(after: command).lines.joined(separator: "\n")
  }

  fileprivate func report(after command: OperatorCommand) -> OperatorReport {
    switch value {
    case .done(let asNew):
      OperatorReport(ClockReport(time), lines: time.lines(after: command, isAsNew: asNew == true))
    case .advanced(let from, let to, let events, let settled):
      AdvanceReport(from: from, to: to, events: events, settled: settled).report
    case .settings(let settings):
      OperatorReport(SettingsReport(settings), lines: SettingsReport(settings).lines)
    case .catalogue(let version, let changes, let subscribers, let prices):
      CatalogueReport(version: version, changes: changes, subscribers: subscribers, prices: prices)
        .report(after: command)
    case .offerKey(let id, let privateKey):
      OperatorReport(
        ["id": id, "privateKey": privateKey],
        lines: ["offer key \(id)"] + privateKey.split(separator: "\n").map(String.init))
    case .offerCodes(let codes):
      OperatorReport(
        ["offerCodes": codes],
        lines: Table(codes.map(\.cells)).lines(orIfEmpty: "no offer codes yet")
          + (command == .offerCodes && codes.count == OfferCode.listLimit
            ? ["These are the newest \(codes.count); the store may have more."] : []))
    case .transactions(let transactions, _, _):
      OperatorReport(
        ["transactions": transactions],
        lines: Table(transactions.map(\.cells)).lines(orIfEmpty: "no transactions yet"))
    case .subscriptions(let subscriptions, _, _): Self.report(of: subscriptions, after: command)
    case .orders(let orders):
      OperatorReport(
        ["orders": orders], lines: Table(orders.map(\.cells)).lines(orIfEmpty: "no waiting orders"))
    case .orderSold(let order, let transaction, let alreadyOwned, let scheduled):
      OperatorReport(OrderReport(order, transaction, alreadyOwned, scheduled)) { $0.text }
    case .orderDeclined(let order): OperatorReport(OrderReport(order: order)) { $0.text }
    case .families(let families):
      OperatorReport(
        ["families": families],
        lines: Table(families.flatMap(\.rows)).lines(orIfEmpty: "no families yet"))
    case .refunded(let transaction, let amount):
      OperatorReport(RefundReport(transaction, amount)) { $0.text }
    case .refundDeclined(let transaction):
      OperatorReport(RefundReport(transaction)) { $0.declinedText }
    case .refundReversed(let transaction, let amount):
      OperatorReport(RefundReport(transaction, amount)) { $0.reversedText }
    case .bought(let transaction, let alreadyOwned, let scheduled):
      OperatorReport(OperatorPurchaseReport(transaction, alreadyOwned, scheduled)) { $0.text }
    case .deleted(let transaction): OperatorReport(DeletionReport(transaction)) { $0.text }
    case .expired(let ended):
      OperatorReport(
        RenewalReport(account: ended.account, transaction: ended.transaction),
        lines: [ended.expiryText])
    case .renewal(let current, let productID):
      OperatorReport(
        RenewalReport(
          account: current.account, autoRenewProductId: productID, transaction: current.transaction)
      ) { $0.text }
    case .subscription(let current, let renewalInfo, let status):
      OperatorReport(SubscriptionReport(current, renewalInfo, status)) { $0.text(after: command) }
    case .accounts(let accounts):
      OperatorReport(
        ["accounts": accounts.map(ListedAccountReport.init)],
        lines: Table(accounts.map(\.cells)).lines(orIfEmpty: "no accounts yet"))
    case .accountAdded(let account):
      OperatorReport(
        AccountReport(account: account.name), lines: ["the account '\(account.name)' was added"])
    case .passwordChanged(let account, let count, let devices):
      OperatorReport(
        AccountReport(account: account, signIns: count, devices: devices.map(\.id)),
        lines: [
          "\(account) has a new password: \(signInsText(count)) revoked, "
            + devices.map(\.id).stayingText
        ])
    case .signedOut(let account, let count):
      OperatorReport(
        AccountReport(account: account, signIns: count),
        lines: ["\(account): \(signInsText(count)) revoked"])
    case .apiKey(let id, let issuerID, let privateKey):
      OperatorReport(
        NewAPIKeyReport(id: id, issuerID: issuerID, privateKey: privateKey),
        lines: ["API key \(id)", "issuer ID \(issuerID)"]
          + privateKey.split(separator: "\n").map(String.init))
    case .apiKeys(let keys, let issuerID, let bundleID):
      OperatorReport(
        APIKeysReport(apiKeys: keys, issuerID: issuerID, bundleID: bundleID),
        lines: Table(keys.map(\.cells)).lines(orIfEmpty: "no API keys yet")
          + ["issuer ID \(issuerID), bundle ID \(bundleID)"])
    case .apiKeyRevoked(let key):
      OperatorReport(key, lines: ["the API key \(key.id) was revoked: its tokens are refused"])
    case .sharedSecret(let secret):
      OperatorReport(["sharedSecret": secret], lines: [secret])
    case .sentNotifications(let list, _):
      OperatorReport(
        ["notifications": list.map { SentNotificationReport($0) }],
        lines: list.map { SentNotificationReport($0).text })
    case .notificationSent(let sent): OperatorReport(SentNotificationReport(sent)) { $0.text }
    case .triggered(let name, let account):
      OperatorReport(TriggerReport(notification: name, account: account)) { $0.text }
    case .transactionNotifications(let notifications):
      OperatorReport(
        ["notifications": notifications],
        lines: Table(notifications.map(\.cells)).lines(orIfEmpty: "no notifications"))
    case .deviceRemoved(let device, let account):
      OperatorReport(
        RemovedDeviceReport(device: device.id, account: account),
        lines: ["\(device.id) of \(account) is signed out permanently"])
    }
  }

  private static func report(
    of subscriptions: [OperatorSubscription], after command: OperatorCommand
  ) -> OperatorReport {
    let reports = subscriptions.map {
      SubscriptionReport($0.transaction, $0.renewalInfo, $0.status)
    }
    return OperatorReport(
      ["subscriptions": reports],
      lines: reports.isEmpty ? ["no subscriptions yet"] : reports.map { $0.text(after: command) })
  }
}

extension CatalogueReport {
  fileprivate func report(after command: OperatorCommand) -> OperatorReport {
    OperatorReport(self, lines: lines(after: command))
  }
}

/// `skdemo store clock --json` and `store reset --json`.
private struct ClockReport: Encodable {
  var now: Date
  var isFrozen: Bool
  var pace: String
  var epoch: Int
  /// How often the time was set back; absent if it never was.
  var generation: Int?
  /// Present while the store waits for its operator.
  var jump: ClockJump?

  init(_ time: StoreTime) {
    now = time.now
    isFrozen = time.isFrozen
    pace = "\(time.timeRate)"
    epoch = time.epoch
    generation = time.generation == 0 ? nil : time.generation
    jump = time.jump
  }
}

extension AdvanceReport {
  fileprivate var report: OperatorReport { OperatorReport(self, lines: lines) }
}

extension StoreTime {
  /// The lines of the answer, after a line about the effect of a reset.
  fileprivate func lines(after command: OperatorCommand, isAsNew: Bool) -> [String] {
    guard let reset = command.control as? OperatorCommand.Reset else { return lines }
    let done =
      switch (reset.asNew == true, isAsNew) {
      case (_, true):
        "the store is as new: purchases are deleted, and prices, settings and clock are reset"
      case (true, false): Answer<OperatorResult>.notAsNew
      case (false, false): "all purchases were deleted; prices, settings and clock were kept"
      }
    return [done] + lines
  }

  private var lines: [String] {
    let state = jump == nil ? isFrozen ? "frozen" : "running" : "waiting"
    return ["\(now.formatted(.iso8601))  \(state), \(timeRate)"]
      + (jump.map { [$0.advice(in: .gmt)] } ?? [])
  }
}

extension OfferCode {
  fileprivate var cells: [String] {
    let end = expirationDate.map { "until \($0.formatted(.iso8601))" } ?? "no end"
    return [
      code, reference, productID,
      "\(redemptions) of \(limit.map(String.init) ?? "any number") redeemed", end,
    ]
  }
}
