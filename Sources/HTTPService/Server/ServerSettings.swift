/// A server's address and limits.
package struct ServerSettings: Sendable {
  package var host: String
  /// 0 lets the system choose.
  package var port: Int
  /// `nil` for plain HTTP.
  package var tls: TLSFiles?
  /// The host names to which the server answers, in addition to `host`, addresses and `localhost`.
  package var allowedHosts: [String] = []
  /// Proxies whose forwarding headers are trusted.
  package var trustedProxies: [AddressRange] = []
  package var limits: Limits

  package init(
    host: String = "127.0.0.1", port: Int = 0, tls: TLSFiles? = nil,
    limits: Limits = Limits()
  ) {
    self.host = host
    self.port = port
    self.tls = tls
    self.limits = limits
  }

  /// The limits of the server's connections.
  package struct Limits: Sendable, Hashable {
    /// The maximum number of connections.
    ///
    /// Others wait in the system's backlog until one ends.
    package var connections = 20_000
    /// The maximum number of connections of one network address.
    ///
    /// Others are closed, so that no address takes all.
    ///
    /// Three quarters of ``connections`` unless it is set.
    package var connectionsPerAddress: Int {
      get { ownConnectionsPerAddress ?? max(1, connections / 4 * 3) }
      set { ownConnectionsPerAddress = newValue }
    }
    private var ownConnectionsPerAddress: Int?
    /// The maximum time between requests on a connection, and for the head of a request.
    package var idleTime = Duration.seconds(60)
    /// The maximum time from the head of a request to the end of its body.
    package var readTime = Duration.seconds(30)
    /// The maximum time that bytes of a response wait for the client to read them.
    package var writeTime = Duration.seconds(30)
    /// The time for which the rest of an early refused request is read and discarded, so that the
    /// client receives the refusal.
    package var lingerTime = Duration.seconds(1)
    /// The silence after which a stream gets a heartbeat.
    package var heartbeat = Duration.seconds(15)
    /// The maximum time for responses in progress when the server ends.
    package var endingTime = Duration.seconds(20)

    package init() {}
  }
}
