import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreOperatorAPI
import StoreSQLite
import TestSupport
import Testing

extension SQLiteLedgerStore {
  /// All that the store can say, in words of this file: no coding key and no name of a Swift
  /// property is in it.
  func contents() async throws -> String {
    var lines = [try #require(try await settings()).line]
    for version in 1...(try await catalogueVersion(at: .distantFuture)) {
      lines += try await catalogue(version: version).lines
    }
    for account in try await accounts() { lines += try await self.lines(of: account) }
    for number in Int64(1)...9 {
      lines += try await self.lines(of: CustomerNumber(rawValue: number))
    }
    return lines.joined(separator: "\n")
  }

  private func lines(of account: OperatorAccount) async throws -> [String] {
    let password = try await password(of: account.name).hash
    let cost = password.map { "\($0.cost.rounds) \($0.cost.blockSize) \($0.cost.parallelism)" }
    let first = stored(
      "account", account.name, ("sign-ins", account.signIns), ("scrypt", cost),
      ("hash", password?.bytes.base64EncodedString()),
      ("salt", password?.salt.base64EncodedString()))
    let devices = account.devices.map { device in
      stored(
        "device", device.id, ("since", device.registrationDate),
        ("verification", device.verificationID))
    }
    return [first] + devices
  }

  private func lines(of customer: CustomerNumber) async throws -> [String] {
    guard let ledger = try? await ledger(of: customer, needs: LedgerNeeds()) else { return [] }
    let transactions = try await transactions(
      of: customer, productID: nil, includingFinishedConsumables: true)
    let events = try await events(of: customer, after: 0, limit: .max)
    var lines = [stored("customer", customer.rawValue, ("last", ledger.lastCount))]
    lines += ledger.owned.sorted { $0.key < $1.key }.map {
      stored("owns", $0.key, ("by", $0.value))
    }
    lines += transactions.reversed().map(\.line)
    lines += ledger.subscriptions.values.sorted { $0.groupID < $1.groupID }.map(\.line)
    return lines + events.map(\.line)
  }
}

extension StoreSettings {
  fileprivate var line: String {
    stored(
      "store", bundleID, ("storefront", storefront), ("locale", locale),
      ("time rate", rules.timeRate.rawValue),
      ("clock", clockText), ("latest", lastNow), ("epoch", epoch), ("seed", seed),
      ("renewals", rules.isRenewalLimited ? StoreRules.renewalLimit : nil))
  }

