import Foundation
import StoreAPI
import StoreEngine
import StoreHTTP
import TestSupport
import Testing

@Suite struct RoutesTests {
  @Test func `every route of a store is served, and nothing else`() async throws {
    let store = try await StoreFixture.make()

    let server = StoreServer(
      ServedStore(store.engine), operatorKey: "key", logger: LogLines().logger)

    #expect(server.routes.map(\.operation).sorted() == Route.all.map(\.operation).sorted())
  }

  @Test func `what a customer is answered has the documented shape`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      let credentials = #"{"account":"anna","password":"correct horse"}"#
      _ = try await client.ask(AccountEndpoints.signUp, credentials)
      let signIn = try await client.ask(AccountEndpoints.signIn, credentials).value.token
      let token = try await client.ask(
        AccountEndpoints.registerDevice,
        #"{"device":"laptop","token":"\#(DeviceToken.random().string)"}"#, token: signIn
      ).value.token
      let devices = try await client.ask(AccountEndpoints.devices, "", token: signIn).value

      typealias Device = DeviceEndpoints
      _ = try await client.ask(Device.storefront, "", token: token)
      _ = try await client.ask(Device.appTransaction, "", token: token)
      let products = try await client.ask(
        Device.products, "?ids[]=nonconsumable.car&ids[]=subscription.pro", token: token)
      for product in products.value {
        let order = #"{"key":"\#(UUID())","productID":"\#(product.id)","quantity":1}"#
        _ = try await client.ask(
          Device.quote, "?productID=\(product.id)&quantity=1", token: token)
        _ = try await client.ask(Device.purchase, order, token: token)
        _ = try await client.ask(
          Device.quote, "?productID=\(product.id)&quantity=1", token: token)
      }
      _ = try await client.ask(Device.holdings, "", token: token)
      let history = try await client.ask(
        Device.transactions, "?includingFinishedConsumables=true", token: token)
      let settled = try await client.ask(
        Device.settle, #"{"key":"\#(UUID())"}"#, token: token)
      let removed = try await client.ask(
        AccountEndpoints.removeDevice, #"{"device":"laptop"}"#, token: signIn)
      _ = try await client.ask(AccountEndpoints.signOut, "", token: signIn)

      #expect(devices.map(\.id) == ["laptop"])
      #expect(products.value.count == 2)
      #expect(history.value.count == 2)
      #expect(settled.value == nil)
      #expect(removed.value.id == "laptop")
    }
  }

  @Test func `what an operator is answered has the documented shape`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      let key = ServedStoreFixture.operatorKey
      let (backend, _) = try await served.store.device("laptop")
      try await backend.buy("nonconsumable.car")
      try await backend.buy("subscription.pro")

      typealias Keeper = OperatorEndpoints
      _ = try await client.ask(Keeper.clock, "", token: key)
      _ = try await client.ask(Keeper.setClock, #"{"frozen":true}"#, token: key)
      let moved = try await client.ask(Keeper.advance, #"{"by":"P2M"}"#, token: key)
      let sold = try await client.ask(Keeper.transactions, "?account=alice", token: key)
      let car = try #require(sold.value.last)
      let refund = try await client.ask(Keeper.refund, #"{"id":"\#(car.id)"}"#, token: key)
      _ = try await client.ask(
        Keeper.expire, #"{"productID":"subscription.pro"}"#, token: key)
      _ = try await client.ask(
        Keeper.addAccount, #"{"account":"bert","password":"correct horse"}"#, token: key)
      let accounts = try await client.ask(Keeper.accounts, "", token: key)
      let signIns = try await client.ask(
        Keeper.signOutAccount, #"{"account":"alice"}"#, token: key)
      _ = try await client.ask(
        Keeper.removeAccountDevice, #"{"account":"alice","device":"laptop"}"#, token: key)
      let reset = try await client.ask(Keeper.reset, "{}", token: key)

      #expect(moved.value.events > 0)
      #expect(sold.value.count == 2 + moved.value.events)
      #expect(refund.value.transaction.id == car.id)
      #expect(accounts.value.map(\.name) == ["alice", "bert"])
      #expect(signIns.value == 1)
      #expect(reset.epoch == 2)
    }
  }

  @Test func `the store says that it is up, ready, and what it has counted`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)

      #expect(try await client.ask("GET", "/health").body == #"{"status":"up"}"#)
      #expect(try await client.ask("GET", "/ready").body == #"{"status":"ready"}"#)
      #expect(try await client.ask("GET", "/v1/holdings").status == 401)
      #expect(try await client.ask("GET", "/health?customer=anna").code == "malformed")
      let metrics = try await client.ask("GET", "/metrics").body
      #expect(
        metrics?.contains(
          #"skdemo_requests_total{operation="holdings",status="401"} 1"#) == true)
    }
  }

  @Test(arguments: ["/health", "/ready", "/metrics", "/openapi.json"])
  func `what the server says about itself asks for nothing and names nobody`(
    path: String
  ) async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      _ = try await client.ask(
        AccountEndpoints.signUp, #"{"account":"anna-of-the-hill","password":"correct horse"}"#)

      let heard = try await client.ask("GET", path)

      #expect(heard.status == 200)
      #expect(!heard.text.contains("anna-of-the-hill"))
      #expect(!heard.text.contains("127.0.0.1"))
    }
  }

  @Test func `no password and no token is ever logged`() async throws {
    try await ServedStoreFixture.run { served in
      let client = RawClient(port: served.port)
      let signIn = try await client.ask(
        AccountEndpoints.signUp, #"{"account":"anna","password":"correct horse"}"#)
      _ = try await client.ask("GET", "/v1/devices?token=spilt", token: signIn.value.token)

      #expect(served.log.text.contains(#""operation":"signUp""#))
      #expect(!served.log.text.contains("correct horse"))
      #expect(!served.log.text.contains(signIn.value.token))
      #expect(!served.log.text.contains("spilt"))
    }
  }
}
