import AppStorePayloads
import Foundation
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

/// Where what a store sends enters the client.
@Suite(.hangLimit) struct AnswerCheckTests {
  private static func text(_ value: some Encodable, _ old: String, _ new: String) -> String {
    ScriptedServer.Response.text(value).replacing(old, with: new)
  }

  @Test func `an answer with a name that no device has is refused, and the error says where`()
    async throws
  {
    let list = Self.text(SampleAnswers.oneDevice, #""alpha""#, #""../../alpha""#)
    try await ScriptedServer.run([.http(200, list)]) { _, client in
      await #expect(
        throws: client.unavailable(
          "its answer to devices cannot be read: value.0.id: this is not a name that an account or a "
            + "device can have")
      ) {
        try await client.accounts.devices(signIn: "s")
      }
    }
  }

  @Test func `an answer with a field that a later version has added is taken`() async throws {
    let later = Self.text(SampleAnswers.storefront, #"{"time""#, #"{"later":[1],"time""#)
    try await ScriptedServer.run([.http(200, later)]) { _, client in
      let answer = try await client.backend().storefront()

      #expect(answer == SampleAnswers.storefront)
    }
  }

  @Test func `an order may be answered with purchases and a catalogue, or without`() async throws {
    let purchases = CustomerPurchases(
      latest: [Self.purchase.signedTransaction], subscriptions: [], usedIntroductoryOffers: [],
      orders: [], sequence: 9)
    var whole = Self.purchase
    whole.purchases = purchases
    let answers = [
      Answer(OrderResult.purchased(Self.purchase), at: SampleAnswers.time),
      Answer(OrderResult.purchased(whole), at: SampleAnswers.time, catalogue: "1/3/USA/en_US"),
    ]
    try await ScriptedServer.run(answers.map { .json($0) }) { _, client in
      for answer in answers {
        let answered = try await client.backend().purchase(Self.order)
        #expect(answered == answer)
      }
    }
  }

  @Test func `an order that is answered with purchases that no store has is not believed`()
    async throws
  {
    var whole = Self.purchase
    whole.purchases = CustomerPurchases(
      latest: ["no token"], subscriptions: [], usedIntroductoryOffers: [], sequence: 9)
    let answer = Answer(OrderResult.purchased(whole), at: SampleAnswers.time)
    try await ScriptedServer.run([.json(answer)]) { _, client in
      await #expect(
        throws: client.unavailable(
          "its answer to purchase cannot be read: value.purchased.purchases.latest.0: this is not a "
            + "signed token")
      ) { try await client.backend().purchase(Self.order) }
    }
  }

  private static let purchase = Purchase(signedTransaction: "e30.e30.AAAA")
  private static let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car")

  @Test func `a request for a refund in a state of a later version hides nothing of its page`()
    async throws
  {
    let (pending, later) = (TransactionID(rawValue: 8), TransactionID(rawValue: 7))
    let page = HistoryPage(
      signedTransactions: [],
      refundRequests: [
        TransactionRefundRequest(transactionID: pending, state: .pending),
        TransactionRefundRequest(transactionID: later, state: .granted),
      ])
    let sent = Self.text(Answer(page, at: SampleAnswers.time), #""GRANTED""#, #""ESCALATED""#)
    try await ScriptedServer.run([.http(200, sent)]) { _, client in
      let requests = try await client.backend().transactions(TransactionsRequest()).value
        .refundRequests

      #expect(requests.map(\.transactionID) == [pending, later])
      #expect(requests.map(\.state) == [.pending, .unknown])
    }
  }

  @Test func `an update with a sequence below zero ends its stream`() async throws {
    let update = Self.text(SampleAnswers.update(7), #""sequence":7"#, #""sequence":-7"#)
    try await ScriptedServer.run([.events(ServerSentEvent(.update, data: update))]) {
      _, client async throws in
      var updates = client.updates()
      let reason = "its event cannot be read: value.sequence: this is out of bounds"
      await #expect(throws: client.unavailable(reason)) { try await updates.next() }
    }
  }

  @Test(arguments: [#""transaction":"not signed""#, #""time":7"#, #""products":{}"#])
  func `an update of two kinds ends its stream, whichever of them is as documented`(
    other: String
  ) async throws {
    let update = Self.text(SampleAnswers.update(7), #""change":{"#, #""change":{\#(other),"#)
    #expect(update.contains(other))
    try await ScriptedServer.run([.events(ServerSentEvent(.update, data: update))]) {
      _, client async throws in
      var updates = client.updates()
      let reason = "its event cannot be read: value.change: this is not one of the forms of Change"
      await #expect(throws: client.unavailable(reason)) { try await updates.next() }
    }
  }

  @Test func `progress with fewer than no events ends its command`() async throws {
    let now = SampleAnswers.time.now
    let progress = Self.text(
      OperatorProgress(from: now, reached: now, target: now, events: 1), #""events":1"#,
      #""events":-1"#)
    try await ScriptedServer.run([.events(ServerSentEvent(.progress, data: progress))]) {
      _, client in
      let received = Mutex(0)
      await #expect(
        throws: client.unavailable(
          "its event cannot be read: events: this is out of bounds")
      ) {
        try await client.operator.perform(.advance(move: .to(now))) { _ in
          received.withLock { $0 += 1 }
        }
      }
      #expect(received.withLock { $0 } == 0)
    }
  }

  @Test(arguments: [#"{"error":{"code":"tooManyAttempts","message":"m","retryAfter":-1}}"#, "{}"])
  func `an undocumented error is not an error of the store`(body: String) async throws {
    try await ScriptedServer.run([.http(429, body)]) { _, client in
      await #expect(
        throws: client.unavailable(
          "it answers with 429, without the body that a store sends")
      ) {
        try await client.backend().storefront()
      }
    }
  }

  @Test func `a page of unfinished transactions that does not go on is refused`() async throws {
    let first = TransactionID(rawValue: 7)
    for page in [
      UnfinishedPage(transactions: [], next: TransactionID(rawValue: 8)),
      UnfinishedPage(transactions: ["e30.e30.AAAA"], next: first),
    ] {
      try await ScriptedServer.run([.json(Answer(page, at: SampleAnswers.time))]) { _, client in
        await #expect(
          throws: client.unavailable(
            "it answered with a page of unfinished transactions that does not follow the one before"
          )
        ) { try await client.backend().unfinished(after: first, limit: 1) }
      }
    }
  }
}
