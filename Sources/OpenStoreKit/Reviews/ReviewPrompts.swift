import Foundation

// The rules of when a device asks its customer for a rating. The tests name the numbers:
//
// 1. At most three times in 365 days.
// 2. After a review only in another version of the app, and 365 days later.
// 3. Source: "requestReview(in:)" of StoreKit, and "Ratings and reviews" in the Human Interface
//    Guidelines. In a test session the sheet is shown each time: nothing of this applies there.

/// The number of times that a device has asked its customer for a rating of the app, and the last
/// review.
struct ReviewPrompts: Codable, Equatable, Sendable {
  /// A rating that the customer gave.
  struct Review: Codable, Equatable, Sendable {
    var date: Date
    /// The version of the app that was rated; `nil` of a rating from before it was known.
    var version: String?
    /// From 1 to 5.
    var stars: Int

    private enum CodingKeys: String, CodingKey {
      case date, version, stars
    }
  }

  /// The maximum number of prompts in ``period``.
  static let limit = 3
  /// 365 days of the store's clock.
  static let period: TimeInterval = 365 * 86_400

  /// The dates of the latest prompts, oldest first; at most ``limit``.
  private(set) var dates: [Date] = []
  private(set) var review: Review?

  /// The names in the device's file, which must not change.
  private enum CodingKeys: String, CodingKey {
    case dates, review
  }

  /// Returns why the customer is not asked now; `nil` if they are.
  ///
  /// A date in the future was kept before the store's clock was set back, and does not count.
  func refusal(at now: Date, version: String) -> ReviewError? {
    if let review, review.date <= now {
      guard version != review.version else { return .reviewed(review.date) }
      guard now.timeIntervalSince(review.date) >= Self.period else {
        return .reviewed(review.date)
      }
    }
    let recent = dates.filter { $0 <= now && now.timeIntervalSince($0) < Self.period }
    return recent.count < Self.limit ? nil : .tooMany
  }

  /// Counts a prompt.
  mutating func prompt(at now: Date) { dates = (dates + [now]).suffix(Self.limit) }

  /// Keeps the customer's rating.
  mutating func rate(_ stars: Int, version: String, at now: Date) {
    review = Review(date: now, version: version, stars: stars)
  }
}

/// The reason why the sheet for a rating is not shown.
package enum ReviewError: Hashable, Sendable {
  /// It was shown three times in 365 days.
  case tooMany
  /// The customer has rated this version, or another one less than 365 days ago, on this date.
  case reviewed(Date)
}

extension ReviewError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooMany: "it was shown \(ReviewPrompts.limit) times in the last 365 days"
    case .reviewed(let date):
      "the customer rated the app on \(date.formatted(.iso8601)): they are asked again only in another "
        + "version, and 365 days later"
    }
  }
}
