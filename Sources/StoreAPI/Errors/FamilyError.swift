/// The reason why a family cannot be changed.
package enum FamilyError: String, Codable, Hashable, Sendable, CaseIterable {
  /// It has six members.
  case full
  /// The account is in a family.
  case alreadyMember
  /// The account organizes a family.
  case alreadyOrganizer
  /// The account is in no family.
  case notMember
  /// The account is in a family that somebody else organizes.
  case notOrganizer
  /// The store has no family, and none was named.
  case noFamily
  /// The store has several families, and none was named.
  case severalFamilies

  /// The reason and the remedy.
  ///
  /// - Parameter account: The account that the command concerns; `nil` if it names none.
  /// - Returns: The sentence.
  package func sentence(account: String?) -> String {
    let name = account.map { "'\($0)'" } ?? "the account"
    return switch self {
    case .full:
      "\(name) cannot join: a family has at most six members, so remove one first"
    case .alreadyMember:
      "\(name) is already in a family: remove it with skdemo store family remove \(account ?? "NAME")"
    case .alreadyOrganizer:
      "\(name) organizes a family: end the family first, with skdemo store family remove "
        + "\(account ?? "NAME")"
    case .notMember: "\(name) is not in a family: skdemo store family lists all families"
    case .notOrganizer:
      "\(name) does not organize a family: skdemo store family lists the organizers"
    case .noFamily: "the store has no family: make one with skdemo store family add NAME"
    case .severalFamilies:
      "the store has several families: name the organizer with --organizer NAME, or the member with "
        + "--account NAME"
    }
  }
}
