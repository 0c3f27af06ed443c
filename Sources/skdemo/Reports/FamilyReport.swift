import StoreAPI

extension OperatorFamily {
  /// The rows of a family in the operator's list, one for each member.
  var rows: [[String]] {
    members.map { member in
      [
        member.account, member.account == organizer ? "organizes" : "family of \(organizer)",
        member.isSharing ? "shares" : "does not share",
      ]
    }
  }
}
