import StoreAPI
import StoreOperatorAPI

/// A control with its rule.
///
/// Each control has one, except a ``StoreOperatorAPI/StoreRulesControl``; a test compares them with
/// ``StoreOperatorAPI/OperatorControls``.
protocol ControlRule: OperatorControl {
  /// Performs the control.
  ///
  /// - Throws: Its errors.
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult>
}

/// One performance of a control.
struct OperatorCall: Sendable {
  let store: StoreEngine
  /// Only a control that reports progress calls it.
  let progress: StoreOperator.ProgressHandler
}

/// A control that the engine performs, and that does not take long.
protocol StoreRule: ControlRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult>
}

extension StoreRule {
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try await perform(at: call.store)
  }
}

/// A control that changes settings.
protocol SettingRule: ControlRule {
  /// Throws the control's errors; then nothing changes.
  func check() throws(StoreError)

  func apply(to settings: inout StoreSettings)
}

extension SettingRule {
  func check() throws(StoreError) {}

  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try check()
    return try await call.store.change { apply(to: &$0) }
  }
}

extension LedgerRule where Self: OrderControl {
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try await call.store.decide(self)
  }
}

extension LedgerRule where Self: TransactionControl {
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try await call.store.decide(self, about: .transaction(transactionID)) { _ in transactionID }
  }
}

extension LedgerRule where Self: SubscriptionControl {
  func perform(by call: OperatorCall) async throws(StoreError) -> Answer<OperatorResult> {
    try await call.store.decide(self, about: subscription) { ledger throws(StoreError) in
      // Only a question is about a subscription that has ended.
      Self.isQuestion
        ? try ledger.subscription(subscription).transactionID
        : try ledger.activeSubscription(subscription).transactionID
    }
  }
}
