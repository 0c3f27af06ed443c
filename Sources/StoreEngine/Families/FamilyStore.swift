package import Foundation
package import StoreAPI

/// Stores families.
package protocol FamilyStore: Sendable {
  /// Returns all families, in the order of their organizers.
  func families() async throws(StoreFault) -> [Family]

  /// Settles what is due, calls `decide` with the family of an account, and writes what it returns
  /// with its messages, in one transaction; see ``SettledChange``.
  ///
  /// - Parameters:
  ///   - account: The account whose family changes.
  ///   - joining: An account whose ledger the decision needs too.
  ///   - settlement: What storage needs to settle.
  ///   - decide: The rule.
  /// - Returns: The time of the change.
  /// - Throws: The fault that `decide` throws, and ``StoreAPI/StoreFault/unknownAccount(_:)``; then
  ///   nothing changes.
  func changeFamily(
    of account: String, joining: String?, _ settlement: SettlementContext,
    decide: @escaping @Sendable (FamilyChange) throws(StoreFault) -> FamilyDecision
  ) async throws(StoreFault) -> SettledChange<Date>
}

/// What a decision about a family needs.
package struct FamilyChange: Sendable {
  package var state: FamilyState
  /// The account whose family it is.
  package var member: Family.Member
  /// The account that joins, and the family in which it is already.
  package var joining: Family.Member?
  package var joiningFamily: Family?

  package init(
    state: FamilyState, member: Family.Member, joining: Family.Member?, joiningFamily: Family?
  ) {
    self.state = state
    self.member = member
    self.joining = joining
    self.joiningFamily = joiningFamily
  }
}

extension FamilyChange {
  /// Adds the account that joins; the first one of a new family organizes it.
  ///
  /// - Throws: ``StoreAPI/StoreFault/familyRefused(account:reason:)`` if the account is in a family, if
  ///   the other one organizes none, or if the family is full.
  package func joined() throws(StoreFault) -> FamilyDecision {
    guard let joining else { preconditionFailure("nobody joins") }
    guard joiningFamily == nil else {
      throw .familyRefused(account: joining.account, reason: .alreadyMember)
    }
    guard state.family == nil || state.family?.organizer == member.customer else {
      throw .familyRefused(account: member.account, reason: .notOrganizer)
    }
    return try state.adding(joining, organizer: member)
  }
}
