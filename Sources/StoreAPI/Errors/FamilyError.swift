/// Why a family cannot be changed.
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
      "\(name) cannot join: a family has six members at most, so remove one first"
    case .alreadyMember:
      "\(name) is in a family already: skdemo store family remove \(account ?? "NAME") takes it out"
    case .alreadyOrganizer:
      "\(name) organizes a family, which skdemo store family remove \(account ?? "NAME") ends for all"
    case .notMember: "\(name) is in no family: skdemo store family lists all families"
    case .notOrganizer:
      "\(name) does not organize a family: skdemo store family lists who does"
    case .noFamily: "the store has no family: skdemo store family add NAME makes one"
    case .severalFamilies:
      "the store has several families: say which with --organizer NAME, or who shares with "
        + "--account NAME"
    }
  }
}
