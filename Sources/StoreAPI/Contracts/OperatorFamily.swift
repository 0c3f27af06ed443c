/// A family, in the operator's list.
package struct OperatorFamily: Codable, Hashable, Sendable {
  /// An account of the family.
  package struct Member: Codable, Hashable, Sendable {
    package var account: String
    /// Whether the others get what the member buys.
    package var isSharing: Bool

    package init(account: String, isSharing: Bool) {
      self.account = account
      self.isSharing = isSharing
    }
  }

  /// The account of the organizer, who is a member too.
  package var organizer: String
  package var members: [Member]

  package init(organizer: String, members: [Member]) {
    self.organizer = organizer
    self.members = members
  }
}
