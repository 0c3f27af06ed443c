/// The rules that decide whether a former subscriber may redeem a win-back offer.
package struct WinBackEligibility: Codable, Hashable, Sendable {
  /// Whether every former subscriber may; the file's `isEligible`.
  package var isEligible: Bool
  /// The rules that decide instead of ``isEligible``; `nil` if the file has none.
  package var rules: Rules?

  enum CodingKeys: String, CodingKey, CaseIterable { case isEligible, rules }

  package init(isEligible: Bool, rules: Rules? = nil) {
    self.isEligible = isEligible
    self.rules = rules
  }

  /// The rules that App Store Connect has for a win-back offer; a rule without a value always holds.
  ///
  /// Source: "Set up win-back offers" in App Store Connect Help.
  package struct Rules: Codable, Hashable, Sendable {
    /// The least length of all paid periods, in months of 30 days.
    package var minimumPaidMonths: Int?
    /// The least time since the last period ended.
    package var minimumMonthsSinceEnd: Int?
    /// The longest time since the last period ended.
    package var maximumMonthsSinceEnd: Int?
    /// The least time since a win-back offer was last redeemed.
    package var monthsBetweenOffers: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case minimumPaidMonths, minimumMonthsSinceEnd, maximumMonthsSinceEnd, monthsBetweenOffers
    }

    package init(
      minimumPaidMonths: Int? = nil, minimumMonthsSinceEnd: Int? = nil,
      maximumMonthsSinceEnd: Int? = nil, monthsBetweenOffers: Int? = nil
    ) {
      self.minimumPaidMonths = minimumPaidMonths
      self.minimumMonthsSinceEnd = minimumMonthsSinceEnd
      self.maximumMonthsSinceEnd = maximumMonthsSinceEnd
      self.monthsBetweenOffers = monthsBetweenOffers
    }
  }
}
