import ArgumentParser
import Foundation
import PrivateFiles
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTP
import Telemetry

/// `skdemo serve`: the store over HTTP.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the store to other devices over HTTP.",
    discussion: """
      Customers make accounts with skdemo sign-in --create --store URL. Whoever shows the operator \
      key runs the store from elsewhere. /health, /ready, /metrics and /openapi.json ask for no key \
      and name no customer; whoever does not want them public puts a proxy before the server that \
      refuses them. TERM and the interrupt key end the server when what it is doing is done.
      """)

  @Option(help: ArgumentHelp("Listen at this address.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("Listen at this port; 0 lets the system choose.", valueName: "n"))
  var port = 8080

  @Option(help: ArgumentHelp("The server's certificate, PEM.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The key of the certificate, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "The operator key; made if it is missing. By default operator.key in the data folder.",
      valueName: "file"))
  var operatorKeyFile: String?

  @Option(
    help: ArgumentHelp(
      "What is logged: trace, debug, info, notice, warning, error or critical.",
      valueName: "level"))
  var logLevel = LogLevel.info

  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be 0 to 65535, not \(port)")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together: name both")
    }
    guard store.store == nil, store.tlsRoot == nil else {
      throw ValidationError(
        "serve serves the store in this machine's data folder: leave out --store and --tls-root")
    }
  }

  func run() async throws {
    let local = try await LocalStore.open(store, as: .server)
    let key = try OperatorKey.inFile(operatorKeyURL(in: local.folder))
    let metrics = PrometheusMetrics()
    let log = LogQueue(metrics: metrics)
    let connections = OpenFileLimit.connections(atMost: limits.maxConnections)
    defer { log.flush() }
    let server = StoreServer(
      ServedStore(local.engine), operatorKey: key.text,
      settings: settings(connections: connections), metrics: metrics,
      logger: .jsonLines(level: logLevel, to: log)
    ) { [store] url in
      Self.announce(url, in: local.folder, store)
    }
    do {
      try await server.runUntilSignalled()
    } catch let fault as ServerFault {
      throw CommandFailure(code: fault.code, message: fault.description)
    }
  }

  private func operatorKeyURL(in folder: DataFolder) -> URL {
    operatorKeyFile.map { URL(filePath: $0) } ?? folder.url.appending(path: "operator.key")
  }

  private func settings(connections: Int) -> ServerSettings {
    let tls = tlsCertificate.flatMap { certificate in
      tlsKey.map { TLSFiles(certificate: certificate, key: $0) }
    }
    return ServerSettings(
      host: host, port: port, tls: tls, limits: limits.limits(connections: connections))
  }

  /// Says where the store is, to whoever started it and to commands that meet its lock.
  private static func announce(_ url: String, in folder: DataFolder, _ options: StoreOptions) {
    try? PrivateFile.replace(folder.serverAddress, with: Data(url.utf8), durability: .none)
    let line = options.json ? "{\"url\":\"\(url)\"}" : "Serving the store at \(url)"
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}

extension LogLevel: ExpressibleByArgument {}

extension ServedStore {
  /// The store in this process, to be asked from elsewhere.
  fileprivate init(_ engine: StoreEngine) {
    self.init(
      accounts: { address in engine.accounts(from: address) }, operator: engine,
      check: { () async throws(StoreFault) in _ = try await engine.perform(.clock) })
  }
}
