import StoreAPI
import StoreEngine
import StoreHTTPServer
import Telemetry
import TestSupport
import Testing

/// One account cannot keep others from being answered.
@Suite(.hangLimit) struct FairnessTests {
  @Test func `requests of one account wait and are then refused, and another's are answered`()
    async throws
  {
    let limits = ServedLimits.with {
      $0.requestsPerAccount = 2
      $0.waitingPerAccount = 2
      $0.requests = 3
    }
    // Two run, two wait: the first answer is the refusal of the fifth.
    try await expectOneRefusal(of: 5, asking: "/v1/products", atOnce: 2, limits) { served, _ in
      try await served.customer("bert").token
    }
  }

  @Test func `pages of one account come one after another, and its short requests pass them`()
    async throws
  {
    let limits = ServedLimits.with {
      $0.requestsPerAccount = 2
      $0.waitingPerAccount = 1
    }
    let page = "/v1/transactions?includingFinishedConsumables=true&limit=9"
    // One runs, one waits: the first answer is the refusal of the third.
    try await expectOneRefusal(of: 3, asking: page, atOnce: 1, limits) { _, greedy in greedy }
  }

  /// Sends `count` requests of one device to a store that holds them.
  ///
  /// Expects that one of them is refused at once, and that a short request with the token of
  /// `other` is answered meanwhile.
  private func expectOneRefusal(
    of count: Int, asking path: String, atOnce bound: Int, _ limits: ServedLimits,
    other: @escaping @Sendable (ServedStoreFixture, String) async throws -> String
  ) async throws {
    let gate = Gate()
    try await ServedStoreFixture.run(
      limits: limits,
      changing: { served in
        served.accounts = { [accounts = served.accounts] address in
          HeldAccounts(accounts: accounts(address), gate: gate)
        }
      }
    ) { served in
      let greedy = try await served.register("phone").token
      let other = try await other(served, greedy)
      try await withThrowingTaskGroup(of: RawClient.Response.self) { group in
        for _ in 0..<count { group.addTask { try await served.get(path, greedy) } }
        let refusal = try #require(try await group.next())
        let answer = try await served.storefront(other)
        let held = gate.callerCount
        gate.open()
        var statuses: [Int?] = []
        for try await response in group { statuses.append(response.status) }

        #expect(refusal.status == 429)
        #expect(refusal.code == "tooManyRequests")
        #expect(refusal.text.contains("Retry-After: 1\r\n"))
        #expect(answer.status == 200)
        #expect(held <= bound)
        #expect(statuses == Array(repeating: 200, count: count - 1))
      }
    }
  }

  @Test func `a request whose body arrives slowly keeps no place`() async throws {
    try await ServedStoreFixture.run(
      limits: .with {
        $0.requests = 1
        $0.requestsPerAccount = 1
        $0.waitingPerAccount = 0
      }
    ) { served in
      let device = try await served.register("phone")
      let head = [
        "POST /v1/transactions/finish HTTP/1.1", "Host: localhost", RawClient.instance[0],
        "Authorization: Bearer \(device.token)", "Content-Type: application/json",
        "Content-Length: 100", "", "{",
      ].joined(separator: "\r\n")
      let slow = Task { try await served.client.send(head) }
      try await served.waitForConnections(1)

      for _ in 0..<20 { try await served.expectStorefront(device.token) }
      slow.cancel()
      _ = try await slow.value
    }
  }

  @Test func `an account has a limited number of streams over all its devices`() async throws {
    try await ServedStoreFixture.run(limits: .with { $0.streamsPerAccount = 2 }) { served in
      let (phone, watch) = (try await served.register("phone"), try await served.register("watch"))
      let bert = try await served.customer("bert")
      let held = [phone, watch].map { device in Task { try await served.updates(device) } }
      try await served.waitForStreams(2)

      let third = try await served.updates(
        try await served.register("tablet"), until: RawClient.Response.isComplete)
      let other = try await served.updates(bert, until: RawClient.hasBegun)
      held[0].cancel()
      _ = try await held[0].value
      try await served.waitForStreams(1)
      let next = try await served.openStream(watch)
      held[1].cancel()
      _ = try await held[1].value

      #expect(third.status == 429)
      #expect(third.code == "tooManyStreams")
      #expect(third.text.contains("this account has 2 streams of updates open"))
      #expect(third.text.contains("Retry-After: 15"))
      #expect(other.status == 200)
      #expect(next.status == 200)
    }
  }

  @Test func `a token that is used too often is refused, and another of the account is not`()
    async throws
  {
    try await ServedStoreFixture.run(limits: .with { $0.rate = 1 }) { served in
      let (phone, watch) = (try await served.register("phone"), try await served.register("watch"))
      var last = try await served.storefront(phone.token)
      for _ in 0..<10_000 where last.status == 200 {
        last = try await served.storefront(phone.token)
      }

      #expect(last.status == 429)
      #expect(last.code == "tooManyRequests")
      #expect(last.text.contains("Retry-After: 1\r\n"))
      #expect(try await served.storefront(watch.token).status == 200)
      #expect(try await served.client.request("GET", "/health").status == 200)
    }
  }
}

extension ServedStoreFixture {
  /// A device of a new account.
  fileprivate func customer(_ name: String) async throws -> Registration {
    let signIn = try await store.engine.signIn(local: name).value
    return try await store.engine.registerDevice("\(name)-phone", signIn: signIn.token).value
  }

  fileprivate func get(_ path: String, _ token: String) async throws -> RawClient.Response {
    try await client.request("GET", path, token: token, headers: RawClient.instance)
  }

  fileprivate func storefront(_ token: String) async throws -> RawClient.Response {
    try await get("/v1/storefront", token)
  }

  fileprivate func expectStorefront(_ token: String) async throws {
    let response = try await storefront(token)
    #expect(response.status == 200)
  }
}
