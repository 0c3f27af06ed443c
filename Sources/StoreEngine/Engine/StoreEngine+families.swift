import Foundation
import StoreAPI
import StoreOperatorAPI

extension OperatorCommand.Families: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.families()
  }
}

extension OperatorCommand.AddFamilyMember: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    let family = organizer.map(FamilyReference.account) ?? .only(orIfNone: account)
    return try await store.changeFamily(family, joining: account) { change throws(StoreError) in
      guard let joining = change.joining else { throw .unknownAccount(name: account) }
      return try change.adding(joining)
    }
  }
}

extension OperatorCommand.RemoveFamilyMember: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.changeFamily(.account(account)) { change throws(StoreError) in
      try change.state.removing(account)
    }
  }
}

extension OperatorCommand.SetFamilySharing: StoreRule {
  func perform(at store: StoreEngine) async throws(StoreError) -> Answer<OperatorResult> {
    try await store.changeFamily(account.map(FamilyReference.account) ?? .only(orIfNone: nil)) {
      change throws(StoreError) in
      try change.state.sharing(isOn, by: change.member.account)
    }
  }
}

// The operator's commands for families, and the messages between the ledgers of a family.
extension StoreEngine {
  func families() async throws(StoreError) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    let (families, kept) = try await ledgers.families()
    return snapshot.answer(.families(list: families.map { $0.listed(keeping: kept) }))
  }

  /// Makes a decision about a customer's ledger, and delivers its messages to the family.
  ///
  /// A message whose delivery fails here is delivered by the next request of any customer.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreError) -> Decision<Value>
  ) async throws(StoreError) -> Value {
    let decided = try await ledgers.transact(customer, needs: needs) {
      ledger, settings throws(StoreError) in
      let decision = try decide(ledger, settings)
      return Decision(
        decision.draft, at: decision.now, clock: decision.clock,
        value: (value: decision.value, hasMessages: !decision.draft.outbox.isEmpty))
    }
    if decided.hasMessages { await deliverMessages() }
    return decided.value
  }

  func deliverMessages() async {
    _ = try? await settled()
  }

  fileprivate func changeFamily(
    _ family: FamilyReference, joining: String? = nil,
    _ decide: @escaping @Sendable (FamilyChange) throws(StoreError) -> FamilyDecision
  ) async throws(StoreError) -> Answer<OperatorResult> {
    _ = try await settling { () throws(StoreError) in
      try await ledgers.changeFamily(family, joining: joining, settlement(), decide: decide)
    }
    return try await families()
  }
}

extension Family {
  /// The family as the operator's list shows it.
  ///
  /// - Parameter plans: The plans that members keep to themselves.
  /// - Returns: The family.
  fileprivate func listed(keeping plans: [CustomerNumber: [String]]) -> OperatorFamily {
    OperatorFamily(
      organizer: members.first { $0.customer == organizer }?.account ?? "",
      members: members.map {
        OperatorFamily.Member(
          account: $0.account, isSharing: $0.isSharing, unsharedPlans: plans[$0.customer])
      })
  }
}
