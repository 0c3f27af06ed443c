import AppStorePayloads
import AppStoreServerAPI
import Foundation
import TestSupport
import Testing

@testable import StoreEngine

/// Revisions, pagination tokens, tokens of test notifications, and order IDs: texts that name a place in the
/// store, with some of their fields or some of their bytes changed.
struct FuzzedPlaces {
  private static let scope = "c2NvcGU"
  private static let numbers = [
    "-1", "0", "+1", "01", "7", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "253402300799999", "253402300800000", "-62135769600001", "", "x", " 1",
    "1.5", "\u{661}",
  ]

  private let page = NotificationHistoryPlace(
    NotificationHistoryRequest(startDate: .fixture, endDate: Date.fixture + 60), epoch: 3)
  private let history: [String]
  private let refunds: [String]
  private let notifications: [String]
  private let tests: [String]
  private let orders = [1, 1_000_000_001, UInt64(Int64.max), UInt64.max].map {
    OrderID(of: TransactionID(rawValue: $0)).description
  }

  init() {
    let place = LastModification(sequence: 7, id: TransactionID(rawValue: 1_000_000_001))
    var revision = HistoryRevision(scope: Self.scope)
    let first = revision.text
    revision.after = place
    let ascending = revision.text
    revision.descent = HistoryRevision.Descent(before: place, head: 9)
    history = [first, ascending, revision.text]

    var refund = RefundRevision(scope: Self.scope)
    let firstRefund = refund.text
    refund.after = RefundPlace(date: .fixture, modification: place)
    refunds = [firstRefund, refund.text]

    notifications = [
      page.token(of: NotificationPosition(date: .fixture, number: 20)),
      NotificationHistoryPlace(
        NotificationHistoryRequest(startDate: .fixture, endDate: Date.fixture + 60), epoch: 2
      ).token(of: NotificationPosition(date: .fixture, number: 20)),
    ]
    tests = ["a1000000-0000-4000-8000-00000000000a_1768996800000"]
  }

  /// Whether a text is read; if it is, it is the only text of its place.
  func isRead(_ random: inout SeededGenerator, _ seed: UInt64) -> Bool {
    switch random.roll(5) {
    case 0: isHistoryRead(inBase64(history, &random), seed)
    case 1: isRefundRead(inBase64(refunds, &random), seed)
    case 2: isPageRead(inBase64(notifications, &random), seed)
    case 3: isTestRead(damaged(tests, separator: "_", &random), seed)
    default: isOrderRead(damaged(orders, separator: "M", &random), seed)
    }
  }
}

// MARK: - Reading

extension FuzzedPlaces {
  private func isHistoryRead(_ text: String, _ seed: UInt64) -> Bool {
    do throws(APIError) {
      let revision = try HistoryRevision(text, scope: Self.scope)
      return check(text, isTextOf: revision.text, seed)
    } catch {
      return check(error, is: [.invalidRequestRevision], text, seed)
    }
  }

  private func isRefundRead(_ text: String, _ seed: UInt64) -> Bool {
    do throws(APIError) {
      let revision = try RefundRevision(text, scope: Self.scope)
      return check(text, isTextOf: revision.text, seed)
    } catch {
      return check(error, is: [.invalidRequestRevision], text, seed)
    }
  }

  private func isPageRead(_ text: String, _ seed: UInt64) -> Bool {
    do throws(APIError) {
      let position = try page.position(of: text)
      return check(text, isTextOf: position.map(page.token) ?? "", seed)
    } catch {
      return check(error, is: [.invalidPaginationToken, .paginationTokenExpired], text, seed)
    }
  }

  /// A token's UUID may be in upper case.
  private func isTestRead(_ text: String, _ seed: UInt64) -> Bool {
    do throws(APIError) {
      let token = try TestNotificationToken(text)
      let uuid = String(text.lowercased().prefix { $0 != "_" })
      return check(uuid, isTextOf: token.uuid.description, seed)
    } catch {
      return check(error, is: [.invalidTestNotificationToken], text, seed)
    }
  }

  private func isOrderRead(_ text: String, _ seed: UInt64) -> Bool {
    guard let order = OrderID(text) else { return false }
    return check(text, isTextOf: order.description, seed)
  }

  private func check(_ text: String, isTextOf written: String, _ seed: UInt64) -> Bool {
    if !text.utf8.elementsEqual(written.utf8) {
      Issue.record("seed \(seed): accepted \(text) as \(written)")
    }
    return true
  }

  private func check(
    _ error: APIError, is expected: [APIError], _ text: String, _ seed: UInt64
  ) -> Bool {
    if !expected.contains(error) { Issue.record("seed \(seed): \(error) for \(text)") }
    return false
  }
}

// MARK: - Damage

extension FuzzedPlaces {
  /// Returns a text with damaged fields, or with a damaged encoding.
  private func inBase64(_ texts: [String], _ random: inout SeededGenerator) -> String {
    let text = texts[random.roll(texts.count)]
    if random.chance(of: 8) { return text }
    if random.chance(of: 3) { return damaged([text], separator: ".", &random) }
    let fields = String(decoding: Data(base64URLEncoded: text.utf8) ?? Data(), as: UTF8.self)
    let inner = damaged([fields], separator: ".", &random)
    return String(decoding: Data(inner.utf8).base64URLEncoded, as: UTF8.self)
  }

  /// Returns a text with a changed number between separators, or with damaged bytes.
  private func damaged(
    _ texts: [String], separator: Character, _ random: inout SeededGenerator
  ) -> String {
    let text = texts[random.roll(texts.count)]
    if random.chance(of: 8) { return text }
    if random.chance(of: 2) {
      var bytes = Array(text.utf8)
      bytes.damage(&random)
      return String(decoding: bytes, as: UTF8.self)
    }
    var fields = text.split(separator: separator, omittingEmptySubsequences: false)
      .map { String($0) }
    let place = random.roll(fields.count)
    let number = Self.numbers[random.roll(Self.numbers.count)]
    switch random.roll(5) {
    case 0: fields.remove(at: place)
    case 1: fields.append(number)
    case 2: fields.swapAt(place, random.roll(fields.count))
    default: fields[place] = number
    }
    return fields.joined(separator: String(separator))
  }
}
