import Foundation
import StoreAPI

// How the results of `skdemo store` are printed.
extension Output {
  /// Prints the result of an operator's command.
  func print(_ answer: Answer<OperatorResult>, of command: OperatorCommand) throws {
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
            ? ["These are the \(codes.count) that were made last; the store may have more."] : []))
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
        ["orders": orders], lines: Table(orders.map(\.cells)).lines(orIfEmpty: "no order waits"))
    case .orderSold(let order, let transaction, let alreadyOwned, let scheduled):
      let report = OrderReport(order, transaction, alreadyOwned, scheduled)
      try print(report, text: report.text)
    case .orderDeclined(let order):
      let report = OrderReport(order: order)
      try print(report, text: report.text)
    case .families(let families):
      try print(
        ["families": families],
        lines: Table(families.flatMap(\.rows)).lines(orIfEmpty: "no family yet"))
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
        AccountReport(account: account.name), text: "there is an account '\(account.name)' now")
    case .passwordChanged(let account, let count, let devices):
      let names = devices.map(\.id)
      try print(
        AccountReport(account: account, signIns: count, devices: names),
        text: "\(account) has another password: \(signInsText(count)) revoked, "
          + names.stayingText)
    case .signedOut(let account, let count):
      try print(
        AccountReport(account: account, signIns: count),
        text: "\(account): \(signInsText(count)) revoked")
    case .deviceRemoved(let device, let account):
      try print(
        RemovedDeviceReport(device: device.id, account: account),
        text: "\(device.id) of \(account) is signed out for good")
    }
  }
}

extension Answer<OperatorResult> {
  /// What a command about a transaction or a subscription has done.
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

/// `skdemo store approve --json`, `store decline --json` and `store resolve --json`.
private struct OrderReport: Encodable {
  var order: OperatorOrder
  /// Absent if the order was declined.
  var transaction: TransactionPayload?
  /// Absent if the order was declined, and for a store of an earlier version.
  var alreadyOwned: Bool?
  var scheduled: Bool?

  init(order: OperatorOrder) { self.order = order }

  init(
    _ order: OperatorOrder, _ sold: OperatorTransaction, _ alreadyOwned: Bool?, _ scheduled: Bool?
  ) {
    (self.order, transaction) = (order, sold.transaction)
    (self.alreadyOwned, self.scheduled) = (alreadyOwned, scheduled)
  }

  var text: String {
    let wish = "\(order.goods) of \(order.account)"
    guard let transaction else { return "\(wish) is declined: nothing is sold" }
    let id = "transaction \(transaction.transactionId)"
    switch (alreadyOwned, scheduled) {
    case (true?, _): return "\(wish): they have it already, and nothing was charged, \(id)"
    case (_, true?):
      let end = transaction.expiresDate?.formatted(.iso8601) ?? "the end of the period"
      return "\(wish) begins when \(transaction.productId) ends, at \(end): nothing was charged, "
        + id
    case (false?, false?): return "\(wish) is sold for \(transaction.priceText), \(id)"
    default: return "\(wish) is sold, \(id)"
    }
  }
}

extension TransactionPayload {
  /// What was charged, for example "1.99 USD".
  fileprivate var priceText: String { "\(Decimal(milliunits: price)) \(currency)" }
}

/// `skdemo store refund --json`, `store refund-decline --json` and `store refund-reverse --json`.
private struct RefundReport: Encodable {
  var account: String
  /// Absent if the refund was declined.
  var amount: String?
  var currency: String
  var transaction: TransactionPayload

  init(_ decided: OperatorTransaction, _ amount: Decimal? = nil) {
    account = decided.account
    self.amount = amount.map { "\($0)" }
    currency = decided.transaction.currency
    transaction = decided.transaction
  }

  var text: String {
    "\(transaction.productId): \(amount ?? "0") \(currency) given back to \(account), transaction "
      + "\(transaction.transactionId)"
  }

  var declinedText: String {
    "\(transaction.productId): the refund is declined, and \(account) keeps it, transaction "
      + "\(transaction.transactionId)"
  }

  var reversedText: String {
    "\(transaction.productId): \(amount ?? "0") \(currency) charged again, and \(account) has it "
      + "again, transaction \(transaction.transactionId)"
  }
}

/// `skdemo store buy --json`.
private struct OperatorPurchaseReport: Encodable {
  var account: String
  var alreadyOwned: Bool
  var scheduled: Bool
  var transaction: TransactionPayload

  init(_ bought: OperatorTransaction, _ alreadyOwned: Bool, _ scheduled: Bool) {
    (account, transaction) = (bought.account, bought.transaction)
    (self.alreadyOwned, self.scheduled) = (alreadyOwned, scheduled)
  }

