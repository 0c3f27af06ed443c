import AppStorePayloads
import Foundation
package import StoreAPI
package import StoreOperatorAPI
package import TerminalUI

/// Opens the Transaction Manager on the screen of a program, and performs its effects.
package actor TransactionManagerSheet {
  private let program: Program
  private let openStore: @Sendable () async throws -> any StoreOperator
  private let sentence: @Sendable (Answer<OperatorResult>, OperatorCommand) -> String
  private var isOpen = false
  private var store: (any StoreOperator)?

  /// - Parameters:
  ///   - program: The program on whose screen it is shown.
  ///   - openStore: Returns the store whose transactions it shows; called when it is first shown.
  ///   - sentence: Returns a sentence about the result of a command.
  package init(
    program: Program,
    openStore: @escaping @Sendable () async throws -> any StoreOperator,
    sentence: @escaping @Sendable (Answer<OperatorResult>, OperatorCommand) -> String
  ) {
    (self.program, self.openStore, self.sentence) = (program, openStore, sentence)
  }

  /// Shows it, unless it is open.
  package func show() async {
    guard !isOpen else { return }
    isOpen = true
    let handle = await program.push(TransactionManager()) { [weak self] effect, handle in
      await self?.perform(effect, handle)
    }
    await perform(.read(.transactions, revision: nil), handle)
  }

  private func perform(
    _ effect: TransactionManager.Effect, _ handle: LayerHandle<TransactionManager>
  ) async {
    switch effect {
    case .read(let table, let revision): handle.send(await page(of: table, at: revision))
    case .readSubscription(let id):
      handle.send(.subscription(await subscription(of: id), of: id))
    case .readNotifications(let id):
      handle.send(.notifications(await notifications(about: id), of: id))
    case .perform(let command): handle.send(await result(of: command))
    case .close:
      await handle.pop()
      isOpen = false
    }
  }

  private func opened() async throws -> any StoreOperator {
    if let store { return store }
    let opened = try await openStore()
    store = opened
    return opened
  }

  private func page(
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
  private func subscription(of id: TransactionID) async -> OperatorSubscription? {
    let answer = try? await opened().perform(.subscription(subscription: .transaction(id)))
    guard case .subscription(let latest, let renewalInfo, let status) = answer?.value else {
      return nil
    }
    return OperatorSubscription(transaction: latest, renewalInfo: renewalInfo, status: status)
  }

  /// The notifications about a transaction; empty if they cannot be read.
  private func notifications(about id: TransactionID) async -> [TransactionNotification] {
    let answer = try? await opened().perform(.transactionNotifications(transactionID: id))
    guard case .transactionNotifications(let list) = answer?.value else { return [] }
    return list
  }

  private func result(of command: OperatorCommand) async -> TransactionManager.Message {
    do {
      let answer = try await opened().perform(command)
      if case .deleted(let transaction) = answer.value {
        return .deleted(sentence(answer, command), transaction.id)
      }
      return .done(sentence(answer, command), answer.value.transaction)
    } catch {
      return .refused(error.sentence)
    }
  }
}

extension OperatorResult {
  /// The transaction that a control has changed.
  fileprivate var transaction: OperatorTransaction? {
    switch self {
    case .refunded(let transaction, _), .refundDeclined(let transaction),
      .refundReversed(let transaction, _), .expired(let transaction), .renewal(let transaction, _),
      .subscription(let transaction, _, _):
      transaction
    default: nil
    }
  }
}
