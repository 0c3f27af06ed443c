import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import Testing

/// The values of a notification's signed data are those of its moment.
@Suite struct NotificationStateTests {
  private var shop: LedgerFixture

  init() throws { shop = try LedgerFixture("2026-01-01") }

  @Test mutating func `values stay although the plan renews, changes its price and is refunded`()
    throws
  {
    let first = try shop.buy("premium.plus").transactionID
    try shop.advance(to: "2026-02-10")
    try shop.disableAutoRenew("premium.plus")
    try shop.enableAutoRenew("premium.plus")
    try shop.extend("premium.plus", days: 10)
    try shop.setPrice(of: "premium.plus", to: "3.99")
    try shop.refund(first)
    let current = try #require(shop.subscription).transactionID
    try shop.refund(current)

    #expect(
      shop.states == [
        "SUBSCRIBED: premium.plus of 2026-01-01, renews on 2026-02-01 for 3.49",
        "DID_RENEW: premium.plus of 2026-02-01, renews on 2026-03-01 for 3.49",
        "DID_CHANGE_RENEWAL_STATUS: premium.plus of 2026-02-01, ends on 2026-03-01",
        "DID_CHANGE_RENEWAL_STATUS: premium.plus of 2026-02-01, renews on 2026-03-01 for 3.49",
        "RENEWAL_EXTENDED: premium.plus of 2026-02-01, renews on 2026-03-11 for 3.49",
        "PRICE_INCREASE: premium.plus of 2026-02-01, renews on 2026-03-11 for 3.99",
        "REFUND: premium.plus of 2026-01-01 revoked, renews on 2026-03-11 for 3.99",
        "REFUND: premium.plus of 2026-02-01 revoked, ends on 2026-03-11",
      ])
  }

  @Test mutating func `a granted request notifies of the refund, and then that renewal is off`()
    throws
  {
    let id = try shop.buy("premium.plus").transactionID
    try shop.askForRefund(of: id)
    try shop.refund(id)

    #expect(
      shop.states.dropFirst() == [
        "CONSUMPTION_REQUEST: premium.plus of 2026-01-01, renews on 2026-02-01 for 3.49",
        "REFUND: premium.plus of 2026-01-01 revoked, renews on 2026-02-01 for 3.49",
        "DID_CHANGE_RENEWAL_STATUS: premium.plus of 2026-01-01 revoked, ends on 2026-02-01",
      ])
  }

  @Test mutating func `a payment that fails and is resolved has the values of each moment`()
    throws
  {
    shop.snapshot.rules.gracePeriod = .days3
    try shop.buy("premium.plus")
    try shop.failBilling("premium.plus")
    try shop.advance(to: "2026-02-10")
    try shop.recoverBilling("premium.plus")

    let states = shop.notificationStates.dropFirst()
    let infos = states.map { $0.renewalInfoPayload(for: .test) }

    #expect(infos.map { $0?.isInBillingRetryPeriod } == [true, true, false])
    #expect(infos.map { $0?.gracePeriodExpiresDate != nil } == [true, false, false])
    #expect(infos.map { $0?.expirationIntent } == [.billingError, .billingError, nil])
    #expect(states.map(\.transaction.reason) == [.purchase, .purchase, .renewal])
  }

  @Test mutating func `the win-back offers of an expiration are those of its moment`() throws {
    let offer = StoreOffer(
      id: "comeback", type: .winBack, discountType: .payUpFront, price: 1, period: .months(2),
      eligibility: .init(isEligible: true))
    shop.snapshot.products["premium.plus"]?.subscription?.winBackOffers = [offer]
    try shop.buy("premium.plus")
    try shop.disableAutoRenew("premium.plus")
    try shop.advance(to: "2026-02-01")
    try shop.buy("premium.plus", offer: .winBack("comeback"))
    shop.snapshot.products["premium.plus"]?.subscription?.winBackOffers = []

    let infos = shop.notificationStates.map { $0.renewalInfoPayload(for: .test) }

    #expect(infos.map { $0?.eligibleWinBackOfferIds } == [nil, nil, ["comeback"], nil])
  }

  @Test mutating func `the offer and the price of the next renewal are those of the moment`()
    throws
  {
    try shop.buy("premium")
    try shop.advance(to: "2026-04-10")

    let infos = shop.notificationStates.map { $0.renewalInfoPayload(for: .test) }

    #expect(infos.map { $0?.renewalPrice } == [990, 990, 2_990, 2_990])
    #expect(infos.map { $0?.offerType } == [.introductory, .introductory, nil, nil])
    #expect(infos.map { $0?.offerPeriod?.description } == ["P3M", "P3M", nil, nil])
    #expect(infos.map { $0?.currency } == ["USD", "USD", "USD", "USD"])
  }

  @Test mutating func `an earlier period and its subscription have the tokens of their purchases`()
    throws
  {
    let (one, two) = (LowercaseUUID(UUID()), LowercaseUUID(UUID()))
    try shop.order("premium.plus", for: one)
    let first = try #require(shop.transactions.first).id
    try shop.advance(to: "2026-01-04")
    try shop.expire("premium.plus")
    try shop.order("premium.plus", for: two)
    try shop.refund(first)

    let state = try #require(shop.notificationStates.last)

    #expect(state.transactionPayload(for: .test).appAccountToken == one)
    #expect(state.renewalInfoPayload(for: .test)?.appAccountToken == two)
  }

  @Test mutating func `values are recorded for each event that notifies, and for no other`() throws
  {
    try shop.buy("car")
    try shop.buy("fuel", quantity: 2)
    let plan = try shop.buy("premium.plus").transactionID
    shop.draft.record(silent: try shop.ledger.finish(plan), at: shop.now)
    try shop.failBilling("premium.plus")
    try shop.recoverBilling("premium.plus")
    try shop.buy("standard")
    try shop.advance(to: "2026-05-01")

    #expect(shop.draft.changes.contains { $0.notifications.isEmpty })
    for change in shop.draft.changes {
      #expect((change.notificationData == nil) == change.notifications.isEmpty)
    }
  }

  @Test mutating func `what an event says is not recorded again`() throws {
    try shop.buy("car")
    try shop.buy("premium.plus")
    try shop.advance(to: "2026-01-04")
    try shop.renew("premium.plus")

    let data = shop.draft.changes.compactMap(\.notificationData)

    #expect(data.map(\.transaction) == [nil, nil, nil])
    #expect(data.map(\.subscription) == [nil, nil, nil])
    #expect(
      data.map { $0.renewal?.price } == [nil, Decimal(string: "3.49"), Decimal(string: "3.49")])
  }

  @Test func `an event of an earlier version has no values`() {
    let change = LedgerChange(
      .gracePeriodExpired(groupID: "navigation"), at: shop.now, by: nil,
      notifications: [StoreNotification(.gracePeriodExpired)])

    #expect(change.notificationState(after: nil) == nil)
  }
}

