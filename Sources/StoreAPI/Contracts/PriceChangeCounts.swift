/// How many subscriptions a change of prices concerns, by what it means for them.
///
/// Subscriptions without a next period, because renewal is off or the plan is not for sale, are not
/// counted. The price of an offer or of a failed renewal, which stays, counts neither as more nor as
/// less.
package struct PriceChangeCounts: Codable, Hashable, Sendable {
  /// Those whose next period costs more than their subscribers pay now.
  package var increased: Int
  /// Those whose subscribers are asked to agree to a higher price.
  package var consentRequested: Int
  /// Those that keep the price of before.
  package var preserved: Int
  /// Those whose next period costs less than their subscribers pay now.
  package var decreased: Int

  // The names in JSON are those of the first version.
  private enum CodingKeys: String, CodingKey {
    case increased = "dearer"
    case consentRequested = "asked"
    case preserved = "spared"
    case decreased = "cheaper"
  }

  package init(
    increased: Int = 0, consentRequested: Int = 0, preserved: Int = 0, decreased: Int = 0
  ) {
    self.increased = increased
    self.consentRequested = consentRequested
    self.preserved = preserved
    self.decreased = decreased
  }

  /// All of them.
  package var total: Int { increased + consentRequested + preserved + decreased }

  package static func += (sum: inout PriceChangeCounts, counts: PriceChangeCounts) {
    sum.increased += counts.increased
    sum.consentRequested += counts.consentRequested
    sum.preserved += counts.preserved
    sum.decreased += counts.decreased
  }
}
