package import StoreAPI

/// A control that changes a family.
package protocol FamilyControl: OperatorControl {}

extension FamilyControl {
  package static var result: OperatorResult.Name { .families }
  package static var errors: [StoreErrorCode] { [.unknownAccount, .familyRefused] + .ofLedgers }
}

// Families.
extension OperatorCommand {
  static let ofFamilies: [any OperatorControl.Type] = [
    Families.self, AddFamilyMember.self, RemoveFamilyMember.self, SetFamilySharing.self,
  ]

  /// Lists the families of the store.
  package struct Families: OperatorControl {
    package static let summary = "Lists the families of the store."
    package static let result = OperatorResult.Name.families
    package static let isQuestion = true
  }

  /// Adds an account to a family: from now on all members share what they buy, as far as its products
  /// are family shareable.
  ///
  /// `organizer` is the account that organizes the family, which is made if it organizes none. Without
  /// it the account joins the store's only family, or organizes the first one.
  package struct AddFamilyMember: FamilyControl {
    package let account: String
    package let organizer: String?
    package static let summary = "Adds an account to a family, whose members share purchases."
  }

  /// Removes an account from its family: it no longer shares anything with the others, nor they with
  /// it.
  ///
  /// If the organizer leaves, the family ends.
  package struct RemoveFamilyMember: FamilyControl {
    package let account: String
    package static let isDestructive = true
    package static let summary = "Removes an account from its family."
  }

  /// Sets whether a family member shares what they buy; without an account, the organizer of the
  /// store's only family.
  package struct SetFamilySharing: FamilyControl {
    package let isOn: Bool
    package let account: String?
    package static let summary = "Sets whether a family member shares purchases."
    package static let isRepeatable = true
  }

  package static var families: Self { Self(Families()) }
  package static func addFamilyMember(account: String, organizer: String?) -> Self {
    Self(AddFamilyMember(account: account, organizer: organizer))
  }
  package static func removeFamilyMember(account: String) -> Self {
    Self(RemoveFamilyMember(account: account))
  }
  package static func setFamilySharing(isOn: Bool, account: String?) -> Self {
    Self(SetFamilySharing(isOn: isOn, account: account))
  }
}
