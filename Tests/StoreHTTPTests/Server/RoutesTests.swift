import AppStorePayloads
import Foundation
import StoreAPI
import StoreEngine
import StoreHTTP
import StoreHTTPServer
import StoreOperatorAPI
import Telemetry
import TestSupport
import Testing

@Suite(.hangLimit) struct RoutesTests {
  @Test func `exactly the documented routes are served`() async throws {
    let store = try await StoreFixture.make()

    let server = StoreServer(
      ServedStore(store.engine), operatorKey: "key", logger: LogLines().logger)

    #expect(server.routes.map(\.operation).sorted() == Route.all.map(\.operation).sorted())
  }

  @Test func `responses to a customer have the documented schema`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      let credentials = #"{"account":"anna","password":"correct horse"}"#
      _ = try await client.request(AccountEndpoints.signUp, credentials)
      let signIn = try await client.request(AccountEndpoints.signIn, credentials).value.token
      let token = try await client.request(
        AccountEndpoints.registerDevice,
        #"{"device":"laptop","token":"\#(DeviceToken.random().string)"}"#, token: signIn
      ).value.token
      let devices = try await client.request(AccountEndpoints.devices, "", token: signIn).value

      typealias Device = DeviceEndpoints
      _ = try await client.request(Device.storefront, "", token: token)
      _ = try await client.request(Device.appTransaction, "", token: token)
      _ = try await client.request(Device.receipt, "", token: token)
      let products = try await client.request(
        Device.products, "?ids[]=nonconsumable.car&ids[]=subscription.pro", token: token)
      for product in products.value {
        let order = #"{"key":"\#(UUID())","productID":"\#(product.id)","quantity":1}"#
        _ = try await client.request(
          Device.quote, "?productID=\(product.id)&quantity=1", token: token)
        _ = try await client.request(Device.purchase, order, token: token)
        _ = try await client.request(
          Device.quote, "?productID=\(product.id)&quantity=1", token: token)
      }
      _ = try await client.request(Device.purchases, "", token: token)
      let history = try await client.request(
        Device.transactions, "?includingFinishedConsumables=true&limit=100", token: token)
      let bought = try #require(history.value.signedTransactions.first)
      let id = try TransactionPayload.decoded(from: bought).transactionId
      let one = try await client.request(Device.transaction, "?id=\(id)", token: token)
      let none = try await client.request(Device.transaction, "?id=7", token: token)
      let settled = try await client.request(
        Device.settle, #"{"key":"\#(UUID())"}"#, token: token)
      let removed = try await client.request(
        AccountEndpoints.removeDevice, #"{"device":"laptop"}"#, token: signIn)
      _ = try await client.request(AccountEndpoints.signOut, "", token: signIn)

      #expect(devices.map(\.id) == ["laptop"])
      #expect(products.value.count == 2)
      #expect(history.value.signedTransactions.count == 2)
      #expect(try TransactionPayload.decoded(from: #require(one.value)).transactionId == id)
      #expect(none.value == nil)
      #expect(settled.value == nil)
      #expect(removed.value.id == "laptop")
    }
  }

  @Test func `responses to an operator have the documented schema`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      let key = ServedStoreFixture.operatorKey
      let (backend, _) = try await served.store.device("laptop")
      try await backend.buy("nonconsumable.car")
      try await backend.buy("subscription.pro")

