import AppStoreServerAPI
import Foundation
import StoreEngine
import TestSupport
import Testing

@testable import NotificationHTTPClient

/// A status and a header `Location` with which a receiver answers a notification.
enum FuzzedAnswer {
  private static let url = URL(string: "https://receiver.example/")

  private static let statuses = [
    0, 100, 199, 200, 204, 206, 207, 299, 300, 301, 302, 303, 304, 307, 308, 400, 404, 429, 500,
    503,
    599, 999, -1, Int.max, Int.min,
  ]

  private static let locations = [
    "https://receiver.example/", "/", "//receiver.example/", "https://10.0.0.1/", "", "?", "#",
    "https://receiver.example:0/", "https://[::1]/", "mailto:x", "file:///etc/passwd",
  ]

  /// Whether an answer accepts the notification; if it does, its status is one of those documented.
  static func isRead(_ random: inout SeededGenerator, _ seed: UInt64) -> Bool {
    guard let url = Self.url else { return false }
    let status = statuses[random.roll(statuses.count)]
    let location = random.chance(of: 8) ? nil : Self.location(&random)
    let result = SendAttemptResult(status: status, location: location, from: url)
    let expected: [SendAttemptResult] =
      switch status {
      case 200...206: [.success]
      case 301, 302, 303, 307, 308: [.unsuccessfulHTTPResponseCode, .circularRedirect]
      default: [.unsuccessfulHTTPResponseCode]
      }
    if !expected.contains(result) {
      Issue.record("seed \(seed): \(result) for \(status) with \(location ?? "no location")")
    }
    return result == .success
  }

  private static func location(_ random: inout SeededGenerator) -> String {
    var bytes = Array(locations[random.roll(locations.count)].utf8)
    if random.chance(of: 2) { bytes.damage(&random) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
