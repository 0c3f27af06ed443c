import AppStorePayloads
import Foundation
import RetryPolicy
import StoreAPI
import StoreHTTP
import StoreHTTPClient
import StoreOperatorAPI
import Synchronization
import TestSupport
import Testing

/// Requests, retries and responses.
@Suite(.hangLimit) struct HTTPStoreTests {
  @Test func `a request carries the device's token and the running instance`() async throws {
    try await ScriptedServer.run([.json(SampleAnswers.storefront)]) { server, client in
      let instance = InstanceID(UUID())
      let backend = client.store().backend(
        token: "secret", instance: instance)

      #expect(try await backend.storefront() == SampleAnswers.storefront)

      let request = try #require(server.requests.first)
      #expect(request.line == "GET /v1/storefront")
      #expect(request.headers["authorization"] == "Bearer secret")
      #expect(request.headers["skdemo-instance"] == instance.description)
    }
  }

  @Test func `a read has its input in the query, a write in the body`()
    async throws
  {
    try await ScriptedServer.run([.error(.unknownProduct(productID: "x"))]) { server, client in
      let order = Order(key: OrderKey(UUID()), productID: "a&b")

      let backend = client.backend()

      _ = try? await backend.quote("a&b=c d", quantity: 2, offer: nil)
      _ = try? await backend.purchase(order)

      #expect(
        server.requests.map(\.sorted) == [
          "GET /v1/quote? productID=a%26b%3Dc%20d quantity=2", "POST /v1/purchases",
        ])
      #expect(server.requests.map(\.body) == ["", ScriptedServer.Response.text(order)])
    }
  }

  @Test func `requests share one connection`() async throws {
    try await ScriptedServer.run([.json(SampleAnswers.storefront)]) { server, client in
      let backend = client.backend()
      for _ in 0..<5 { _ = try await backend.storefront() }

      #expect(server.requests.count == 5)
      #expect(server.connections == 1)
    }
  }

  @Test(
    arguments: [
      ScriptedServer.Response.closes, .notHTTP,
      .truncated(ScriptedServer.Response.text(SampleAnswers.storefront)),
      .http(502, "<html>Bad Gateway</html>"), .http(200, "<html>Welcome</html>"),
      .http(200, ""), .http(500, ""), .error(.unavailable(reason: "the disk is slow")),
      .refusal(RequestError(.busy, "come back")),
      .http(401, #"{"error":"an error of another server"}"#),
      .http(503, #"{"error":{"code":"maintenance","message":"an unknown code"}}"#),
    ])
  func `a request without an answer of the store is retried`(answer: ScriptedServer.Response)
    async throws
  {
    try await ScriptedServer.run([answer, answer, .json(SampleAnswers.storefront)]) {
      server, client in
      let answer = try await client.backend().storefront()

      #expect(answer == SampleAnswers.storefront)

      #expect(server.requests.count == 3)
      #expect(client.pauses == [.milliseconds(100), .milliseconds(200)])
    }
  }

  @Test(
    arguments: [
      StoreError.unauthorized, .unknownProduct(productID: "x"), .tooManyAttempts(retryAfter: 2),
      .invalidQuantity(9, allowed: 1...5),
    ])
  func `an error of the store is not retried`(error: StoreError) async throws {
    try await ScriptedServer.run([.error(error)]) { server, client in
      await #expect(throws: error) { try await client.backend().storefront() }

      #expect(server.requests.count == 1)
    }
  }

  @Test func `an unknown error code is kept with its message`() async throws {
    let body = #"{"error":{"code":"paymentPaused","message":"pay later","until":5}}"#
    try await ScriptedServer.run([.http(409, body)]) { server, client in
      let order = Order(key: OrderKey(UUID()), productID: "car")

      await #expect(throws: StoreError.unknown(code: "paymentPaused", message: "pay later")) {
        try await client.backend().purchase(order)
      }

      #expect(server.requests.count == 1)
    }
  }

  @Test(
    arguments: [
      (
        ScriptedServer.Response.refusal(RequestError(.notFound, "there is no such path")), 1,
        "it answers with 404: there is no such path"
      ),
      (.http(502, ""), 4, "it answers with 502, without the body that a store sends"),
    ])
  func `after the last attempt the store is unavailable, and the error says why`(
    response: ScriptedServer.Response, attempts: Int, reason: String
  ) async throws {
    try await ScriptedServer.run([response]) { server, client in
      await #expect(throws: client.unavailable(reason)) {
        try await client.backend().storefront()
      }

      #expect(server.requests.count == attempts)
    }
  }

  @Test func `a store that refuses connections is reported, the second time at once`()
    async throws
  {
    let client = try PauseRecordingClient.atClosedPort()
    let backend = client.backend()
    let expected = client.unavailable("connection refused")

    await #expect(throws: expected) { try await backend.storefront() }
    #expect(client.pauses.count == 3)
    await #expect(throws: expected) { try await backend.storefront() }
    #expect(client.pauses.count == 3)
  }

  @Test func `a refusal by another store at the address is not taken for the device's`()
    async throws
  {
    try await ScriptedServer.run({ request, _ in
      request.line == "GET /v1/root"
        ? .json(Answer(Data("other".utf8), at: SampleAnswers.time)) : .error(.unauthorized)
    }) { _, client in
      let store = client.store()
      func device(_ root: String) -> HTTPBackend {
        store.backend(
          token: "token", instance: InstanceID(UUID()), trusting: Data(root.utf8))
      }
      let another = StoreError.unavailable(
        reason:
          "\(client.address) is now another store. To use it, first sign out with skdemo sign-out")

      await #expect(throws: another) { try await device("own").purchases() }
      var updates = device("own").updates(after: 3).makeLimitedIterator()
      await #expect(throws: another) { try await updates.next() }
      await #expect(throws: StoreError.unauthorized) { try await device("other").purchases() }
    }
  }

  @Test func `a pause that the store asks for is kept`() async throws {
    let busy = ScriptedServer.Response.refusal(
      RequestError(.busy, "come back"), headers: ["retry-after: 7"])
    try await ScriptedServer.run([busy, .json(SampleAnswers.storefront)]) { _, client in
      _ = try await client.backend().storefront()

      #expect(client.pauses == [.seconds(7)])
    }
  }

  /// A response without its body, and one that arrives only in part.
  @Test(arguments: [
    ScriptedServer.Response.silent,
    .init(bytes: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n"),
    .init(bytes: "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"), .init(bytes: "HTTP/1.1 2"),
  ])
  func `a store that does not answer is waited for once, and not asked again for a while`(
    response: ScriptedServer.Response
  ) async throws {
    try await ScriptedServer.run([response]) { server, client in
      let now = Mutex(Duration.zero)
      let store = client.store { settings in
        settings.answerTimeout = .milliseconds(500)
        settings.monotonic = { now.withLock { $0 } }
      }
      let backend = store.backend(token: "token", instance: InstanceID(UUID()))
      let silence = client.unavailable("it did not respond in time")

      await #expect(throws: silence) { try await backend.storefront() }
      await #expect(throws: silence) { try await backend.purchases() }
      await #expect(throws: silence) { try await store.accounts.root() }
      #expect(server.requests.map(\.line) == ["GET /v1/storefront"])
      #expect(client.pauses.isEmpty)

      now.withLock { $0 += store.settings.silencePause }
      await #expect(throws: silence) { try await backend.purchases() }
      #expect(server.requests.map(\.line) == ["GET /v1/storefront", "GET /v1/holdings"])
    }
  }

  @Test(arguments: ["200 OK", "500 Internal Server Error"])
  func `a stream of which only the head arrives does not show that the store answers`(
    status: String
  ) async throws {
    let head = ScriptedServer.Response(
      bytes: "HTTP/1.1 \(status)\r\ncontent-length: 100\r\n\r\n")
    try await ScriptedServer.run([.silent, head]) { server, client in
      let backend = client.backend {
        $0.answerTimeout = .milliseconds(500)
        $0.idleTimeout = .milliseconds(500)
        $0.monotonic = { .zero }
      }
      let silence = client.unavailable("it did not respond in time")
      await #expect(throws: silence) { try await backend.storefront() }

      try await limited("the end of the stream") {
        _ = await #expect(throws: (any Error).self) {
          for try await _ in backend.updates(after: 3) {}
        }
      }

      await #expect(throws: silence) { try await backend.purchases() }
      let lines = server.requests.map { $0.line.prefix { $0 != "?" } }
      #expect(lines == ["GET /v1/storefront", "GET /v1/updates"])
    }
  }

  @Test func `a request that is tried again has no more time than it began with`() async throws {
    try await ScriptedServer.run([.closes, .silent]) { server, client in
      let now = Mutex(Duration.zero)
      let backend = client.backend { settings in
        settings.answerTimeout = .seconds(60)
        settings.monotonic = {
          now.withLock { now in
            defer { now += .seconds(12) }
            return now
          }
        }
      }

      await #expect(throws: client.unavailable("it did not respond in time")) {
        try await backend.storefront()
      }
      #expect(client.pauses.count == 1)
      #expect(server.requests.count == 1, "the time was over")
    }
  }

  @Test func `a retry that had little time says nothing about the store`() async throws {
    let answer = ScriptedServer.Response.json(SampleAnswers.storefront)
    try await ScriptedServer.run([.closes, .silent, answer]) { server, client in
      let backend = client.backend { settings in
        settings.answerTimeout = .seconds(10)
        settings.monotonic = { server.requests.isEmpty ? .zero : .milliseconds(9_950) }
        settings.backoff = Backoff(timeLimit: .seconds(60))
      }

      await #expect(throws: client.unavailable("it did not respond in time")) {
        try await backend.storefront()
      }
      let answered = try await backend.storefront()
      #expect(answered == SampleAnswers.storefront)
      #expect(server.requests.count == 3)
    }
  }

  @Test(arguments: ["sign-in", "password", "command", "progress"])
  func `a store that answers nothing is not waited for as long as work that takes long`(
    request: String
  ) async throws {
    try await ScriptedServer.run([.silent]) { server, client in
      let store = client.store {
        $0.answerTimeout = .milliseconds(500)
        $0.signInTimeout = .seconds(5)
        $0.operatorTimeout = .seconds(5)
        $0.idleTimeout = .seconds(5)
      }
      let (accounts, host) = (store.accounts, store.operator(key: "key"))

      await #expect(throws: client.unavailable("it did not respond in time")) {
        switch request {
        case "sign-in": _ = try await accounts.signIn(Credentials(account: "ann", password: "open"))
        case "password":
          _ = try await accounts.changePassword(
            PasswordChange(oldPassword: "open", newPassword: "close"), signIn: "token")
        case "command": _ = try await host.perform(.acceptClock)
        default: _ = try await host.perform(.advance(move: .to(.fixture)))
        }
      }
      #expect(server.requests.map(\.line) == ["GET /v1/root"])
    }
  }

  @Test func `a sign-in does not end because the store was busy at its first question`()
    async throws
  {
    let busy = ScriptedServer.Response.refusal(RequestError(.busy, "come back"))
    try await ScriptedServer.run({ _, number in
      number == 5 ? .json(SampleAnswers.signIn) : busy
    }) { server, client in
      let store = client.store { $0.answerTimeout = .seconds(300) }

      let answer = try await store.accounts.signIn(Credentials(account: "ann", password: "open"))

      #expect(answer == SampleAnswers.signIn)
      let questions = Array(repeating: "GET /v1/root", count: 4)
      #expect(server.requests.map(\.line) == questions + ["POST /v1/sign-in", "POST /v1/sign-in"])
    }
  }

  @Test func `a sign-in does not end because a proxy refuses its first question`() async throws {
    try await ScriptedServer.run({ request, _ in
      request.line == "GET /v1/root"
        ? .http(403, "<html>Forbidden</html>") : .json(SampleAnswers.signIn)
    }) { server, client in
      let store = client.store { $0.answerTimeout = .seconds(300) }

      let answer = try await store.accounts.signIn(Credentials(account: "ann", password: "open"))

      #expect(answer == SampleAnswers.signIn)
      #expect(server.requests.first?.line == "GET /v1/root")
      #expect(server.requests.last?.line == "POST /v1/sign-in")
    }
  }

  @Test func `a store that is waited for is named once the wait is noticed, and when it ends`()
    async throws
  {
    let (waiting, answer) = AsyncStream<Void>.makeStream()
    let (reports, onReport) = AsyncStream<String>.makeStream()
    try await ScriptedServer.run({ _, _ in
      for await _ in waiting {}
      return .json(SampleAnswers.storefront)
    }) { _, client in
      let backend = client.backend { settings in
        settings.noticeDelay = .milliseconds(20)
        settings.onWaiting = {
          onReport.yield("\($0) is waited for")
          answer.finish()
        }
        settings.onWaitEnded = { onReport.yield("\($0) has answered") }
      }

      let answered = try await backend.storefront()
      #expect(answered == SampleAnswers.storefront)
      var received = reports.makeLimitedIterator()
      #expect(await received.next() == "\(client.address) is waited for")
      #expect(await received.next() == "\(client.address) has answered")
    }
  }

  @Test func `an operator's store that does not answer is waited for as any other`() async throws {
    try await ScriptedServer.run([.silent]) { _, client in
      let store = client.store { $0.answerTimeout = .milliseconds(50) }

      await #expect(throws: client.unavailable("it did not respond in time")) {
        try await store.operator(key: "key").perform(.clock)
      }
    }
  }

  @Test func `an answer may take longer than the time limit of a silent stream`() async throws {
    let (waiting, answer) = AsyncStream<Void>.makeStream()
    let ann = Credentials(account: "ann", password: "open sesame")
    try await ScriptedServer.run({ request, _ in
      if request.line == "GET /v1/root" {
        return .json(Answer(Data("root".utf8), at: SampleAnswers.time))
      }
      guard request.line == "POST /v1/sign-in" else { return .events() }
      for await _ in waiting {}
      return .json(SampleAnswers.signIn)
    }) { server, client in
      let store = client.store {
        $0.idleTimeout = .milliseconds(50)
        $0.backoff.attempts = 10_000
      }
      let signIn = Task { try await store.accounts.signIn(ann) }
      try await server.waitForRequests()
      let backend = store.backend(token: "token", instance: InstanceID(UUID()))
      let listening = Task {
        while !Task.isCancelled {
          do { for try await _ in backend.updates(after: 3) {} } catch {}
        }
      }
      // Meanwhile streams that began later have reached their time limit.
      try await server.waitForRequests(4)

      answer.finish()

      #expect(try await signIn.value == SampleAnswers.signIn)
      #expect(server.requests.count { $0.line == "POST /v1/sign-in" } == 1)
      listening.cancel()
    }
  }

  @Test func `an answer is read up to its size limit only`() async throws {
    try await ScriptedServer.run([.http(200, String(repeating: " ", count: 1_000))]) {
      server, client in
      let backend = client.backend { $0.answerLimit = 999 }

      await #expect(throws: client.unavailable("its response is too large")) {
        try await backend.storefront()
      }

      #expect(server.requests.count == 1)
    }
  }

  @Test func `cancelling a request closes its connection`() async throws {
    try await ScriptedServer.run([.silent]) { server, client in
      let request = Task { try await client.backend().storefront() }
      try await server.waitForRequests()

      request.cancel()

      await #expect(throws: client.unavailable("cancelled")) {
        try await request.value
      }
      try await server.waitForConnectionEnd()
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a command that the store cannot have received is sent again`() async throws {
    let client = try PauseRecordingClient.atClosedPort()
    await #expect(throws: client.unavailable("connection refused")) {
      try await client.operator.perform(.advance(move: .to(.distantFuture)))
    }

    #expect(client.pauses.count == 3)
  }
}

extension ScriptedServer.Request {
  /// The line with the query in the order of its names.
  fileprivate var sorted: String {
    let parts = line.split(separator: "?")
    guard parts.count == 2 else { return line }
    return ([parts[0] + "?"] + parts[1].split(separator: "&").sorted()).joined(separator: " ")
  }
}
