package import Foundation
package import StoreAPI

/// A move of the clock by the operator.
package enum ClockMove: Codable, Hashable, Sendable {
  /// By a calendar duration, whose years are added first: `P1Y2M3DT4H5M6S`.
  case by(CalendarDuration)
  case to(Date)

  /// In JSON `{"by": "P1M"}` or `{"to": 1782864000000}`.
  private enum CodingKeys: CodingKey {
    case by
    case to
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let duration = try container.decodeIfPresent(CalendarDuration.self, forKey: .by)
    self = try duration.map { .by($0) } ?? .to(container.value(.to))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .by(let duration): try container.encode(duration, forKey: .by)
    case .to(let date): try container.encode(date, forKey: .to)
    }
  }
}