  var text: String {
    let id = "transaction \(transaction.transactionId)"
    if alreadyOwned { return "\(account) has \(transaction.productId) already, \(id)" }
    if scheduled {
      return "\(account) has \(transaction.productId) until the plan changes at its end, \(id)"
    }
    return "\(transaction.productId) is sold to \(account) for \(transaction.priceText), \(id)"
  }
}

/// `skdemo store delete --json`.
private struct DeletionReport: Encodable {
  var account: String
  /// As it was.
  var transaction: TransactionPayload

  init(_ deleted: OperatorTransaction) {
    account = deleted.account
    transaction = deleted.transaction
  }

  var text: String {
    "\(transaction.productId) of \(account) is deleted, transaction \(transaction.transactionId): "
      + "nothing is given back"
  }
}

/// `skdemo store expire --json`, `store cancel --json` and `store resume --json`.
private struct RenewalReport: Encodable {
  var account: String
  /// The product of the next period; `nil` if there will be none.
  var autoRenewProductId: String?
  /// Of the current period.
  var transaction: TransactionPayload

  var text: String {
    let end = transaction.expiresDate?.formatted(.iso8601) ?? "now"
    let next =
      switch autoRenewProductId {
      case nil: "ends at \(end) and does not renew"
      case transaction.productId: "renews at \(end)"
      case let productID?: "renews at \(end) as \(productID)"
      }
    return "\(transaction.productId) of \(account) \(next), transaction "
      + "\(transaction.transactionId)"
  }
}

/// An account in `skdemo store account list --json`.
private struct ListedAccountReport: Encodable {
  var name: String
  /// Whether other machines can sign in to it.
  var hasPassword: Bool
  /// How many machines are signed in to it.
  var signIns: Int
  var devices: [String]

  init(_ account: OperatorAccount) {
    name = account.name
    hasPassword = account.hasPassword
    signIns = account.signIns
    devices = account.devices.map(\.id)
  }
}

/// `skdemo store account add --json`, `password --json` and `sign-out --json`.
private struct AccountReport: Encodable {
  var account: String
  /// How many were revoked.
  var signIns: Int?
  /// The devices that stay signed in after a change of the password.
  var devices: [String]?
}

/// `skdemo store device remove --json`, and `skdemo device remove --json`.
struct RemovedDeviceReport: Encodable {
  var device: String
  var account: String?
}

extension StoreTime {
  fileprivate var lines: [String] {
    let state = jump == nil ? isFrozen ? "frozen" : "running" : "waiting"
    return ["\(now.formatted(.iso8601))  \(state), \(pace)"] + (jump.map { [$0.advice] } ?? [])
  }
}

extension OperatorOrder {
  /// A row of the operator's list.
  var cells: [String] {
    [
      id.description, account, date.formatted(.iso8601), goods, costText,
      "waits for \(cause.need)" + (isShared == true ? ", and a family member shares it" : ""),
    ]
  }

  /// What is ordered, for example "2 × consumable.fuel.octane87".
  fileprivate var goods: String { (quantity > 1 ? "\(quantity) × " : "") + productID }

  /// What it would cost now; empty if it cannot be sold.
  private var costText: String {
    guard let charge, let currency else { return "" }
    return "\(charge) \(currency)"
  }
}

extension OperatorTransaction {
  /// A row of the operator's list.
  var cells: [String] {
    [
      id.description, account, transaction.purchaseDate.formatted(.iso8601),
      transaction.productId, transaction.cause,
      transaction.priceText,
      transaction.revocationDate != nil ? transaction.end : isFinished ? "finished" : "unfinished",
      refundRequestText,
    ]
  }

  /// What the customer asks for, and why; empty if they ask for nothing or have the money.
  private var refundRequestText: String {
    guard let request = refundRequest, transaction.revocationDate == nil else { return "" }
    let reason = request.reason.rawValue + (request.text.map { ": \($0)" } ?? "")
    return switch request.state {
    case .pending: "refund asked for, \(reason)"
    case .granted: "refund taken back"
    case .declined: "refund declined, \(reason)"
    case .unknown: "refund request, \(reason)"
    }
  }

  fileprivate var expiryText: String {
    let date = transaction.expiresDate?.formatted(.iso8601) ?? "now"
    return "\(transaction.productId) of \(account) ended at \(date), transaction \(id)"
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

extension OperatorAccount {
  fileprivate var cells: [String] {
    [
      name, hasPassword ? "password" : "local", signInsText(signIns),
      devices.map(\.id).joined(separator: ", "),
    ]
  }
}

/// A number of sign-ins.
private func signInsText(_ count: Int) -> String {
  "\(count) \(count == 1 ? "sign-in" : "sign-ins")"
}
