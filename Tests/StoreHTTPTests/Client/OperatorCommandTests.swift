import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI
import TestSupport
import Testing

/// The rules for every command of the operator.
@Suite(.hangLimit) struct OperatorCommandTests {
  /// They read or set a value, or their order has a key.
  private static let repeatable: Set = [
    "clock", "setClock", "setPace", "setStorefront", "setLocale", "setRenewalLimit",
    "setGracePeriod",
    "setRenewalsFail", "setAskToBuy", "setInterruptedPurchases", "setSimulatedError",
    "clearSimulatedErrors", "setNotificationURL", "settings", "offerCodes", "transactions",
    "subscriptions", "orders", "subscription", "accounts", "buy", "families", "setFamilySharing",
    "apiKeys", "revokeAPIKey", "sentNotifications", "transactionNotifications",
  ]
  private static let done = Answer(OperatorResult.done(), at: SampleAnswers.time)

  @Test func `every command has a sample`() {
    #expect(
      Set(OperatorCommand.samples.map(\.0.name)) == Set(OperatorControls.all.map { $0.name }))
  }

  @Test(arguments: OperatorCommand.samples)
  func `a command is sent as documented, and again after a lost answer only if it may be repeated`(
    command: OperatorCommand, json: String
  ) async throws {
    let isRepeatable = Self.repeatable.contains(command.name)
    try await ScriptedServer.run(
      [.refusal(RequestError(.busy, "come back")), .closes, .json(Self.done)]
    ) { server, client in
      #expect(await (try? client.operator.perform(command)) == (isRepeatable ? Self.done : nil))

      let requests = Array(server.requests)
      #expect(requests.map(\.body) == Array(repeating: json, count: isRepeatable ? 3 : 2))
      #expect(requests.allSatisfy { $0.line == "POST /v1/operator" })
      #expect(requests.allSatisfy { $0.headers["authorization"] == "Bearer key" })
    }

    let received = try OperatorCommand.decode(ParsedJSON(json.utf8), of: .request)
    #expect(received == command)
    let unchecked = try JSONDecoder.payload.decode(OperatorCommand.self, from: Data(json.utf8))
    #expect(unchecked == command)
  }
}