  private var clockText: String {
    switch clock {
    case .running(let offset): "runs \(offset) s ahead"
    case .frozen(let date): "stands at \(written(date))"
    }
  }
}

extension CatalogueVersion {
  fileprivate var lines: [String] {
    let settings = catalogue.settings
    let first = stored(
      "catalogue", version, ("from", validFrom), ("storefront", settings.storefront),
      ("locale", settings.locale), ("time rate", settings.rules.timeRate.rawValue))
    return [first] + catalogue.groups.map(\.line) + catalogue.products.flatMap(\.lines)
  }
}

extension Catalogue.Group {
  fileprivate var line: String {
    stored("group", id, ("name", name), ("shown", localizations.map(\.text)))
  }
}

extension Catalogue.Product {
  fileprivate var lines: [String] {
    let first = stored(
      "product", id, ("number", internalID), ("name", referenceName), ("type", type.rawValue),
      ("price", price), ("family", isFamilyShareable), ("shown", localizations.map(\.text)))
    return [first] + (subscription.map(\.lines) ?? [])
  }
}

extension Catalogue.Localization {
  fileprivate var text: String { "\(locale) '\(displayName)' '\(description)'" }
}

extension Catalogue.Subscription {
  fileprivate var lines: [String] {
    let first = stored(
      "plan of group", groupID, ("level", groupLevel), ("lasts", period),
      ("introductory", introductoryOffer?.text), ("promotional", promotionalOffers.map(\.text)),
      ("win-back", winBackOffers.map(\.text)))
    return [first]
      + codeOffers.map { code in
        stored(
          "code", code.offer.text, ("for", code.eligibility.map(\.rawValue)),
          ("stackable", code.isStackable))
      }
  }
}

extension StoreOffer {
  fileprivate var text: String {
    "\(id ?? "no ID") type \(type.rawValue) \(discountType.rawValue) \(price) \(periodCount)×\(period)"
  }
}

extension LedgerTransaction {
  fileprivate var line: String {
    stored(
      "transaction", id, ("first", originalID), ("product", productID), ("type", type.rawValue),
      ("on", purchaseDate), ("first on", originalPurchaseDate), ("quantity", quantity),
      ("token", appAccountToken), ("by", reason.rawValue), ("price", price),
      ("in", storefront.text),
      ("period", period?.text), ("revoked", revocation?.text), ("given back", refunded),
      ("upgraded", isUpgraded), ("finished", isFinished), ("device", device),
      ("refund requested", refundRequest?.line))
  }
}

extension RefundRequest {
  fileprivate var line: String {
    stored(
      "request", id, ("on", date), ("reason", reason.rawValue), ("text", text),
      ("state", state.rawValue))
  }
}

extension StoreStorefront {
  fileprivate var text: String { "\(id) \(countryCode) \(currency) \(locale)" }
}

extension LedgerTransaction.SubscriptionPeriod {
  fileprivate var text: String {
    let offer = offer.map { offer in
      " at \(offer.id ?? "no ID") type \(offer.type.rawValue) \(offer.discountType.rawValue) "
        + "\(offer.period)"
    }
    return "of \(groupID) item \(webOrderLineItemID) until \(written(expirationDate))"
      + (offer ?? "")
  }
}

extension LedgerTransaction.Revocation {
  fileprivate var text: String {
    "on \(written(date)) reason \(reason.rawValue) \(type.rawValue) \(percentage ?? 0)"
  }
}

extension Subscription {
  fileprivate var line: String {
    stored(
      "subscription", groupID, ("first", originalID), ("first on", originalPurchaseDate),
      ("paid by", transactionID), ("product", term.productID), ("level", term.level),
      ("lasts", term.period), ("counted", term.billingCycle.text),
      ("offer", term.offer.map { "\($0.offer.text) \($0.remainingPeriods) to come" }),
      ("next", autoRenewPreference), ("renews", willAutoRenew),
      ("ended for", expirationIntent?.rawValue), ("series since", recentSubscriptionStartDate),
      ("introductory offer used", usedIntroductoryOffer), ("renewals", renewalCount),
      ("revoked", revocationDate), ("unpaid", billingIssue?.text),
      ("price rises", priceIncrease?.text), ("price stays", PreservedPrices(preservedPrices)?.text),
      ("extended", extensionDates.isEmpty ? nil : extensionDates.map(written)),
      ("paid days", paidDays == 0 ? nil : paidDays), ("won back", lastWinBackDate))
  }
}

extension BillingIssue {
  fileprivate var text: String {
    let dates = [gracePeriodExpirationDate, retryEndDate].map { $0.map(written) ?? "never" }
    return "grace until \(dates[0]), retry until \(dates[1])"
  }
}

extension PriceIncrease {
  fileprivate var text: String {
    "\(productID) from \(previousPrice) to \(price) \(status.rawValue)"
  }
}

extension PreservedPrices {
  fileprivate var text: String {
    byProduct.sorted { $0.key < $1.key }.map { "\($0.key) at \($0.value)" }
      .joined(separator: ", ")
  }
}

extension BillingCycle {
  fileprivate var text: String {
    "\(count)×\(unit) at time rate \(timeRate.rawValue) from \(written(anchor)) "
      + "to \(written(end))"
  }
}

extension StoredEvent {
  fileprivate var line: String {
    "\(sequence) \(written(change.date)) \(change.instance?.description ?? "store"): "
      + change.event.text
  }
}

extension LedgerEvent {
  fileprivate var text: String {
    switch self {
    case .charged(let transaction): "charged " + transaction.line
    case .upgraded(let id, let refund): "upgraded \(id), given back \(refund)"
    case .periodBegan(let subscription): "began " + subscription.line
    case .renewalChanged(let groupID, let preference, let willAutoRenew):
      "renewal of \(groupID): \(preference) \(willAutoRenew ? "on" : "off")"
    case .cutShort(let groupID, let date): "cut \(groupID) at \(written(date))"
    case .expired(let groupID, let intent): "expired \(groupID) for \(intent.rawValue)"
    case .refunded(let id, let amount, let revocation):
      "refunded \(id) \(amount) \(revocation.text)"
    case .revoked(let groupID, let date): "revoked \(groupID) at \(written(date))"
    case .refundRequested(let id, let request): "refund of \(id) asked for: \(request.line)"
    case .consumptionReported(let id, let report):
      "use of \(id) reported: \(report.deliveryStatus.rawValue)"
    case .consumptionRequested(let id, let date):
      "use of \(id) asked for again at \(written(date))"
    case .refundDeclined(let id): "refund of \(id) declined"
    case .deleted(let id): "deleted \(id)"
    case .refundReversed(let id, let amount): "refund of \(id) reversed: \(amount)"
    case .revocationReversed(let groupID): "revocation of \(groupID) reversed"
    case .billingRetryBegan(let groupID, let issue): "failed \(groupID) \(issue.text)"
    case .gracePeriodExpired(let groupID): "grace of \(groupID) ended"
    case .billingIssueChanged(let groupID, let issue):
      "payment for \(groupID) \(issue == nil ? "works" : "fails")"
    case .priceChanged(let groupID, let increase, let preserved):
      stored("price of", groupID, ("rises", increase?.text), ("stays", preserved?.text))
    case .offerRedeemed(let groupID, let preference, let offer):
      stored("offer for", groupID, ("plan", preference), ("id", offer.id), ("costs", offer.price))
    case .nextOfferPriceChanged(let groupID, let price):
      stored("next offer of", groupID, ("costs", price))
    case .offerPriceChanged(let groupID, let price):
      stored("offer of", groupID, ("costs", price))
    case .priceIncreaseAnswered(let groupID, let isAccepted):
      "price of \(groupID) \(isAccepted ? "agreed" : "declined")"
    case .renewalDateExtended(let groupID, let date, let expirationDate):
      "extended \(groupID) at \(written(date)) until \(written(expirationDate))"
    case .extensionGranted(let request):
      "request \(request.requestIdentifier) granted for \(request.originalID)"
    case .sharedPlanChanged(let plan): "shared \(plan.subscription.line)"
    case .sharingEnded(let id, let date, let reason):
      "sharing of \(id) ended \(written(date))" + (reason.map { ", reason \($0.rawValue)" } ?? "")
    case .familySharingChanged(let groupID, let isOn):
      "sharing of \(groupID) \(isOn ? "on" : "off")"
    case .finished(let id): "finished \(id)"
    case .appAccountTokenSet(let id, let token, _): "token of \(id) set to \(token)"
    case .reassigned(let id, let device): "reassigned \(id) to device \(device)"
    case .orderSettled(let key, let request, let outcome):
      stored(
        "order", key, ("product", request.productID), ("quantity", request.quantity),
        ("token", request.appAccountToken), ("transaction", outcome.transactionID),
        ("owned already", outcome.alreadyOwned), ("scheduled", outcome.scheduled))
    case .orderClosed(let key): "order \(key) closed"
    case .orderWaits(let order):
      stored(
        "order waits", order.key, ("number", order.number), ("product", order.request.productID),
        ("cause", order.cause.rawValue), ("since", order.date), ("device", order.device))
    case .orderRepeated(let key, let original): "order \(key) repeats \(original)"
    case .orderDeclined(let number): "order \(number) declined"
    case .orderLapsed(let number): "order \(number) lapsed"
    case .orderReassigned(let number, let device): "order \(number) reassigned to \(device)"
    }
  }
}

/// `transaction 7: price 1.99, device 1`: what has no value is left out.
private func stored(_ kind: String, _ name: Any, _ facts: (String, Any?)...) -> String {
  "\(kind) \(name): "
    + facts.compactMap { name, value in value.map { "\(name) \(written($0))" } }
    .joined(separator: ", ")
}

private func written(_ value: Any) -> String {
  switch value {
  case let date as Date: date.formatted(.iso8601)
  case let flag as Bool: flag ? "yes" : "no"
  case let texts as [String]: "[\(texts.joined(separator: "; "))]"
  default: "\(value)"
  }
}
