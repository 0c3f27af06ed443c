import AppStorePayloads
import Foundation
import StoreAPI

// How the results of `skdemo store` are printed.
extension Output {
  /// Prints the result of an operator's command.
  func print(_ answer: Answer<OperatorResult>, of command: OperatorCommand) throws {
    guard isOfChange || command.isQuestion else {
      return try afterChange.print(answer, of: command)
    }
    switch answer.value {
    case .done: try print(ClockReport(answer.time), lines: answer.time.lines)
    case .advanced(let from, let to, let events):
      let report = AdvanceReport(from: from, to: to, events: events)
      try print(report, text: report.text)
    case .settings(let settings):
      let report = SettingsReport(settings)
      try print(report, lines: report.lines)
    case .catalogue(let version, let changes, let subscribers, let prices):
      let report = CatalogueReport(
        version: version, changes: changes, subscribers: subscribers, prices: prices)
      try print(report, lines: report.lines(after: command))
    case .offerKey(let id, let privateKey):
      try print(
        ["id": id, "privateKey": privateKey],
        lines: ["offer key \(id)"] + privateKey.split(separator: "\n").map(String.init))
    case .offerCodes(let codes):
      try print(
        ["offerCodes": codes],
        lines: Table(codes.map(\.cells)).lines(orIfEmpty: "no offer codes yet")
          + (command == .offerCodes && codes.count == OfferCode.listLimit
            ? ["These are the newest \(codes.count); the store may have more."] : []))
    case .transactions(let transactions, _, _):
      try print(
        ["transactions": transactions],
        lines: Table(transactions.map(\.cells)).lines(orIfEmpty: "no transactions yet"))
    case .subscriptions(let subscriptions, _, _):
      let reports = subscriptions.map {
        SubscriptionReport($0.transaction, $0.renewalInfo, $0.status)
      }
      try print(
        ["subscriptions": reports],
        lines: reports.isEmpty ? ["no subscriptions yet"] : reports.map { $0.text(after: command) })
    case .orders(let orders):
      try print(
        ["orders": orders], lines: Table(orders.map(\.cells)).lines(orIfEmpty: "no waiting orders"))
    case .orderSold(let order, let transaction, let alreadyOwned, let scheduled):
      let report = OrderReport(order, transaction, alreadyOwned, scheduled)
      try print(report, text: report.text)
    case .orderDeclined(let order):
      let report = OrderReport(order: order)
      try print(report, text: report.text)
    case .families(let families):
      try print(
        ["families": families],
        lines: Table(families.flatMap(\.rows)).lines(orIfEmpty: "no families yet"))
    case .refunded(let transaction, let amount):
      let report = RefundReport(transaction, amount)
      try print(report, text: report.text)
    case .refundDeclined(let transaction):
      let report = RefundReport(transaction)
      try print(report, text: report.declinedText)
    case .refundReversed(let transaction, let amount):
      let report = RefundReport(transaction, amount)
      try print(report, text: report.reversedText)
    case .bought(let transaction, let alreadyOwned, let scheduled):
      let report = OperatorPurchaseReport(transaction, alreadyOwned, scheduled)
      try print(report, text: report.text)
    case .deleted(let transaction):
      let report = DeletionReport(transaction)
      try print(report, text: report.text)
    case .expired(let ended):
      try print(
        RenewalReport(account: ended.account, transaction: ended.transaction),
        text: ended.expiryText)
    case .renewal(let current, let productID):
      let report = RenewalReport(
        account: current.account, autoRenewProductId: productID, transaction: current.transaction)
      try print(report, text: report.text)
    case .subscription(let current, let renewalInfo, let status):
      let report = SubscriptionReport(current, renewalInfo, status)
      try print(report, text: report.text(after: command))
    case .accounts(let accounts):
      try print(
        ["accounts": accounts.map(ListedAccountReport.init)],
        lines: Table(accounts.map(\.cells)).lines(orIfEmpty: "no accounts yet"))
    case .accountAdded(let account):
      try print(
        AccountReport(account: account.name), text: "the account '\(account.name)' was added")
    case .passwordChanged(let account, let count, let devices):
      let names = devices.map(\.id)
      try print(
        AccountReport(account: account, signIns: count, devices: names),
        text: "\(account) has a new password: \(signInsText(count)) revoked, "
          + names.stayingText)
    case .signedOut(let account, let count):
      try print(
        AccountReport(account: account, signIns: count),
        text: "\(account): \(signInsText(count)) revoked")
    case .deviceRemoved(let device, let account):
      try print(
        RemovedDeviceReport(device: device.id, account: account),
        text: "\(device.id) of \(account) is signed out permanently")
    }
  }
}

extension Answer<OperatorResult> {
  /// The effect of a command about a transaction or a subscription.
  func sentence(after command: OperatorCommand) -> String {
    switch value {
    case .refunded(let transaction, let amount): RefundReport(transaction, amount).text
    case .refundDeclined(let transaction): RefundReport(transaction).declinedText
    case .refundReversed(let transaction, let amount):
      RefundReport(transaction, amount).reversedText
    case .deleted(let transaction): DeletionReport(transaction).text
    case .orderSold(let order, let transaction, let alreadyOwned, let scheduled):
      OrderReport(order, transaction, alreadyOwned, scheduled).text
    case .orderDeclined(let order): OrderReport(order: order).text
    case .expired(let ended): ended.expiryText
    case .renewal(let current, let productID):
      RenewalReport(
        account: current.account, autoRenewProductId: productID, transaction: current.transaction
      ).text
    case .subscription(let current, let renewalInfo, let status):
      SubscriptionReport(current, renewalInfo, status).text(after: command)
    default: "done"
    }
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
    pace = "\(time.pace)"
    epoch = time.epoch
    generation = time.generation == 0 ? nil : time.generation
    jump = time.jump
  }
}

/// `skdemo store advance --json`.
private struct AdvanceReport: Encodable {
  var from: Date
  var to: Date
  /// How many renewals, failed payments and ends of plans there were.
  var events: Int

  var text: String {
    let happened = events == 1 ? "1 event" : "\(events) events"
    return "\(from.formatted(.iso8601)) → \(to.formatted(.iso8601)), \(happened)"
  }
}

extension StoreTime {
  fileprivate var lines: [String] {
    let state = jump == nil ? isFrozen ? "frozen" : "running" : "waiting"
    return ["\(now.formatted(.iso8601))  \(state), \(pace)"]
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
