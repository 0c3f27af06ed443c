import ArgumentParser
import Foundation
import HTTPService
import OpenStoreKitConnection
import PrivateFiles
import StandardStreams
import StoreAPI
import StoreClient
import StoreEngine
import StoreHTTPServer
import Telemetry

/// `skdemo serve`: the store over HTTP.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the store to other devices over HTTP.",
    discussion: """
      Customers create accounts with skdemo sign-in --create --store URL. The operator key lets its \
      holder run the store from other machines. /health, /ready, /metrics and /openapi.json need no \
      key and reveal no customer. If they must not be public, put a proxy in front that refuses them. \
      SIGTERM and the interrupt key end the server after the requests in progress and the \
      notifications that are being sent.

      Until the server ends, store backup is the only other command that can use the data folder. \
      A request beyond the limits of its account or token waits, or gets 429.

      Paths that begin with /inApps/ are Apple's App Store Server API, for a developer's server. Its \
      requests need a token, and are limited as in Apple's sandbox. /verifyReceipt is Apple's deprecated \
      endpoint for receipts, as in its sandbox, and /production/verifyReceipt as in production; each \
      refuses the other's receipts with 21007 or 21008. For receipts with subscriptions, both need the \
      secret of store shared-secret.
      """,
    examples: [
      "skdemo serve --data shop",
      "skdemo serve --data real --environment production",
      "skdemo serve --host 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem",
    ])

  static let standardHost = "127.0.0.1"
  static let standardPort = 8080

  @Option(help: ArgumentHelp("Listen at this address.", valueName: "address"))
  var host = standardHost

  @Option(help: ArgumentHelp("Listen at this port; 0 lets the system choose.", valueName: "n"))
  var port = standardPort

  @Option(help: ArgumentHelp("The server's certificate, PEM.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The private key of the certificate, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "The operator key; created if it is missing. By default operator.key in the data folder.",
      valueName: "file"))
  var operatorKeyFile: String?

  @Option(
    help: ArgumentHelp(
      "The lowest level that is logged: trace, debug, info, notice, warning, error or critical.",
      valueName: "level"))
  var logLevel = LogLevel.info

  @OptionGroup(title: "Access") var access: AccessOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup var store: StoreOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port must be 0 to 65535, not \(port)")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together: give both")
    }
    guard store.store == nil, store.tlsRoot == nil else {
      throw ValidationError(
        "serve is for the store in this machine's data folder: leave out --store and --tls-root")
    }
  }

  func run() async throws {
    let local = try await LocalStore.open(store.arguments, as: .server)
    let key = try OperatorKey.inFile(operatorKeyURL(in: local.folder))
    let metrics = PrometheusMetrics()
    let log = LogQueue(metrics: metrics) { lines in
      StandardStream.error.write(TerminalText(json: String(decoding: lines, as: UTF8.self)))
    }
    let connections = OpenFileLimit.connections(atMost: limits.maxConnections)
    let server = StoreServer(
      ServedStore(local.engine), operatorKey: key.text,
      settings: settings(connections: connections), limits: limits.requestLimits, metrics: metrics,
      logger: .jsonLines(level: logLevel, to: log)
    ) { [store] url in
      Self.announce(url, in: local.folder, store.arguments)
    }
    // The task ends with this function, after the attempts that are being made.
    async let _ = local.engine.runNotificationService { server.logNotificationError($0) }
    do {
      try await server.runUntilSignalled()
    } catch {
      await log.flush()
      guard let error = error as? ServerError else { throw error }
      throw CommandFailure(code: error.code, message: error.description)
    }
    await log.flush()
  }

  private func operatorKeyURL(in folder: DataFolder) -> URL {
    operatorKeyFile.map { URL(filePath: $0) } ?? folder.url.appending(path: "operator.key")
  }

  private func settings(connections: Int) -> ServerSettings {
    let tls = tlsCertificate.flatMap { certificate in
      tlsKey.map { TLSFiles(certificate: certificate, key: $0) }
    }
    var settings = ServerSettings(
      host: host, port: port, tls: tls, limits: limits.limits(connections: connections))
    settings.allowedHosts = access.allowHost
    settings.trustedProxies = access.trustedProxies
    return settings
  }

  /// Publishes the server's address, on standard output and for commands that find the lock held.
  private static func announce(_ url: String, in folder: DataFolder, _ options: StoreArguments) {
    try? PrivateFile.replace(folder.serverAddress, with: Data(url.utf8), durability: .volatile)
    StandardStream.output.write(
      options.json ? "{\"url\":\"\(url)\"}\n" : "Serving the store at \(url)\n")
  }
}

extension LogLevel: ExpressibleByArgument {}

extension ServedStore {
  /// The store of this process, for remote clients.
  fileprivate init(_ engine: StoreEngine) {
    self.init(
      accounts: { engine.accounts(from: $0) }, operator: engine, serverAPI: engine,
      receipts: engine, time: { () throws(StoreError) in try await engine.time() },
      account: { token throws(StoreError) in try await engine.account(of: token) })
  }
}