      var performed: Set<String> = []
      func perform(_ command: OperatorCommand) async throws -> Answer<OperatorResult> {
        performed.insert(command.name)
        let json = try JSONEncoder.payload.encode(command)
        let answer = try await client.request(
          OperatorEndpoints.perform, String(decoding: json, as: UTF8.self), token: key)
        #expect(try answer.value.name == type(of: command.control).result.rawValue)
        return answer
      }
      let sold = try await perform(.transactions(account: "alice"))
      guard case .transactions(let list, _, _) = sold.value, let car = list.last else {
        Issue.record("\(sold)")
        return
      }
      let plan = SubscriptionReference.product("subscription.pro", account: nil)
      let commands: [OperatorCommand] = [
        .clock, .setClock(frozen: true), .setTimeRate(timeRate: .realTime),
        .setStorefront(storefront: "DEU"), .setStorefront(storefront: "USA"),
        .setLocale(locale: "en_US"), .setRenewalLimit(isOn: true),
        .setGracePeriod(gracePeriod: .off), .setRenewalsFail(isOn: false),
        .setSimulatedError(api: .verification, error: SimulatedError(.invalidSignature)),
        .clearSimulatedErrors, .setNotificationURL(url: nil), .settings,
        .advance(move: .by(try #require(CalendarDuration("P2M")))),
        .declineRefund(transactionID: car.id), .refund(transactionID: car.id),
        .reverseRefund(transactionID: car.id), .disableAutoRenew(subscription: plan),
        .enableAutoRenew(subscription: plan),
        .setPrice(productID: "nonconsumable.car", price: 2, policy: .inform),
        .withdraw(productID: "nonconsumable.car"), .undoWithdraw(productID: "nonconsumable.car"),
        .importCatalogue(configuration: try String(contentsOf: .skdemoCatalogue, encoding: .utf8)),
        .createOfferKey,
        .createOfferCodes(request: OfferCodeRequest(reference: "nonconsumable.car")), .offerCodes,
        .subscription(subscription: plan), .subscriptions(), .renew(subscription: plan),
        .failBilling(subscription: plan),
        .recoverBilling(subscription: plan), .extend(subscription: plan, days: 1),
        .requestPriceIncreaseConsent(subscription: plan),
        .answerPriceIncrease(subscription: plan, isAccepted: true),
        .expire(subscription: plan),
        .addAccount(credentials: Credentials(account: "bert", password: "correct horse")),
        .setPassword(
          credentials: Credentials(account: "bert", password: "battery staple"),
          signsOutDevices: true),
        .addFamilyMember(account: "bert", organizer: "alice"), .families,
        .setFamilySharing(isOn: false, account: "bert"), .removeFamilyMember(account: "bert"),
        .buy(
          purchase: OperatorPurchase(
            order: Order(key: OrderKey(UUID()), productID: "nonconsumable.racecar"),
            account: "alice", purchaseDate: .fixture - 86_400)),
        .transactionNotifications(transactionID: car.id), .delete(transactionID: car.id),
        .accounts, .signOut(account: "alice"),
        .removeDevice(device: "laptop", account: "alice"),
      ]
      for (setting, decision) in [
        (OperatorCommand.setAskToBuy(isOn: true), OperatorCommand.approve),
        (.setAskToBuy(isOn: true), OperatorCommand.decline),
        (.setInterruptedPurchases(isOn: true), OperatorCommand.resolve),
      ] {
        _ = try await perform(setting)
        try await backend.buy("consumable.fuel.octane87")
        guard case .orders(let orders) = try await perform(.orders).value else { continue }
        _ = try await perform(decision(try #require(orders.first).id))
        _ = try await perform(.setAskToBuy(isOn: false))
      }
      _ = try await perform(.setInterruptedPurchases(isOn: false))
      _ = try await backend.perform(
        .requestRefund(
          transactionID: car.id, requestID: LowercaseUUID(UUID()), reason: .legal, text: nil))
      for command in commands {
        switch try await perform(command).value {
        case .advanced(_, _, let events, _): #expect(events > 0)
        case .refunded(let transaction, _): #expect(transaction.id == car.id)
        case .subscriptions(let list, _, _): #expect(list.map(\.status) == [.active])
        case .accounts(let accounts): #expect(accounts.map(\.name) == ["alice", "bert"])
        case .signedOut(_, let signIns): #expect(signIns == 1)
        default: break
        }
      }

      if case .apiKey(let id, _, _) = try await perform(.createAPIKey).value {
        _ = try await perform(.revokeAPIKey(keyID: id))
      }
      guard case .apiKeys(let keys, _, _) = try await perform(.apiKeys).value else {
        Issue.record("no keys")
        return
      }
      #expect(keys.map { $0.revocationDate == nil } == [false])

      _ = try await perform(.sharedSecret())
      _ = try await perform(.setNotificationURL(url: StoreFixture.notificationURL))
      _ = try await perform(.triggerNotification("SUBSCRIBED.INITIAL_BUY"))
      _ = try await perform(.sentNotifications(after: nil))
      // The store of this test sends nothing, so it refuses.
      _ = try? await perform(.resendNotification(uuid: LowercaseUUID(UUID())))

      let before = try await perform(.acceptClock).time
      _ = try await perform(.advance(move: .by(try #require(CalendarDuration("PT1H")))))
      let after = try await perform(.setClockBack(date: before.now)).time
      #expect(after.now == before.now)
      #expect(after.generation == before.generation + 1)
      #expect(list.count == 2)
      let epoch = try await perform(.clock).time.epoch
      #expect(try await perform(.reset).time.epoch != epoch)
      #expect(performed == Set(OperatorControls.all.map { $0.name }))
      #expect(
        served.metrics.text.contains(
          #"skdemo_requests_total{caller="operator",operation="refund",status="200"} 1"#))
    }
  }

  @Test func `the server reports health, readiness and metrics`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)

      #expect(try await client.request("GET", "/health").body == #"{"status":"up"}"#)
      #expect(try await client.request("GET", "/ready").body == #"{"status":"ready"}"#)
      #expect(try await client.request("GET", "/v1/holdings").status == 401)
      #expect(try await client.request("GET", "/health?customer=anna").code == "malformed")
      let metrics = try await client.request("GET", "/metrics").body
      #expect(
        metrics?.contains(
          #"skdemo_requests_total{caller="device",operation="holdings",status="401"} 1"#) == true)
    }
  }

  @Test(arguments: ["/health", "/ready", "/metrics", "/openapi.json"])
  func `meta routes need no token and reveal no account or address`(
    path: String
  ) async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      _ = try await client.request(
        AccountEndpoints.signUp, #"{"account":"anna-of-the-hill","password":"correct horse"}"#)

      let response = try await client.request("GET", path)

      #expect(response.status == 200)
      #expect(!response.text.contains("anna-of-the-hill"))
      #expect(!response.text.contains("127.0.0.1"))
    }
  }

  @Test func `no password and no token is ever logged`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      let signIn = try await client.request(
        AccountEndpoints.signUp, #"{"account":"anna","password":"correct horse"}"#)
      _ = try await client.request("GET", "/v1/devices?token=spilt", token: signIn.value.token)
      let bert = Credentials(account: "bert", password: "battery staple")
      _ = try await served.operator.perform(.addAccount(credentials: bert))
      await #expect(throws: StoreError.accountExists(name: "bert")) {
        try await served.operator.perform(.addAccount(credentials: bert))
      }
      let spent = Credentials(account: "bert", password: "open sesame")
      _ = try await served.operator.perform(
        .setPassword(credentials: spent, signsOutDevices: false))
      _ = try await client.request(
        AccountEndpoints.changePassword,
        #"{"oldPassword":"correct horse","newPassword":"close sesame","signsOutDevices":false}"#,
        token: signIn.value.token)

      #expect(served.log.text.contains(#""operation":"signUp""#))
      #expect(served.log.text.contains(#""operation":"addAccount""#))
      let key = ServedStoreFixture.operatorKey
      for secret in [
        "correct horse", "battery staple", "sesame", "spilt", signIn.value.token, key,
      ] {
        #expect(!served.log.text.contains(secret), "\(secret) was logged")
      }
    }
  }
}

extension OperatorResult {
  /// The only key of its JSON.
  fileprivate var name: String? {
    get throws {
      let json = try JSONSerialization.jsonObject(with: JSONEncoder.payload.encode(self))
      return (json as? [String: Any])?.keys.first
    }
  }
}
