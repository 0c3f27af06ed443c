import AppStorePayloads
import Foundation
import Glibc
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTPClient
import StoreOperatorAPI
import TestSupport
import Testing

@Suite(.hangLimit) struct ServeTests {
  private let commandLine: CommandLineFixture

  init() throws {
    commandLine = try CommandLineFixture()
  }

  @Test func `a served store writes its operator key and lets customers sign up`() async throws {
    let server = try await ServeProcess.start(commandLine)
    let store = try server.store()

    let signIn = try await store.accounts.signUp(.anna).value
    let accounts = try await store.operator(key: server.operatorKey()).accounts().value

    #expect(signIn.account.name == "anna")
    #expect(accounts.map(\.name) == ["anna"])
    #expect(commandLine.permissions(of: "operator.key") == 0o600)
    await #expect(throws: StoreError.unauthorized) {
      try await store.operator(key: "another key").accounts()
    }
    #expect(try await server.end() == 0)
  }

  @Test(arguments: ["http://localhost:8080", "nowhere"])
  func `the address of another store in the environment does not disturb a server`(
    address: String
  ) async throws {
    let server = try await ServeProcess(
      data: commandLine.data, ["--seed", "7"], environment: ["SKDEMO_STORE": address])

    #expect(try await server.end() == 0)
  }

  @Test func `no other process can open a served store until its server ends`() async throws {
    let server = try await ServeProcess.start(commandLine)

    let command = try await commandLine.skdemo("status", "--json")
    let second = try await commandLine.skdemo("serve", "--port", "0")
    let ending = try await server.end()
    let afterwards = try await commandLine.skdemo("status", "--json")

    #expect(command.status == 1)
    #expect(command.errors.contains("storeServed"))
    #expect(command.errors.contains("--store \(server.url)"))
    #expect(second.status == 1)
    #expect(second.errors.contains("--store \(server.url)"))
    #expect(ending == 0)
    #expect(afterwards.status == 0)
  }

  @Test func `a server ends on request, even while clients listen`() async throws {
    let server = try await ServeProcess.start(commandLine, "--json")
    let store = try server.store()
    let signIn = try await server.withStore { try await $0.signUp(.anna).value }
    let device = try await store.accounts.registerDevice("laptop", signIn: signIn.token).value
    let backend = store.backend(token: device.token, instance: InstanceID(UUID()))
    let other = store.backend(token: device.token, instance: InstanceID(UUID()))
    var updates = backend.events(after: device.sequence).makeLimitedIterator()
    _ = try await other.purchase(Order(key: OrderKey(UUID()), productID: "nonconsumable.car"))
    #expect(try await updates.next() != nil)
    let open = Task { for try await _ in backend.updates(after: 1_000_000) {} }

    #expect(try await server.end() == 0)
    open.cancel()
    #expect(server.output.hasPrefix("{\"url\":\"http://127.0.0.1:"))
  }

  @Test func `everything that was sold is kept after the server is killed`() async throws {
    let first = try await ServeProcess.start(commandLine)
    let signIn = try await first.withStore { try await $0.signUp(.anna).value }
    let store = try first.store()
    let device = try await store.accounts.registerDevice("laptop", signIn: signIn.token).value
    let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car")
    _ = try await store.backend(token: device.token, instance: InstanceID(UUID())).purchase(order)
    try await first.kill()

    let second = try await ServeProcess.start(commandLine)
    let backend = try second.store().backend(
      token: device.token, instance: InstanceID(UUID()))

    #expect(try await backend.purchases().value.latest.count == 1)
    #expect(try await backend.settle(order.key).value != nil)
    #expect(try await second.end() == 0)
  }

  @Test func `a server answers to the names and for the proxies in its options`() async throws {
    let server = try await ServeProcess.start(
      commandLine, "--allow-host", "shop.example", "--allow-host", "other.example",
      "--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "::1")
    let port = try #require(Int(server.port()))
    func line(_ host: String) async throws -> String {
      try await DetachedThread.run {
        let socket = try LoopbackSocket(port: port)
        defer { socket.close() }
        try socket.send("GET /ready HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        return try socket.firstLine()
      }
    }

    #expect(try await line("shop.example:\(port)") == "HTTP/1.1 200 OK")
    #expect(try await line("OTHER.example") == "HTTP/1.1 200 OK")
    #expect(try await line("127.0.0.1:\(port)") == "HTTP/1.1 200 OK")
    #expect(try await line("evil.example") == "HTTP/1.1 421 Misdirected Request")
    #expect(try await server.end() == 0)
  }

  @Test func `a store cannot be served on a port in use`() async throws {
    let first = try await ServeProcess.start(commandLine)
    let port = try #require(URL(string: first.url)?.port)

    let second = try await CommandLineFixture().skdemo("serve", "--port", "\(port)")

    #expect(second.status == 1)
    #expect(second.errors.contains("Address already in use"))
    #expect(try await first.end() == 0)
  }

  @Test func `an unknown host is named, with what to do`() async throws {
    let run = try await commandLine.skdemo("serve", "--port", "0", "--host", "no-such-host.invalid")

    #expect(run.status == 1)
    #expect(run.errors.contains("the store cannot be served at no-such-host.invalid, port 0"))
    #expect(run.errors.contains("Choose another address with"))
  }

  @Test func `TLS files without a certificate are named, with what to do`() async throws {
    let file = commandLine.data.appending(path: "a.pem").path
    try Data("no certificate".utf8).write(to: URL(filePath: file))

    let run = try await commandLine.skdemo(
      "serve", "--port", "0", "--tls-certificate", file, "--tls-key", file)

    #expect(run.status == 1)
    #expect(run.errors.contains("the certificate \(file) with the key \(file) cannot be used"))
    #expect(run.errors.contains("\(file) has no certificate"))
    #expect(run.errors.contains("Both must be PEM and belong together"))
  }

  @Test(arguments: [
    ("host", "127.0.0.1"), ("port", "8080"), ("max-connections", "20000"), ("max-streams", "16"),
    ("max-body", "262144"), ("max-api-rate", "10"), ("idle-timeout", "60"), ("read-timeout", "30"),
    ("write-timeout", "30"), ("ending-timeout", "20"), ("heartbeat", "15"), ("log-level", "info"),
  ])
  func `a server says what it does where an option is left out`(
    option: String, value: String
  ) async throws {
    let help = try await CommandRun.inProcess(["serve", "--help"]).succeeded().output

    let options = help.replacing(/\s+/, with: " ").components(separatedBy: " --")
    let text = try #require(options.first { $0.hasPrefix(option + " <") })
    #expect(text.contains("default: \(value))"))
  }

  @Test(arguments: [
    ["--tls-certificate", "a.pem"], ["--tls-key", "a.pem"], ["--port", "70000"],
    ["--max-body", "0"], ["--max-connections-per-address", "0"], ["--ending-timeout", "-1"],
    ["--heartbeat", "60"], ["--max-streams-per-account", "0"], ["--max-rate", "0"],
    ["--max-api-rate", "-1"], ["--max-api-rate", "1001"],
    ["--max-requests-per-account", "0"], ["--trusted-proxy", "10.0.0.0/33"],
    ["--trusted-proxy", "proxy.example"], ["--allow-host", "http://shop.example"],
    ["--allow-host", "shop.example:8080"],
  ])
  func `options out of range are a malformed request`(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let run = await CommandRun.inProcess(["serve", "--data", folder.url.path] + options)

    #expect(run.status == 2)
    #expect(run.errors.contains(options[0]))
  }
}

extension ServeProcess {
  /// Serves the store in a fixture's data folder.
  static func start(_ commandLine: CommandLineFixture, _ arguments: String...) async throws
    -> ServeProcess
  {
    try await ServeProcess(data: commandLine.data, arguments, keeping: commandLine)
  }

  /// A client of this server with long timeouts: hashing a password takes seconds in a debug build.
  func store() throws -> HTTPStore {
    var settings = HTTPStore.Settings()
    (settings.answerTimeout, settings.idleTimeout) = (.seconds(300), .seconds(300))
    return try HTTPStore(StoreAddress(url), settings)
  }
}

extension Credentials {
  fileprivate static let anna = Credentials(account: "anna", password: "correct horse")
}

extension CommandLineFixture {
  /// The POSIX permissions of a file in the data folder.
  fileprivate func permissions(of file: String) -> Int? {
    let path = data.appending(path: file).path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }
}
