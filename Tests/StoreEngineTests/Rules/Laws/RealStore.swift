import Foundation
import StoreAPI
import StoreEngine

/// The store's rules as a history moves them, seen through what the store signs.
struct RealStore {
  private(set) var shop: Shop
  private(set) var observations: [Observation] = []
  /// The first order that did not cost what the quote just before it had said.
  private(set) var surprise: String?
  private let isRestless: Bool

  /// Lives a whole history; a restless store settles at several moments of every wait.
  init(_ history: History, isRestless: Bool = false) throws {
    shop = try Shop("2024-01-01")
    shop.now = history.start.date
    shop.market = .selling(NaiveGood.all, at: history.isFast ? .monthlyRenewalEveryHour : .realTime)
    self.isRestless = isRestless
    for deed in history.deeds {
      let answer = try live(deed)
      if !deed.isWait, !isRestless { observations.append(try observation(answer)) }
    }
    observations.append(try observation(nil))
  }

  private mutating func live(_ deed: Deed) throws -> Observation.Answer? {
    switch deed {
    case .wait(let seconds):
      pass(seconds)
      return nil
    case .order(let number, let good, let quantity):
      return try order(number, good, quantity)
    case .giveUp(let number):
      shop.draft.record(shop.ledger.settleOrder(OrderKey(UUID(number: number))), at: shop.now)
      return nil
    case .turnOff(let group):
      turnOff(group)
      return nil
    case .finish(let count):
      return try finish(TransactionID(rawValue: CustomerNumber(rawValue: 1).number(UInt64(count))))
    case .withdraw(let good):
      shop.market.products[good] = nil
      return nil
    }
  }

  private mutating func pass(_ seconds: Int) {
    let end = shop.now.addingTimeInterval(TimeInterval(seconds))
    for step in 1..<4 where isRestless {
      shop.draft.settle(
        until: shop.now.addingTimeInterval(TimeInterval(seconds * step / 4)), in: shop.market)
    }
    shop.advance(to: end)
  }

  private mutating func order(
    _ number: Int, _ good: String, _ quantity: Int
  ) throws -> Observation.Answer {
    do {
      let key = UUID(number: number)
      let isNew = shop.ledger.orders[OrderKey(key)] == nil
      let quote = try? shop.quote(good, quantity: quantity)
      let before = shop.ledger.nextTransactionID
      let outcome = try shop.buy(good, quantity: quantity, key: key)
      if isNew { compare(quote, with: outcome, chargedFrom: before) }
      let count = Int(outcome.transactionID.count)
      if outcome.scheduled { return .scheduled(count) }
      return outcome.alreadyOwned ? .owned(count) : .sold(count)
    } catch let fault as StoreFault {
      return .refused(try Observation.Refusal(fault))
    }
  }

  private mutating func compare(
    _ quote: Quote?, with outcome: OrderOutcome, chargedFrom first: TransactionID
  ) {
    let charge = shop.ledger.transactions.values.filter { $0.id >= first }.map(\.price)
      .reduce(0, +)
    guard charge != quote?.charge || outcome.alreadyOwned != (quote?.effect == .alreadyOwned)
    else { return }
    surprise = surprise ?? "quoted \(String(describing: quote)), charged \(charge)"
  }

  private mutating func turnOff(_ group: String) {
    guard let subscription = shop.ledger.subscriptions[group], subscription.isActive else { return }
    let event = LedgerEvent.renewalChanged(
      groupID: group, autoRenewPreference: subscription.autoRenewPreference, willAutoRenew: false)
    shop.draft.record([event], at: shop.now)
  }

  private mutating func finish(_ id: TransactionID) throws -> Observation.Answer {
    do {
      shop.draft.record(try shop.ledger.finish(id), at: shop.now)
      return .finished
    } catch {
      return .refused(try Observation.Refusal(error))
    }
  }
}

// MARK: - What the customer sees

