import ArgumentParser
import HTTPService
import StoreHTTPServer

/// The server's limits.
///
/// Times are in seconds.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The maximum number of connections; further ones wait.", valueName: "n"))
  var maxConnections = ServerSettings.Limits().connections

  @Option(
    help: ArgumentHelp(
      "The maximum number of connections of one address; further ones are closed. The default is three "
        + "quarters of all connections. A trusted proxy may have all of them.",
      valueName: "n"))
  var maxConnectionsPerAddress: Int?

  @Option(
    help: ArgumentHelp("The maximum number of update streams of one device.", valueName: "n"))
  var maxStreams = RequestLimits().streamsPerDevice

  @Option(
    help: ArgumentHelp("The maximum number of update streams of one account.", valueName: "n"))
  var maxStreamsPerAccount = RequestLimits().streamsPerAccount

  @Option(
    help: ArgumentHelp(
      "The maximum number of customers' requests in progress; further ones wait.", valueName: "n"))
  var maxRequests = RequestLimits().requests

  @Option(
    help: ArgumentHelp(
      "The maximum number of requests of one account in progress; further ones wait.",
      valueName: "n"))
  var maxRequestsPerAccount = RequestLimits().requestsPerAccount

  @Option(
    help: ArgumentHelp(
      "The maximum number of waiting requests of one account; further ones are refused.",
      valueName: "n"))
  var maxWaitingPerAccount = RequestLimits().waitingPerAccount

  @Option(
    help: ArgumentHelp(
      "The average number of requests per second with one token; a burst may have ten times as "
        + "many.", valueName: "n")
  )
  var maxRate = RequestLimits().rate

  @Option(
    help: ArgumentHelp(
      "The rate limits of the App Store Server API, in percent of those of Apple's production "
        + "environment; 0 for none. Apple's sandbox has 10.", valueName: "percent")
  )
  var maxApiRate = RequestLimits().serverAPIRatePercent

  @Option(help: ArgumentHelp("The maximum size of a request's body.", valueName: "bytes"))
  var maxBody = RequestLimits().bodySize

  @Option(help: ArgumentHelp("How long a connection may be idle.", valueName: "seconds"))
  var idleTimeout = 60

  @Option(help: ArgumentHelp("How long a request may take to arrive.", valueName: "seconds"))
  var readTimeout = 30

  @Option(help: ArgumentHelp("How long a response may wait to be read.", valueName: "seconds"))
  var writeTimeout = 30

  @Option(
    help: ArgumentHelp(
      "How long open responses may take when the server shuts down.", valueName: "seconds"))
  var endingTimeout = 20

  @Option(
    help: ArgumentHelp("The time between heartbeats in a quiet stream.", valueName: "seconds"))
  var heartbeat = 15

  /// The limits of the connections of a server that can have this many.
  func limits(connections: Int) -> ServerSettings.Limits {
    var limits = ServerSettings.Limits()
    limits.connections = connections
    if let maxConnectionsPerAddress { limits.connectionsPerAddress = maxConnectionsPerAddress }
    limits.idleTime = .seconds(idleTimeout)
    limits.readTime = .seconds(readTimeout)
    limits.writeTime = .seconds(writeTimeout)
    limits.endingTime = .seconds(endingTimeout)
    limits.heartbeat = .seconds(heartbeat)
    return limits
  }

  /// The limits of devices, accounts and requests.
  var requestLimits: RequestLimits {
    var limits = RequestLimits()
    limits.streamsPerDevice = maxStreams
    limits.streamsPerAccount = maxStreamsPerAccount
    limits.requests = maxRequests
    limits.requestsPerAccount = maxRequestsPerAccount
    limits.waitingPerAccount = maxWaitingPerAccount
    limits.rate = maxRate
    limits.serverAPIRatePercent = maxApiRate
    limits.bodySize = maxBody
    return limits
  }

  func validate() throws {
    for (option, value, range) in bounds {
      guard let value, !range.contains(value) else { continue }
      throw ValidationError(
        "--\(option) must be \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
  }
}

// MARK: - The ranges

extension LimitOptions {
  private static let counts = 1...1_000_000
  /// Up to a day.
  private static let times = 1...86_400
  /// The smallest limit has room for the longest order.
  ///
  /// A server keeps a whole body in memory.
  private static let sizes = 4_096...67_108_864
  /// Up to ten times the rate of production.
  private static let percentages = 0...1_000
  /// Clients give up on a stream after 45 seconds of silence.
  private static let heartbeats = 1...40

  private var bounds: [(option: String, value: Int?, range: ClosedRange<Int>)] {
    [
      ("max-connections", maxConnections, Self.counts),
      ("max-connections-per-address", maxConnectionsPerAddress, Self.counts),
      ("max-streams", maxStreams, Self.counts),
      ("max-streams-per-account", maxStreamsPerAccount, Self.counts),
      ("max-requests", maxRequests, Self.counts),
      ("max-requests-per-account", maxRequestsPerAccount, Self.counts),
      ("max-waiting-per-account", maxWaitingPerAccount, Self.counts),
      ("max-rate", maxRate, Self.counts),
      ("max-api-rate", maxApiRate, Self.percentages),
      ("max-body", maxBody, Self.sizes),
      ("idle-timeout", idleTimeout, Self.times),
      ("read-timeout", readTimeout, Self.times),
      ("write-timeout", writeTimeout, Self.times),
      ("ending-timeout", endingTimeout, Self.times),
      ("heartbeat", heartbeat, Self.heartbeats),
    ]
  }
}
