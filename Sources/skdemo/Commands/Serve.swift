import ArgumentParser
import Foundation
import PrivateFiles
import StoreAPI
import StoreEngine
import StoreHTTP

/// `skdemo serve`: the store over HTTP.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve the store to other devices over HTTP.",
    discussion: """
      Customers make accounts with skdemo sign-in --create --store URL. Whoever shows the operator \
      key runs the store from elsewhere. TERM and the interrupt key end the server when what it is \
      doing is done.
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
    let key = try OperatorKey(file: operatorKeyURL(in: local.folder))
    let server = StoreServer(
      ServedStore(local.engine), operatorKey: key.text, settings: settings,
      logger: .jsonLines(level: logLevel)
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

  private var settings: ServerSettings {
    let tls = tlsCertificate.flatMap { certificate in
      tlsKey.map { TLSFiles(certificate: certificate, key: $0) }
    }
    return ServerSettings(host: host, port: port, tls: tls, limits: limits.limits)
  }

  /// Says where the store is, to whoever started it and to commands that meet its lock.
  private static func announce(_ url: String, in folder: DataFolder, _ options: StoreOptions) {
    try? PrivateFile.replace(folder.serverAddress, with: Data(url.utf8), durability: .none)
    let line = options.json ? "{\"url\":\"\(url)\"}" : "Serving the store at \(url)"
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}

/// What one client may cost the others; times are in seconds.
struct LimitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Connections at once; others wait.", valueName: "n"))
  var maxConnections = ServerSettings.Limits().connections

  @Option(help: ArgumentHelp("Streams of updates of one device at once.", valueName: "n"))
  var maxStreams = ServerSettings.Limits().streamsPerDevice

  @Option(help: ArgumentHelp("Silence after which a connection is closed.", valueName: "seconds"))
  var idleTimeout = 60

  @Option(help: ArgumentHelp("How long a request may take to arrive.", valueName: "seconds"))
  var readTimeout = 30

  @Option(help: ArgumentHelp("How long an answer may wait for its reader.", valueName: "seconds"))
  var writeTimeout = 30

  @Option(help: ArgumentHelp("Silence after which a stream shows it lives.", valueName: "seconds"))
  var heartbeat = 15

  var limits: ServerSettings.Limits {
    var limits = ServerSettings.Limits()
    limits.connections = OpenFiles.connections(atMost: maxConnections)
    limits.streamsPerDevice = maxStreams
    limits.idleTime = .seconds(idleTimeout)
    limits.readTime = .seconds(readTimeout)
    limits.writeTime = .seconds(writeTimeout)
    limits.heartbeat = .seconds(heartbeat)
    return limits
  }

  func validate() throws {
    let numbers = [maxConnections, maxStreams, idleTimeout, readTimeout, writeTimeout, heartbeat]
    guard numbers.allSatisfy({ (1...1_000_000).contains($0) }) else {
      throw ValidationError("limits must be 1 to 1000000")
    }
  }
}

extension LogLevel: ExpressibleByArgument {}

extension ServedStore {
  /// The store in this process, to be asked from elsewhere.
  fileprivate init(_ engine: StoreEngine) {
    self.init(
      accounts: { address in engine.accounts(from: address) }, operator: engine,
      check: { () async throws(StoreFault) in _ = try await engine.clock() })
  }
}
