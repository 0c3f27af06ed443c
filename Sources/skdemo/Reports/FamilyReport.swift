import StoreAPI
import StoreOperatorAPI

extension OperatorFamily {
  /// The rows of a family in the operator's list, one for each member.
  var rows: [[String]] {
    members.map { member in
      [
        member.account, member.account == organizer ? "organizes" : "family of \(organizer)",
        member.sharingText,
      ]
    }
  }
}

extension OperatorFamily.Member {
  /// Whether the member shares, and which plans they keep to themselves.
  fileprivate var sharingText: String {
    guard isSharing else { return "does not share" }
    return unsharedPlans.map { "shares, but not \($0.joined(separator: " and "))" } ?? "shares"
  }
}
