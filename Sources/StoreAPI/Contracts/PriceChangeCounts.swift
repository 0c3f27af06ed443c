/// How many subscriptions a change of prices concerns, by what it means for them.
///
/// Subscriptions without a next period, because renewal is off or the plan is not for sale, are not
/// counted. The price of an offer or of a failed renewal, which stays, counts neither as more nor as
/// less.
package struct PriceChangeCounts: Codable, Hashable, Sendable {
  /// Those whose next period costs more than their subscribers pay now.
  package var dearer: Int
  /// Those whose subscribers are asked to agree to a higher price.
  package var asked: Int
  /// Those that keep the price of before.
  package var spared: Int
  /// Those whose next period costs less than their subscribers pay now.
  package var cheaper: Int

  enum CodingKeys: String, CodingKey, CaseIterable { case dearer, asked, spared, cheaper }

  package init(dearer: Int = 0, asked: Int = 0, spared: Int = 0, cheaper: Int = 0) {
    self.dearer = dearer
    self.asked = asked
    self.spared = spared
    self.cheaper = cheaper
  }

  /// All of them.
  package var total: Int { dearer + asked + spared + cheaper }

  package static func += (sum: inout PriceChangeCounts, counts: PriceChangeCounts) {
    sum.dearer += counts.dearer
    sum.asked += counts.asked
    sum.spared += counts.spared
    sum.cheaper += counts.cheaper
  }
}
