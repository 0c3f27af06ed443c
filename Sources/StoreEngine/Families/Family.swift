package import Foundation
package import StoreAPI

// A family. Invariants; the tests name their numbers:
//
//  8. A customer is in one family at most, and a family has six members at most.
//  9. The organizer is a member. A family whose organizer leaves ends.
// 10. Each member shares what they buy with all others, unless they have turned that off.

/// The customers who share their purchases with each other.
package struct Family: Hashable, Sendable {
  /// Source: "What is Family Sharing?" on Apple's support site: up to five others.
  package static let capacity = 6

  package struct Member: Hashable, Sendable {
    package var customer: CustomerNumber
    package var account: String
    /// Whether the others get what the member buys.
    package var isSharing: Bool

    package init(customer: CustomerNumber, account: String, isSharing: Bool = true) {
      self.customer = customer
      self.account = account
      self.isSharing = isSharing
    }
  }

  package var organizer: CustomerNumber
  /// The organizer is one of them.
  package var members: [Member]

  package init(organizer: CustomerNumber, members: [Member]) {
    self.organizer = organizer
    self.members = members
  }
}

/// A family after a command, and the messages to its members.
package struct FamilyDecision: Hashable, Sendable {
  /// The members; none if the family has ended.
  package var family: Family
  package var messages: [FamilyMessage]
}

/// A family during a command, with the ledgers of its members and of the customer concerned.
package struct FamilyState: Sendable {
  /// `nil` if the customer is in none.
  package var family: Family?
  package var ledgers: [CustomerNumber: Ledger]
  package var now: Date

  package init(family: Family?, ledgers: [CustomerNumber: Ledger], now: Date) {
    self.family = family
    self.ledgers = ledgers
    self.now = now
  }

  /// Adds a customer, who begins to share, to the organizer's `family`.
  ///
  /// - Throws: ``StoreAPI/StoreError/familyRefused(account:reason:)`` if the family is full.
  package func adding(_ member: Family.Member, organizer: Family.Member) throws(StoreError)
    -> FamilyDecision
  {
    var family = family ?? Family(organizer: organizer.customer, members: [organizer])
    guard member.customer != organizer.customer else {
      return FamilyDecision(family: family, messages: [])
    }
    guard family.members.count < Family.capacity else {
      throw .familyRefused(account: member.account, reason: .full)
    }
    let others = family.members
    family.members.append(member)
    return FamilyDecision(
      family: family,
      messages: others.filter(\.isSharing).flatMap { messages(of: $0, to: [member]) }
        + messages(of: member, to: others))
  }

  /// Removes a member; without its organizer the family ends.
  ///
  /// - Throws: ``StoreAPI/StoreError/familyRefused(account:reason:)`` if the account is in no family.
  package func removing(_ account: String) throws(StoreError) -> FamilyDecision {
    var (family, member) = try member(account)
    let leaving = member.customer == family.organizer ? family.members : [member]
    let pairs = family.members.flatMap { from in
      family.members.filter { to in
        from != to && (leaving.contains(from) || leaving.contains(to))
      }.map { to in (from, to) }
    }
    family.members.removeAll(where: leaving.contains)
    return FamilyDecision(
      family: family,
      messages: pairs.map { from, to in
        FamilyMessage(
          to: to.customer, at: now, body: .init(purchaser: from.customer, change: .sharingEnded))
      })
  }

  /// Sets whether a member shares what they buy.
  ///
  /// - Throws: As ``removing(_:)``.
  package func sharing(_ isOn: Bool, by account: String) throws(StoreError) -> FamilyDecision {
    var (family, member) = try member(account)
    guard member.isSharing != isOn else { return FamilyDecision(family: family, messages: []) }
    let others = family.members.filter { $0 != member }
    family.members = family.members.map { each in
      var each = each
      if each.account == account { each.isSharing = isOn }
      return each
    }
    let messages =
      isOn
      ? self.messages(of: member, to: others)
      : others.map {
        FamilyMessage(
          to: $0.customer, at: now, body: .init(purchaser: member.customer, change: .sharingEnded))
      }
    return FamilyDecision(family: family, messages: messages)
  }

  private func member(_ account: String) throws(StoreError) -> (Family, Family.Member) {
    guard let family, let member = family.members.first(where: { $0.account == account }) else {
      throw .familyRefused(account: account, reason: .notMember)
    }
    return (family, member)
  }

  /// The messages about the purchases that a member shares now, for each recipient.
  private func messages(of member: Family.Member, to recipients: [Family.Member]) -> [FamilyMessage]
  {
    let changes = ledgers[member.customer]?.sharedNow ?? []
    return recipients.flatMap { recipient in
      changes.map {
        FamilyMessage(
          to: recipient.customer, at: now, body: .init(purchaser: member.customer, change: $0))
      }
    }
  }
}
