import AppStorePayloads
import Foundation
import StoreAPI
import StoreOperatorAPI

/// Plays the plan of a run at a store.
struct ScenarioPlayer: Sendable {
  let store: any StoreOperator
  /// Where the customers sign in.
  let accounts: any StoreAccounts
  /// The password of the new accounts.
  let password: String

  /// Plans a run at the store.
  ///
  /// - Throws: ``ScenarioError``, and the store's errors.
  func plan(_ scenarios: [Scenario]) async throws -> ScenarioPlan {
    let (existing, settings) = try await (
      store.perform(.accounts), store.perform(.settings)
    )
    guard case .accounts(let list) = existing.value,
      case .settings(let values) = settings.value
    else { throw StoreError.unavailable(reason: "it did not list its accounts and settings") }
    return try ScenarioPlan(
      scenarios, besides: Set(list.map(\.name)), at: settings.time.now, rules: values.rules,
      makeUUID: { UUID() })
  }

  /// Makes the accounts, and does what the plan says.
  ///
  /// The store's settings are restored even if that fails, or if the task is cancelled.
  ///
  /// - Throws: The errors of the store, and `CancellationError`. Everything before the action that failed
  ///   has happened.
  func play(_ plan: ScenarioPlan) async throws {
    do {
      for customer in plan.customers {
        let credentials = Credentials(account: customer.account, password: password)
        _ = try await store.perform(.addAccount(credentials: credentials))
      }
      for action in plan.actions {
        try Task.checkCancellation()
        try await perform(action)
      }
    } catch {
      try? await end(plan)
      throw error
    }
    try await end(plan)
  }

  /// Restores the store's settings in a task of its own, because this one may be cancelled.
  private func end(_ plan: ScenarioPlan) async throws {
    try await Task {
      for command in plan.ending { _ = try await store.perform(command) }
    }.value
  }

  private func perform(_ action: ScenarioAction) async throws {
    switch action {
    case .control(let command): _ = try await store.perform(command)
    case .decide(let decision, let purchase):
      _ = try await store.perform(decision.command(about: latestTransaction(of: purchase)))
    case .requestRefund(let purchase, let requestID, let reason):
      let id = try await latestTransaction(of: purchase)
      try await onDevice(named: requestID.description, of: purchase.account) {
        _ = try await $0.perform(
          .requestRefund(transactionID: id, requestID: requestID, reason: reason, text: nil))
      }
    }
  }

  /// Runs `body` for a new device of an account, which is removed afterwards even if `body` throws.
  private func onDevice(
    named name: String, of account: String, _ body: (any StoreBackend) async throws -> Void
  ) async throws {
    let credentials = Credentials(account: account, password: password)
    let signIn = try await accounts.signIn(credentials).value.token
    do {
      let device = try await accounts.registerDevice(name, signIn: signIn).value
      try await body(accounts.backend(for: device.token, instance: InstanceID(UUID())))
    } catch {
      _ = try? await accounts.removeDevice(name, signIn: signIn)
      _ = try? await accounts.signOut(signIn: signIn)
      throw error
    }
    _ = try await accounts.removeDevice(name, signIn: signIn)
    _ = try await accounts.signOut(signIn: signIn)
  }

  private func latestTransaction(
    of purchase: ScenarioAction.Purchase
  ) async throws -> TransactionID {
    let bought = try await transactions(of: purchase.account)
    guard let latest = bought.first(where: { $0.transaction.productId == purchase.productID })
    else {
      throw CommandFailure(
        code: "unknownTransaction",
        message: "'\(purchase.account)' has not bought \(purchase.productID): buy it in an earlier "
          + "step")
    }
    return latest.id
  }

  /// The transactions of an account, newest first.
  func transactions(of account: String) async throws -> [OperatorTransaction] {
    var transactions: [OperatorTransaction] = []
    var revision: String?
    repeat {
      let page = try await store.perform(.transactions(account: account, revision: revision))
      guard case .transactions(let list, let next, let hasMore) = page.value,
        !hasMore || (next != nil && !list.isEmpty)
      else { throw StoreError.unavailable(reason: "it did not list the transactions") }
      transactions += list
      revision = hasMore ? next : nil
    } while revision != nil
    return transactions
  }
}
