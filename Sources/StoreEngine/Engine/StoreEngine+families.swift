import Foundation
import StoreAPI

// The operator's commands for families, and what crosses the ledgers of one.
extension StoreEngine {
  func families() async throws(StoreFault) -> Answer<OperatorResult> {
    let snapshot = try await settled()
    return snapshot.answer(.families(list: try await ledgers.families().map(\.listed)))
  }

  func addFamilyMember(
    _ account: String, organizer: String?
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    let named = try await self.organizer(organizer, orIfNone: account)
    return try await changeFamily(of: named, joining: account) { change throws(StoreFault) in
      guard let joining = change.joining else { throw .unknownAccount(account) }
      return try change.adding(joining)
    }
  }

  func removeFamilyMember(_ account: String) async throws(StoreFault) -> Answer<OperatorResult> {
    try await changeFamily(of: account) { change throws(StoreFault) in
      try change.state.removing(account)
    }
  }

  func setFamilySharing(
    _ isOn: Bool, by account: String?
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    let account = try await organizer(account, orIfNone: nil)
    return try await changeFamily(of: account) { change throws(StoreFault) in
      try change.state.sharing(isOn, by: account)
    }
  }

  /// Makes a decision about a customer's ledger, and delivers what it tells the family.
  ///
  /// A message whose delivery fails here is delivered by the next request of any customer.
  func transact<Value: Sendable>(
    _ customer: CustomerNumber, needs: LedgerNeeds,
    decide: @escaping @Sendable (Ledger, StoreSettings) throws(StoreFault) -> Decision<Value>
  ) async throws(StoreFault) -> Value {
    let decided = try await ledgers.transact(customer, needs: needs) {
      ledger, settings throws(StoreFault) in
      let decision = try decide(ledger, settings)
      return Decision(
        decision.draft, at: decision.now, clock: decision.clock,
        value: (value: decision.value, hasMessages: !decision.draft.outbox.isEmpty))
    }
    if decided.hasMessages { await deliverMessages() }
    return decided.value
  }

  private func deliverMessages() async {
    _ = try? await settled()
  }

  private func changeFamily(
    of account: String, joining: String? = nil,
    _ decide: @escaping @Sendable (FamilyChange) throws(StoreFault) -> FamilyDecision
  ) async throws(StoreFault) -> Answer<OperatorResult> {
    _ = try await settling { () throws(StoreFault) in
      try await ledgers.changeFamily(of: account, joining: joining, settlement(), decide: decide)
    }
    return try await families()
  }

  /// The account that a command names, or the organizer of the store's only family.
  ///
  /// - Parameters:
  ///   - name: The name; `nil` if the command names none.
  ///   - account: Returned if there is no family.
  /// - Returns: The account's name.
  /// - Throws: ``StoreAPI/StoreFault/familyRefused(account:reason:)`` if there are several, or none and
  ///   no `account`.
  private func organizer(
    _ name: String?, orIfNone account: String?
  ) async throws(StoreFault) -> String {
    if let name { return name }
    let families = try await ledgers.families().map(\.listed)
    guard families.count < 2 else {
      throw .familyRefused(account: account, reason: .severalFamilies)
    }
    guard let organizer = families.first?.organizer ?? account else {
      throw .familyRefused(account: nil, reason: .noFamily)
    }
    return organizer
  }
}

extension Family {
  /// The family as the operator's list shows it.
  fileprivate var listed: OperatorFamily {
    OperatorFamily(
      organizer: members.first { $0.customer == organizer }?.account ?? "",
      members: members.map { OperatorFamily.Member(account: $0.account, isSharing: $0.isSharing) })
  }
}
