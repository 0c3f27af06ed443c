import AppStorePayloads
public import Foundation
public import OpenStoreKit
import StoreAPI
import StoreEngine
import StoreOperatorAPI

extension SKTestSession {
  /// Returns every transaction of the store and every order that waits, newest first; empty if the
  /// store cannot be read.
  public func allTransactions() -> [SKTestTransaction] {
    let transactions = try? control {
      let (store, _) = try await TestEnvironment.shared.now()
      let renewals = try await store.appStore.renewals()
      let sold = try await store.engine.allTransactions().map {
        SKTestTransaction($0.transaction, renewal: renewals[$0.transaction.originalTransactionId])
      }
      let waiting = try await store.engine.waitingOrders().map { SKTestTransaction($0) }
      return (sold + waiting).sorted { $0.identifier > $1.identifier }
    }
    return transactions ?? []
  }

  /// Forgets every purchase; settings and clock stay.
  public func clearTransactions() {
    report { try control { try await TestEnvironment.shared.clear() } }
  }

  /// Deletes a transaction, as if it had never existed; nothing is refunded.
  ///
  /// Deleting the latest period of a subscription deletes the subscription: the customer can have the
  /// group's introductory offer again. An earlier period is deleted alone. A waiting order is not sold.
  ///
  /// - Parameter identifier: The transaction's number in ``allTransactions()``.
  /// - Throws: ``SKTestError/noTransactionFound``; ``SKTestError/serviceUnavailable`` if the store
  ///   cannot be written.
  public func deleteTransaction(identifier: UInt) throws {
    let id = TransactionID(identifier)
    let isOrder = try waitingOrder(id) != nil
    try perform(isOrder ? .decline(orderID: id) : .delete(transactionID: id))
  }

  /// Buys outside the app, as in the App Store's own screens: the transaction also comes through
  /// `Transaction.updates`.
  ///
  /// - Parameters:
  ///   - identifier: The product's ID.
  ///   - options: The options of a purchase in the app; also `promotionalOffer(id:)`, which needs no
  ///     signature, `codeOffer(referenceName:)`, and `purchaseDate(_:renewalBehavior:)`. With a date,
  ///     the purchase does not wait; of several dates the earliest counts.
  /// - Returns: The new transaction; the present one if the customer owns the product or the plan
  ///   changes at the renewal.
  /// - Throws: `Product.PurchaseError` for a product that is not for sale, a quantity that is not
  ///   allowed or an offer that the customer cannot have; `StoreKitError` if the purchase waits
  ///   for approval or is interrupted, or if its date is in the future or before the customer's plan;
  ///   ``SKTestError`` without a store.
  @discardableResult
  public func buyProduct(
    identifier: String, options: Set<Product.PurchaseOption> = []
  ) async throws -> Transaction {
    try await BlockingExecutor.run {
      let (store, session) = try await TestEnvironment.shared.now()
      let signed = try await signed(options, of: identifier, in: store)
      let date = options.compactMap(\.testDate).min { $0.date < $1.date }
      let bought = try await session.buy(identifier, options: signed, through: store.appStore) {
        order throws(StoreError) in
        if let date { try await store.buy(order, at: date) }
      }
      try await session.takeChanges()
      return bought
    }
  }

  /// Buys outside the app.
  ///
  /// - Parameter identifier: The product's ID.
  /// - Throws: ``SKTestError`` with the reason: `invalidProductIdentifier` if the product is not
  ///   sold; `invalidAction` if the store refuses; `serviceUnavailable` if it cannot be read.
  @available(*, deprecated, renamed: "buyProduct(identifier:options:)")
  public func buyProduct(productIdentifier identifier: String) throws {
    try control { _ = try await self.buyProduct(identifier: identifier) }
  }
}

extension SKTestSession {
  /// The time of the store's clock: the machine's time plus all advances.
  ///
  /// Apple's session does not have this.
  ///
  /// - Throws: ``SKTestError/serviceUnavailable`` if the store cannot be read.
  public var now: Date {
    get throws {
      try perform(.clock).time.now
    }
  }

  /// Moves the store's clock forward; every renewal and expiration due in between happens, each at
  /// its own time, before this returns.
  ///
  /// Apple's session does not have this; there a test waits.
  ///
  /// - Parameter components: How far, in the Gregorian calendar and UTC: `DateComponents(month: 1)`.
  /// - Throws: ``SKTestError/invalidAction`` for a time before now, and after the year 2107;
  ///   ``SKTestError/serviceUnavailable`` if the store cannot be read or written.
  public func advance(by components: DateComponents) throws {
    let end = Calendar.store.date(byAdding: components, to: try now) ?? .distantFuture
    _ = try perform(.advance(move: .to(end)))
  }
}

extension TestStore {
  /// Buys in the past.
  fileprivate func buy(
    _ order: Order, at date: Product.PurchaseOption.TestDate
  ) async throws(StoreError) {
    var order = order
    // Today's terms may differ from those of the date.
    order.quote = nil
    let purchase = OperatorPurchase(
      order: order, account: Self.account, purchaseDate: date.date,
      renewalBehavior: date.cancelsRenewal ? .cancelImmediately : .renewUntilNow)
    _ = try await engine.perform(.buy(purchase: purchase))
  }
}

extension StoreBackend {
  /// The next renewals of the customer's subscriptions, by their first transactions.
  fileprivate func renewals() async throws -> [TransactionID: RenewalInfoPayload] {
    let renewalInfos = try await purchases().value.subscriptions.map {
      try JWS($0.signedRenewalInfo).payload(as: RenewalInfoPayload.self)
    }
    return Dictionary(renewalInfos.map { ($0.originalTransactionId, $0) }) { first, _ in first }
  }
}

extension StoreEngine {
  /// Every transaction of the store, newest first, page after page.
  fileprivate func allTransactions() async throws -> [OperatorTransaction] {
    var (all, revision): ([OperatorTransaction], String?) = ([], nil)
    repeat {
      let page = try await perform(.transactions(account: nil, revision: revision)).value
      guard case .transactions(let list, let next, _) = page else { return all }
      all += list
      revision = next
    } while revision != nil
    return all
  }
}
