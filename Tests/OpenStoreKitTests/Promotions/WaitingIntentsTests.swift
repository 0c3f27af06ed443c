import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct WaitingIntentsTests {
  private let folder: TemporaryFolder
  private let intents: WaitingIntents

  init() throws {
    folder = try TemporaryFolder()
    intents = WaitingIntents(folder: folder.url)
  }

  @Test func `an intent waits for any copy of the app, and one of them takes it`() throws {
    let car = WaitingIntent(productID: "car", offerID: "comeback")
    try intents.add(car)

    let other = WaitingIntents(folder: folder.url)
    #expect(try other.all() == [car])
    #expect(try other.take(car))
    #expect(try !intents.take(car))
    #expect(try intents.all().isEmpty)
  }

  @Test func `a product waits once, with what was chosen last`() throws {
    try intents.add(WaitingIntent(productID: "pro", offerID: "first"))
    try intents.add(WaitingIntent(productID: "car"))
    try intents.add(WaitingIntent(productID: "pro", offerID: "second"))

    #expect(
      try intents.all() == [
        WaitingIntent(productID: "car"), WaitingIntent(productID: "pro", offerID: "second"),
      ])
  }

  @Test func `of too many the oldest are dropped`() throws {
    for number in 0...WaitingIntents.limit {
      try intents.add(WaitingIntent(productID: "product \(number)"))
    }

    let waiting = try intents.all()
    #expect(waiting.count == WaitingIntents.limit)
    #expect(waiting.first?.productID == "product 1")
  }

  @Test func `a damaged file has no intents, and the next one replaces it`() throws {
    try Data("{".utf8).write(to: folder.url.appending(path: "intents.json"))
    #expect(try intents.all().isEmpty)

    try intents.add(WaitingIntent(productID: "car"))

    #expect(try intents.all().map(\.productID) == ["car"])
    #expect(PrivateFile.permissions(of: folder.url.appending(path: "intents.json")) == 0o600)
  }

  @Test func `whoever watches is told of an intent that another process adds`() async throws {
    var changes = intents.changes().makeLimitedIterator()

    try WaitingIntents(folder: folder.url).add(WaitingIntent(productID: "car"))

    #expect(await changes.next() != nil)
    #expect(try intents.all().map(\.productID) == ["car"])
  }
}