extension Recipient {
  fileprivate static let test = Recipient(
    bundleID: "", appTransactionID: "", signedDate: .distantPast, environment: .sandbox)
}

extension LedgerFixture {
  /// The subjects of the notifications, oldest first.
  fileprivate var notificationStates: [NotificationState] {
    recordedStates.map(\.state)
  }

  /// The same in words, with the type of the notification.
  fileprivate var states: [String] {
    recordedStates.map { "\($0.type.rawValue): \($0.state.words)" }
  }

  private var recordedStates: [(type: NotificationType, state: NotificationState)] {
    draft.changes.indices.compactMap { index in
      let change = draft.changes[index]
      guard let type = change.notifications.first?.type,
        let state = change.notificationState(after: index > 0 ? draft.changes[index - 1] : nil)
      else { return nil }
      return (type, state)
    }
  }

  fileprivate mutating func askForRefund(of id: TransactionID) throws {
    let command = CustomerCommand.requestRefund(
      transactionID: id, requestID: LowercaseUUID(UUID()), reason: .legal, text: nil)
    let events = try ledger.events(of: command, at: now, in: snapshot)
    draft.record(events, at: now, in: snapshot)
  }

  fileprivate mutating func order(_ productID: String, for token: LowercaseUUID) throws {
    let order = Order(key: OrderKey(UUID()), productID: productID, appAccountToken: token)
    let events = try ledger.purchase(order, at: now, in: snapshot, device: 1)
    draft.record(events, at: now, in: snapshot)
  }
}

extension NotificationState {
  /// Such as `premium.plus of 2026-01-01, renews on 2026-02-01 for 3.49`.
  fileprivate var words: String {
    let (product, info) = (transactionPayload(for: .test), renewalInfoPayload(for: .test))
    let bought =
      "\(product.productId) of \(LedgerFixture.day(product.purchaseDate))"
      + (product.revocationDate == nil ? "" : " revoked")
    guard let info, let date = info.renewalDate.map(LedgerFixture.day) else { return bought }
    guard info.autoRenewStatus == .on else { return "\(bought), ends on \(date)" }
    let price = info.renewalPrice.map { " for \(Decimal(milliunits: $0))" } ?? ""
    return "\(bought), renews on \(date)\(price)"
  }
}
