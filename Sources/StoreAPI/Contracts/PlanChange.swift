/// The effect of an order for a plan on the active plan of its group.
package struct PlanChange: Codable, Hashable, Sendable {
  /// The time at which the ordered plan replaces the active one.
  package enum Timing: String, Codable, CaseIterable, Hashable, Sendable {
    case immediate
    case atRenewal
    /// The ordered plan is the active one, and it renews.
    case never
  }

  /// The plan that would be ordered.
  package var productID: String
  package var timing: Timing

  package init(productID: String, timing: Timing) {
    self.productID = productID
    self.timing = timing
  }
}
