package import Foundation
package import StoreAPI

/// Stores families.
package protocol FamilyStore: Sendable {
  /// Returns all families, in the order of their organizers, and the active plans that their members
  /// keep to themselves, by product ID, in their order.
  func families() async throws(StoreError) -> (
    families: [Family], unsharedPlans: [CustomerNumber: [String]]
  )

  /// Settles what is due, calls `decide` with a family, and writes what it returns with its messages,
  /// in one transaction; see ``SettledChange``.
  ///
  /// - Parameters:
  ///   - family: The family to change.
  ///   - joining: An account whose ledger the decision needs too.
  ///   - settlement: The values that storage needs to settle.
  ///   - decide: The rule.
  /// - Returns: The time of the change.
  /// - Throws: The error that `decide` throws, those of ``FamilyReference/account(among:)`` and
  ///   ``StoreAPI/StoreError/unknownAccount(name:)``; then nothing changes.
  func changeFamily(
    _ family: FamilyReference, joining: String?, _ settlement: SettlementContext,
    decide: @escaping @Sendable (FamilyChange) throws(StoreError) -> FamilyDecision
  ) async throws(StoreError) -> SettledChange<Date>
}

/// The values that a decision about a family needs.
package struct FamilyChange: Sendable {
  package var state: FamilyState
  /// The account whose family it is.
  package var member: Family.Member
  /// The account that joins; `nil` if none does.
  package var joining: JoiningMember?

  /// An account that joins a family.
  package struct JoiningMember: Sendable {
    package var member: Family.Member
    /// The family in which it is already.
    package var family: Family?

    package init(member: Family.Member, family: Family?) {
      self.member = member
      self.family = family
    }
  }

  package init(state: FamilyState, member: Family.Member, joining: JoiningMember?) {
    self.state = state
    self.member = member
    self.joining = joining
  }
}

extension FamilyChange {
  /// Adds an account; the first one of a new family organizes it.
  ///
  /// - Throws: ``StoreAPI/StoreError/familyRefused(account:reason:)`` if the account is in a family, if
  ///   the other one organizes none, or if the family is full.
  package func adding(_ joining: JoiningMember) throws(StoreError) -> FamilyDecision {
    if let family = joining.family {
      let organizes = family.organizer == joining.member.customer
      throw .familyRefused(
        account: joining.member.account, reason: organizes ? .alreadyOrganizer : .alreadyMember)
    }
    guard state.family == nil || state.family?.organizer == member.customer else {
      throw .familyRefused(account: member.account, reason: .notOrganizer)
    }
    return try state.adding(joining.member, organizer: member)
  }
}
