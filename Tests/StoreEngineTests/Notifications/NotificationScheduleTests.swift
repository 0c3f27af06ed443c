import AppStorePayloads
import AppStoreServerAPI
import Foundation
import StoreAPI
import Testing

@testable import StoreEngine

/// How often a notification is sent, and by which UUID.
@Suite struct NotificationScheduleTests {
  private let sandbox = NotificationSettings(url: "https://shop.example.com/")
  private let production = NotificationSettings(url: "https://shop.example.com/", retries: true)

  @Test(arguments: SendAttemptResult.allCases)
  func `a sandbox tries once`(result: SendAttemptResult) {
    #expect(sandbox.nextAttemptDate(after: 1, result, at: .distantPast) == nil)
  }

  @Test(arguments: SendAttemptResult.allCases.filter { $0 != .success })
  func `in production a notification that fails is sent six times`(result: SendAttemptResult) {
    let start = Date(timeIntervalSince1970: 0)
    var dates = [start]
    while let next = production.nextAttemptDate(after: dates.count, result, at: dates.last ?? start)
    {
      dates.append(next)
    }

    #expect(
      dates.map { $0.timeIntervalSince(start) / 3_600 } == [0, 1, 13, 37, 85, 157])
  }

  @Test func `a notification of version 1 that fails is sent four times`() {
    let settings = NotificationSettings(
      url: "https://shop.example.com/", retries: true, version: .v1)
    let start = Date(timeIntervalSince1970: 0)
    var dates = [start]
    while let next = settings.nextAttemptDate(
      after: dates.count, .timedOut, at: dates.last ?? start)
    {
      dates.append(next)
    }

    #expect(dates.map { $0.timeIntervalSince(start) / 3_600 } == [0, 6, 30, 78])
  }

  @Test func `a delivered notification is not sent again`() {
    #expect(production.nextAttemptDate(after: 1, .success, at: .distantPast) == nil)
  }

  @Test(arguments: [
    (200, true), (201, true), (202, true), (206, true), (207, false), (199, false), (301, false),
    (302, false), (400, false), (404, false), (500, false), (503, false),
  ])
  func `the statuses 200 to 206 accept a notification`(status: Int, isAccepted: Bool) {
    #expect(
      SendAttemptResult(status: status)
        == (isAccepted ? .success : .unsuccessfulHTTPResponseCode))
  }

  @Test func `each notification of each event, epoch and store has its own UUID`() {
    let settings = Self.settings(epoch: 1, root: 1)
    let uuids = [
      settings.notificationUUID(of: 7, at: 0), settings.notificationUUID(of: 7, at: 1),
      settings.notificationUUID(of: 8, at: 0),
      Self.settings(epoch: 2, root: 1).notificationUUID(of: 7, at: 0),
      Self.settings(epoch: 1, root: 2).notificationUUID(of: 7, at: 0),
    ]

    #expect(Set(uuids).count == uuids.count)
    #expect(uuids[0] == Self.settings(epoch: 1, root: 1).notificationUUID(of: 7, at: 0))
    for uuid in uuids {
      #expect(uuid.description.wholeMatch(of: /.{8}-.{4}-4.{3}-[89ab].{3}-.{12}/) != nil)
    }
  }

  private static func settings(epoch: Int, root: UInt8) -> StoreSettings {
    StoreSettings(
      bundleID: "com.example.shop", rootHash: Data(repeating: root, count: 32), storefront: "USA",
      locale: "en_US", clock: .frozen(at: .distantPast), lastNow: .distantPast, epoch: epoch)
  }
}
