import Foundation
import PrivateFiles
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct PendingIntentsTests {
  private let folder: TemporaryFolder
  private let intents: PendingIntents

  init() throws {
    folder = try TemporaryFolder()
    intents = PendingIntents(folder: folder.url)
  }

  @Test func `an intent waits for any copy of the app, and one of them takes it`() async throws {
    let car = PendingIntent(productID: "car", offerID: "comeback")
    try await intents.add(car)

    let other = PendingIntents(folder: folder.url)
    #expect(try other.all() == [car])
    #expect(try await other.take(car))
    #expect(try await !intents.take(car))
    #expect(try intents.all().isEmpty)
  }

  @Test func `a product waits once, with what was chosen last`() async throws {
    try await intents.add(PendingIntent(productID: "pro", offerID: "first"))
    try await intents.add(PendingIntent(productID: "car"))
    try await intents.add(PendingIntent(productID: "pro", offerID: "second"))

    #expect(
      try intents.all() == [
        PendingIntent(productID: "car"), PendingIntent(productID: "pro", offerID: "second"),
      ])
  }

  @Test func `of too many the oldest are dropped`() async throws {
    for number in 0...PendingIntents.limit {
      try await intents.add(PendingIntent(productID: "product \(number)"))
    }

    let waiting = try intents.all()
    #expect(waiting.count == PendingIntents.limit)
    #expect(waiting.first?.productID == "product 1")
  }

  @Test func `a damaged file has no intents, and the next one replaces it`() async throws {
    try Data("{".utf8).write(to: folder.url.appending(path: "intents.json"))
    #expect(try intents.all().isEmpty)

    try await intents.add(PendingIntent(productID: "car"))

    #expect(try intents.all().map(\.productID) == ["car"])
    #expect(PrivateFile.permissions(of: folder.url.appending(path: "intents.json")) == 0o600)
  }

  @Test func `an intent that waits for another process blocks no thread`() async throws {
    try await expectFreeThread(whileHeld: folder.url.appending(path: "intents.lock")) { [intents] in
      try await intents.add(PendingIntent(productID: "car"))
    }

    #expect(try intents.all().map(\.productID) == ["car"])
  }

  @Test func `whoever watches is notified of an intent that another process adds`() async throws {
    var changes = intents.changes().makeLimitedIterator()

    try await PendingIntents(folder: folder.url).add(PendingIntent(productID: "car"))

    #expect(await changes.next() != nil)
    #expect(try intents.all().map(\.productID) == ["car"])
  }
}
