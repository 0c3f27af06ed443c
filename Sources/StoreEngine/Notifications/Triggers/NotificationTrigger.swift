package import AppStorePayloads
import StoreAPI

/// The fewest steps with a new account that lead to a notification.
///
/// ``all`` is a table: it has every type and subtype that concerns in-app purchases and that this store
/// sends.
package struct NotificationTrigger: Hashable, Sendable {
  package let type: NotificationType
  package let subtype: NotificationSubtype?
  let steps: [Step]

  init(_ type: NotificationType, _ subtype: NotificationSubtype? = nil, _ steps: Step...) {
    self.type = type
    self.subtype = subtype
    self.steps = steps
  }

  /// The type, or the type and the subtype with a dot between them, such as `EXPIRED.VOLUNTARY`.
  package var name: String {
    [type.rawValue, subtype?.rawValue].compactMap(\.self).joined(separator: ".")
  }

  /// Whether it is about an account.
  var needsAccount: Bool { steps != [.sendTest] }

  /// Returns the trigger with this name, in lower or upper case.
  ///
  /// - Throws: ``StoreAPI/StoreError/notificationRefused(name:reason:)``, which names similar ones.
  static func named(_ name: String) throws(StoreError) -> NotificationTrigger {
    let wanted = name.uppercased()
    if let trigger = all.first(where: { $0.name == wanted }) { return trigger }
    let type = wanted.prefix { $0 != "." }
    let similar = all.filter { $0.type.rawValue == type }
    let choices = (similar.isEmpty ? all : similar).map(\.name).joined(separator: ", ")
    throw .notificationRefused(
      name: String(name.prefix(100)), reason: "this store never sends it. Choose one of \(choices)")
  }
}

extension NotificationTrigger {
  /// A step of a trigger.
  enum Step: Hashable, Sendable {
    /// A change of the customer's ledger.
    case change(LedgerStep)
    /// The clock moves to the next date at which something is due for the customer.
    case advanceToDueDate
    /// Another account joins the customer's family; the notification is about that account.
    case addFamilyMember
    /// The customer buys a product that the family shares.
    case buyShared
    /// The other account leaves the family.
    case removeFamilyMember
    /// A mass extension that reaches only this customer.
    case extendAll
    /// The developer's server requests a test.
    case sendTest
  }

  /// A change of the customer's ledger.
  enum LedgerStep: Hashable, Sendable {
    /// The operator buys for the customer.
    case buy(Choice)
    /// The customer redeems a promotional offer of a plan.
    case redeem(Choice)
    case expire
    case setAutoRenew(Bool)
    /// The current period ends, and the subscription renews, fails or expires.
    case renew(RenewalCircumstance)
    case failBilling
    case recoverBilling
    case extend
    case requestPriceIncreaseConsent
    case acceptPriceIncrease
    case refund
    case requestRefund
    case declineRefund
    case reverseRefund
  }

  /// A product that a step uses.
  enum Choice: Hashable, Sendable {
    /// An auto-renewable subscription, of the lowest level of its group.
    case plan
    /// A subscription of a higher level in the same group.
    case higherPlan
    /// A product that is not an auto-renewable subscription.
    case oneTime
  }

  /// The circumstances of a renewal.
  enum RenewalCircumstance: Hashable, Sendable {
    /// There is no grace period.
    case usual
    case gracePeriod
    /// The plan has been removed from sale.
    case notForSale
  }
}
