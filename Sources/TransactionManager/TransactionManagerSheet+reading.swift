import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

// The reads of the Transaction Manager.
extension TransactionManagerSheet {
  func page(
    of table: ManagedTable, at revision: String?
  ) async -> TransactionManager.Message {
    do {
      let (page, now) =
        switch table {
        case .transactions: try await transactions(at: revision)
        case .subscriptions: try await subscriptions(at: revision)
        }
      guard let revision else { return .first(table, page, now: now) }
      return .page(table, page, at: revision)
    } catch {
      return .failed(table, error.sentence)
    }
  }

  /// The transactions; the waiting orders come before their first page.
  private func transactions(
    at revision: String?
  ) async throws -> (page: ManagedPage, now: Date) {
    let answer = try await opened().perform(.transactions(account: nil, revision: revision))
    guard case .transactions(let list, let next, let hasMore) = answer.value else {
      throw StoreError.unavailable(reason: "its answer is not a list of transactions")
    }
    let orders = revision == nil ? try await orders() : []
    let rows = orders.map(ManagedRow.order) + list.map(ManagedRow.transaction)
    return (ManagedPage(rows: rows, next: hasMore ? next : nil), answer.time.now)
  }

  private func subscriptions(
    at revision: String?
  ) async throws -> (page: ManagedPage, now: Date) {
    let answer = try await opened().perform(.subscriptions(revision: revision))
    guard case .subscriptions(let list, let next, let hasMore) = answer.value else {
      throw StoreError.unavailable(reason: "its answer is not a list of subscriptions")
    }
    let rows = list.map(ManagedRow.subscription)
    return (ManagedPage(rows: rows, next: hasMore ? next : nil), answer.time.now)
  }

  private func orders() async throws -> [OperatorOrder] {
    guard case .orders(let list) = try await opened().perform(.orders).value else {
      throw StoreError.unavailable(reason: "its answer is not a list of orders")
    }
    return list
  }

  /// The subscription of a transaction; `nil` if it has none, or it cannot be read.
  func subscription(of id: TransactionID) async -> OperatorSubscription? {
    let answer = try? await opened().perform(.subscription(subscription: .transaction(id)))
    guard case .subscription(let latest, let renewalInfo, let status) = answer?.value else {
      return nil
    }
    return OperatorSubscription(transaction: latest, renewalInfo: renewalInfo, status: status)
  }

  /// The notifications about a transaction; empty if they cannot be read.
  func notifications(about id: TransactionID) async -> [TransactionNotification] {
    let answer = try? await opened().perform(.transactionNotifications(transactionID: id))
    guard case .transactionNotifications(let list) = answer?.value else { return [] }
    return list
  }
}
