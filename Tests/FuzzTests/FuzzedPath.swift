import AppStorePayloads
import AppStoreServerAPI
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AppStoreServerHTTP

/// A path with some of its segments or some of its bytes changed.
enum FuzzedPath {
  private static let endpoints = Endpoints.documented

  private static let segments = [
    "inApps", "v1", "v2", "v3", "history", "transactions", "subscriptions", "extend", "mass",
    "lookup", "refund", "consumption", "notifications", "test", "finish", "appAccountToken",
    "appTransactions", "700", "007", "-7", "%37", "18446744073709551616", "MABCDEFGH0", "", ".",
    "..",
    "%2F", "%FF", "INAPPS",
  ]

  private static let paths = [
    "/inApps/v1/transactions/700", "/inApps/v1/transactions/appTransactions/700",
    "/inApps/v1/transactions/700/finish", "/inApps/v1/transactions/700/appAccountToken",
    "/inApps/v2/transactions/consumption/700", "/inApps/v2/history/700",
    "/inApps/v2/refund/lookup/700", "/inApps/v1/lookup/MABCDEFGH0",
    "/inApps/v1/subscriptions/700", "/inApps/v1/subscriptions/extend/mass",
    "/inApps/v1/subscriptions/extend/700", "/inApps/v1/subscriptions/extend/mass/pro/outage",
    "/inApps/v1/notifications/history", "/inApps/v1/notifications/test/a_1",
  ]

  private static let methods: [HTTPRequest.Method] = [.get, .post, .put, .delete]

  /// Whether a path leads to an endpoint, and the ID in it is read.
  static func isRead(_ random: inout SeededGenerator, _ seed: UInt64) -> Bool {
    let path = Self.path(&random)
    let method = methods[random.roll(methods.count)]
    do throws(RequestError) {
      let match = try endpoints.find(path, method)
      check(match, path, method, seed)
      return isIDRead(match, path, seed)
    } catch {
      check(error, path, seed)
      return false
    }
  }

  private static func path(_ random: inout SeededGenerator) -> String {
    let path = paths[random.roll(paths.count)]
    if random.chance(of: 8) { return path }
    if random.chance(of: 2) {
      var bytes = Array(path.utf8)
      bytes.damage(&random)
      return String(decoding: bytes, as: UTF8.self)
    }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    let place = 1 + random.roll(parts.count - 1)
    let segment = segments[random.roll(segments.count)]
    switch random.roll(4) {
    case 0: parts.remove(at: place)
    case 1: parts.insert(segment, at: place)
    default: parts[place] = segment
    }
    return parts.joined(separator: "/")
  }

  /// Each parameter is one segment of the path, and not empty.
  private static func check(
    _ match: MatchedEndpoint, _ path: String, _ method: HTTPRequest.Method, _ seed: UInt64
  ) {
    let sent = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let areSegments = match.parameters.values.allSatisfy { sent.contains($0) }
    if !areSegments || match.endpoint.method != method || !ServerAPIResponder.serves(path) {
      Issue.record("seed \(seed): \(path) led to \(match.endpoint.name) \(match.parameters)")
    }
  }

  private static func isIDRead(_ match: MatchedEndpoint, _ path: String, _ seed: UInt64) -> Bool {
    let text = match.parameters["transactionId"] ?? match.parameters["originalTransactionId"]
    guard let text else { return true }
    guard let unescaped = text.removingPercentEncoding else { return false }
    guard let id = try? AnyTransactionID(unescaped) else { return false }
    let digits = unescaped.utf8.drop { $0 == UInt8(ascii: "0") }
    if id.rawValue > 0, !digits.elementsEqual(String(id.rawValue).utf8) {
      Issue.record("seed \(seed): \(path) names \(id.rawValue)")
    }
    return true
  }

  private static func check(_ error: RequestError, _ path: String, _ seed: UInt64) {
    switch error {
    case .notFound: break
    case .methodNotAllowed(let methods) where !methods.isEmpty: break
    default: Issue.record("seed \(seed): \(error) for \(path)")
    }
  }
}
