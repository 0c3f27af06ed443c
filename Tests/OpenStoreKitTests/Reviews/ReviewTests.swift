import AppStorePayloads
import StoreAPI
import TestSupport
import Testing

@testable import OpenStoreKit

@Suite(.hangLimit) struct ReviewTests {
  @Test func `a device asks three times, and says why it does not ask again`() async throws {
    let alice = try await Customer.onNewDevice(sheets: ScriptedSheets(confirms: false))

    for _ in 1...4 { await alice.session.requestReview() }

    #expect(alice.sheets.reviewSheets == 3)
    #expect(alice.recorder.diagnostics == [.reviewNotAsked(.tooMany)])
    #expect(try alice.record().reviews?.dates.count == 3)
  }

  @Test func `a rating is kept on the device, and its next run does not ask`() async throws {
    let alice = try await Customer.onNewDevice()
    await alice.session.requestReview()
    #expect(try alice.record().reviews?.review?.stars == 4)

    let again = try await alice.again()
    await again.session.requestReview()

    #expect(again.sheets.reviewSheets == 0)
    let review = try #require(try alice.record().reviews?.review)
    #expect(again.recorder.diagnostics == [.reviewNotAsked(.reviewed(review.date))])
  }

  @Test func `another version of the app is rated a year later`() async throws {
    let alice = try await Customer.onNewDevice()
    await alice.session.requestReview()
    try await alice.store.advance("P2Y")

    let same = try await alice.again()
    _ = await same.session.snapshot()
    await same.session.requestReview()
    let next = try await alice.again(appVersion: "2.0")
    _ = await next.session.snapshot()
    await next.session.requestReview()

    #expect(same.sheets.reviewSheets == 0 && next.sheets.reviewSheets == 1)
    #expect(try alice.record().reviews?.review?.version == "2.0")
  }

  @Test func `in a test session the customer is asked each time`() async throws {
    let alice = try await Customer.onNewDevice(of: StoreFixture.make(environment: .xcode))

    for _ in 1...5 { await alice.session.requestReview() }

    #expect(alice.sheets.reviewSheets == 5)
  }

  @Test func `while the sheet is open, another request shows nothing`() async throws {
    let gate = Gate()
    let alice = try await Customer.onNewDevice(
      sheets: ScriptedSheets(meanwhile: { await gate.pass() }))
    async let first: Void = alice.session.requestReview()
    try await gate.waitForCaller()

    await alice.session.requestReview()

    #expect(alice.sheets.reviewSheets == 1)
    gate.open()
    await first
    #expect(try alice.record().reviews?.dates.count == 1)
  }

  @Test func `a customer whose store is away is asked too`() async throws {
    let alice = try await Customer.onNewDevice()
    alice.line.condition = .cut

    await alice.session.requestReview()

    #expect(try alice.record().reviews?.review?.stars == 4)
  }
}
