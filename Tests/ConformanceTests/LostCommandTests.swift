import AppStorePayloads
import Foundation
import OpenStoreKit
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreHTTPServer
import StoreOperatorAPI
import TestSupport
import Testing

/// Customers whose commands are sent twice over HTTP, because the first answer was lost.
@Suite(.hangLimit) struct LostCommandTests {
  private static let group = "3F19ED53"
  private static let standard = SubscriptionReference.product("subscription.standard", account: nil)

  /// The events before a customer chooses something in a sheet.
  struct Choice: Sendable {
    let name: String
    var commands: [OperatorCommand] = []
    var advance: String?
    var agrees = true
    let open: @Sendable (StoreSession) async throws -> StoreSession.SheetOutcome
  }

  static let choices = [
    Choice(name: "turn renewal off") { try await $0.setAutoRenew(false, in: group) },
    Choice(name: "turn renewal on", commands: [.disableAutoRenew(subscription: standard)]) {
      try await $0.setAutoRenew(true, in: group)
    },
    Choice(
      name: "turn renewal off in billing retry", commands: [.failBilling(subscription: standard)],
      advance: "P1M1D"
    ) { try await $0.setAutoRenew(false, in: group) },
    Choice(
      name: "agree to a price", commands: [.requestPriceIncreaseConsent(subscription: standard)]
    ) { try await $0.answerPriceIncrease(in: group) },
    Choice(
      name: "decline a price", commands: [.requestPriceIncreaseConsent(subscription: standard)],
      agrees: false
    ) { try await $0.answerPriceIncrease(in: group) },
    Choice(
      name: "fix the payment", commands: [.failBilling(subscription: standard)], advance: "P1M1D"
    ) { try await $0.fixPayment() },
  ]

  @Test(arguments: choices)
  func `a customer learns what they have changed, although the first answer was lost`(
    choice: Choice
  ) async throws {
    let fixture = try await StoreFixture.make()
    let losses = LosingStore.Losses(1)
    let server = try await LoopbackServer.start(
      ServedStore(
        accounts: { LosingStore(store: fixture.engine.accounts(from: $0), losses: losses) },
        operator: fixture.engine,
        time: { () throws(StoreError) in try await fixture.engine.time() }))
    let registration = try await fixture.device("alpha").registration
    let store = HTTPStore(server.address, .withoutPauses)
    let backend = store.backend(token: registration.token, instance: InstanceID(UUID()))
    try await backend.buy("subscription.standard")
    for command in choice.commands { _ = try await fixture.engine.perform(command) }
    if let advance = choice.advance { try await fixture.advance(advance) }

    let folder = try TemporaryFolder()
    let device = try DeviceStore.create(
      folder.url, account: fixture.signIn.account.name,
      registration: Answer(registration, at: try await fixture.engine.clock()),
      wallClock: .fixture)
    let session = try await StoreSession(
      backend, sheets: DecidedSheets(agrees: choice.agrees), device: device)

    #expect(try await choice.open(session) == .changed, "\(choice.name)")
    #expect(!losses.next(), "an answer was lost")
  }
}

/// A customer who takes the first action of every sheet, or the last one.
private struct DecidedSheets: Sheets {
  let agrees: Bool

  func confirm(_ sheet: PurchaseSheet) async -> Bool { true }
  func finish(_ sheet: PurchaseSheet, with ending: PurchaseSheet.Ending) async {}
  func choose(in sheet: SubscriptionSheet) async -> SubscriptionSheet.Action? {
    agrees ? sheet.agreement : sheet.actions.last
  }
  func finish(_ sheet: SubscriptionSheet, failure: String?) async {}
  func authenticate(account: String) async -> Bool { true }
}
