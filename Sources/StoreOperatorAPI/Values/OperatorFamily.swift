/// A family, in the operator's list.
package struct OperatorFamily: Codable, Hashable, Sendable {
  /// An account of the family.
  package struct Member: Codable, Hashable, Sendable {
    package var account: String
    /// Whether the member shares purchases with the others.
    package var isSharing: Bool
    /// The plans that the member keeps to themselves, by product ID, in their order; `nil` if there are none.
    ///
    /// This includes a plan that became family shareable while they had it, until they share it.
    package var unsharedPlans: [String]?

    package init(account: String, isSharing: Bool, unsharedPlans: [String]? = nil) {
      self.account = account
      self.isSharing = isSharing
      self.unsharedPlans = unsharedPlans
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
