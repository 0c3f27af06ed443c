import Foundation
import Glibc
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

@Suite struct ServeTests {
  private let machine: CommandLineFixture

  init() throws {
    machine = try CommandLineFixture()
  }

  @Test func `a store that is served has its key, and answers whoever signs up`() async throws {
    let server = try await ServeProcess.start(machine)
    let store = try server.store()

    let signIn = try await store.accounts.signUp(
      Credentials(account: "anna", password: "correct horse")
    ).value
    let accounts = try await store.operator(key: server.operatorKey()).accounts().value

    #expect(signIn.account.name == "anna")
    #expect(accounts.map(\.name) == ["anna"])
    #expect(machine.permissions(of: "operator.key") == 0o600)
    await #expect(throws: StoreFault.unauthorized) {
      try await store.operator(key: "another key").accounts()
    }
    #expect(try await server.end() == 0)
  }

  @Test func `a store that is served is nobody else's until its server ends`() async throws {
    let server = try await ServeProcess.start(machine)

    let command = try await machine.skdemo("status", "--json")
    let second = try await machine.skdemo("serve", "--port", "0")
    let ending = try await server.end()
    let afterwards = try await machine.skdemo("status", "--json")

    #expect(command.status == 1)
    #expect(command.errors.contains("storeServed"))
    #expect(command.errors.contains("--store \(server.url)"))
    #expect(second.status == 1)
    #expect(second.errors.contains("--store \(server.url)"))
    #expect(ending == 0)
    #expect(afterwards.status == 0)
  }

  @Test func `a server ends when it is told to, also while someone listens`() async throws {
    let server = try await ServeProcess.start(machine, "--json")
    let store = try server.store()
    let signIn = try await store.accounts.signUp(
      Credentials(account: "anna", password: "correct horse")
    ).value
    let device = try await store.accounts.registerDevice("laptop", signIn: signIn.token).value
    let backend = store.backend(token: device.token, instance: InstanceID(UUID()))
    let other = store.backend(token: device.token, instance: InstanceID(UUID()))
    let listening = Task { () async throws -> Answer<StoreUpdate>? in
      for try await update in backend.updates(after: device.sequence) { return update }
      return nil
    }
    _ = try await other.purchase(Order(key: OrderKey(UUID()), productID: "nonconsumable.car"))
    _ = try await listening.value
    let open = Task { for try await _ in backend.updates(after: 1_000_000) {} }

    #expect(try await server.end() == 0)
    open.cancel()
    #expect(server.output.hasPrefix("{\"url\":\"http://127.0.0.1:"))
  }

  @Test func `what was sold is kept when the server is killed`() async throws {
    let first = try await ServeProcess.start(machine)
    let signIn = try await HTTPStore(StoreAddress(first.url)).accounts.signUp(
      Credentials(account: "anna", password: "correct horse")
    ).value
    let store = try first.store()
    let device = try await store.accounts.registerDevice("laptop", signIn: signIn.token).value
    let order = Order(key: OrderKey(UUID()), productID: "nonconsumable.car")
    _ = try await store.backend(token: device.token, instance: InstanceID(UUID())).purchase(order)
    await first.kill()

    let second = try await ServeProcess.start(machine)
    let backend = try second.store().backend(
      token: device.token, instance: InstanceID(UUID()))

    #expect(try await backend.holdings().value.latest.count == 1)
    #expect(try await backend.settle(order.key).value != nil)
    #expect(try await second.end() == 0)
  }

  @Test func `a store cannot be served where another server is`() async throws {
    let first = try await ServeProcess.start(machine)
    let port = try #require(URL(string: first.url)?.port)

    let second = try await CommandLineFixture().skdemo("serve", "--port", "\(port)")

    #expect(second.status == 1)
    #expect(second.errors.contains("Address already in use"))
    #expect(try await first.end() == 0)
  }

  @Test func `a host that is none is named, with what to do`() async throws {
    let run = try await machine.skdemo("serve", "--port", "0", "--host", "no-such-host.invalid")

    #expect(run.status == 1)
    #expect(run.errors.contains("the store cannot be served at no-such-host.invalid, port 0"))
    #expect(run.errors.contains("Choose another with --host"))
  }

  @Test func `files for TLS that are none are named, with what to do`() async throws {
    let file = machine.data.appending(path: "a.pem").path
    try Data("no certificate".utf8).write(to: URL(filePath: file))

    let run = try await machine.skdemo(
      "serve", "--port", "0", "--tls-certificate", file, "--tls-key", file)

    #expect(run.status == 1)
    #expect(run.errors.contains("the certificate \(file) with the key \(file) cannot be used"))
    #expect(run.errors.contains("\(file) has no certificate"))
    #expect(run.errors.contains("Both must be PEM and belong together"))
  }

  @Test func `a key of another certificate is named, with what to do`() async throws {
    let one = try LoopbackCertificate(in: machine.data, "one")
    let other = try LoopbackCertificate(in: machine.data, "other")

    let run = try await machine.skdemo(
      "serve", "--port", "0", "--tls-certificate", one.certificate, "--tls-key",
      other.key)

    #expect(run.status == 1)
    #expect(run.errors.contains("the key is another certificate's"))
  }

  @Test(arguments: [
    ["--tls-certificate", "a.pem"], ["--tls-key", "a.pem"], ["--port", "70000"],
    ["--max-body", "0"], ["--max-connections-per-address", "0"], ["--ending-timeout", "-1"],
    ["--heartbeat", "60"],
  ])
  func `options that cannot be meant are a malformed request`(options: [String]) async throws {
    let run = try await machine.skdemo(["serve"] + options)

    #expect(run.status == 2)
    #expect(run.errors.contains(options[0]))
  }
}

extension ServeProcess {
  /// Serves a machine's store.
  static func start(_ machine: CommandLineFixture, _ arguments: String...) async throws
    -> ServeProcess
  {
    try await start(data: machine.data, arguments, keeping: machine)
  }

  /// The store as a patient customer has it: a password costs seconds where nothing is optimized.
  func store() throws -> HTTPStore {
    var settings = HTTPStore.Settings()
    settings.answerTimeout = .seconds(300)
    return try HTTPStore(StoreAddress(url), settings)
  }
}

extension CommandLineFixture {
  /// Of a file in the data folder.
  fileprivate func permissions(of file: String) -> Int? {
    let path = data.appending(path: file).path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }
}