extension RealStore {
  private func observation(_ answer: Observation.Answer?) throws -> Observation {
    Observation(
      answer: answer, entitlements: entitlements,
      unfinished: Set(shop.ledger.transactions.values.filter { !$0.isFinished }.map(\.id.number)),
      plans: try shop.ledger.subscriptions.mapValues(standing))
  }

  /// What a device would make of the payloads: the latest of each product, unless it was upgraded
  /// or has expired.
  private var entitlements: Set<Int> {
    var latest: [String: LedgerTransaction] = [:]
    for transaction in shop.ledger.transactions.values {
      guard let known = latest[transaction.productID], known.id > transaction.id else {
        latest[transaction.productID] = transaction
        continue
      }
    }
    return Set(
      latest.values.map { $0.payload(for: recipient) }
        .filter { $0.type != .consumable && $0.isUpgraded != true }
        .filter { $0.expiresDate.map { shop.now < $0 } ?? true }
        .map(\.transactionId.number))
  }

  private func standing(_ subscription: Subscription) throws -> Observation.Standing {
    let info = subscription.payload(for: recipient, appAccountToken: nil, in: shop.market)
    return Observation.Standing(
      good: info.productId, transaction: subscription.transactionID.number,
      next: info.autoRenewProductId, expires: try NaiveTime(info.renewalDate),
      isActive: subscription.isActive,
      end: try info.expirationIntent.map { try Observation.End($0) },
      seriesStart: try NaiveTime(info.recentSubscriptionStartDate),
      hadIntroduction: subscription.usedIntroductoryOffer)
  }

  private var recipient: Recipient {
    Recipient(bundleID: "com.example.skdemo", appTransactionID: "1", signedDate: shop.now)
  }

  /// All charges, oldest first, as the payloads say them.
  var receipts: [Receipt] {
    get throws {
      try shop.transactions.map { try Receipt($0.payload(for: recipient)) }
    }
  }

  /// What upgrades gave back, in cents.
  var refunds: [Int] {
    shop.draft.changes.compactMap { change in
      guard case .upgraded(_, let refund) = change.event else { return nil }
      return Int(refund.milliunits / 10)
    }
  }
}

extension Receipt {
  fileprivate init(_ payload: TransactionPayload) throws {
    self.init(
      count: payload.transactionId.number, original: payload.originalTransactionId.number,
      good: payload.productId, quantity: payload.quantity,
      date: try NaiveTime(payload.purchaseDate), cents: Int(payload.price / 10),
      expires: try payload.expiresDate.map { try NaiveTime($0) },
      isRenewal: payload.transactionReason == .renewal, isUpgraded: payload.isUpgraded == true,
      isIntroduction: payload.offerType == .introductory)
  }
}

extension Observation.Refusal {
  fileprivate init(_ fault: StoreFault) throws {
    switch fault {
    case .unknownProduct: self = .unknownProduct
    case .invalidQuantity: self = .quantity
    case .orderKeyReused: self = .keyReused
    case .orderKeyClosed: self = .keyClosed
    case .unknownTransaction: self = .unknownTransaction
    default: throw fault
    }
  }
}

extension Observation.End {
  fileprivate init(_ intent: ExpirationIntent) throws {
    switch intent {
    case .autoRenewDisabled: self = .turnedOff
    case .productUnavailable: self = .withdrawn
    default: throw Puzzle(text: "\(intent)")
    }
  }
}

/// Something that these histories cannot lead to.
private struct Puzzle: Error {
  let text: String
}

extension TransactionID {
  fileprivate var number: Int { Int(count) }
}

extension NaiveTime {
  fileprivate init(_ date: Date?) throws {
    guard let date else { throw Puzzle(text: "no date") }
    let seconds = date.timeIntervalSince1970 - 1_704_067_200
    guard seconds == seconds.rounded() else { throw Puzzle(text: "\(date) has a fraction") }
    self.init(seconds: Int(seconds))
  }
}

extension UUID {
  /// A UUID whose last byte is `number`.
  init(number: Int) {
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
  }
}
