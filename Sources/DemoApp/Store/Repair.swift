/// The customer's answer to an attention card.
package enum Repair: Hashable, Sendable {
  /// An action on the subscription of this group.
  case plan(PlanAction, groupID: String)
  /// A purchase of this product.
  case buy(String)
}
