/// Where a server listens, and what it grants.
package struct ServerSettings: Sendable {
  package var host: String
  /// 0 lets the system choose.
  package var port: Int
  /// `nil` speaks plain HTTP.
  package var tls: TLSFiles?
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

  /// The bounds of the whole server, of one device, and of one request.
  package struct Limits: Sendable, Hashable {
    /// Connections beyond wait in the system's backlog until another ends.
    package var connections = 20_000
    /// Connections of one network address beyond are closed, so that no address has them all: three
    /// quarters of ``connections`` unless set.
    package var connectionsPerAddress: Int {
      get { ownConnectionsPerAddress ?? max(1, connections / 4 * 3) }
      set { ownConnectionsPerAddress = newValue }
    }
    private var ownConnectionsPerAddress: Int?
    /// Streams of updates that one device may have at once.
    package var streamsPerDevice = 16
    /// The bytes of a request's body.
    package var bodySize = 256 * 1024
    /// How long a connection may be silent between requests, and how long the head of a request may
    /// take.
    package var idleTime = Duration.seconds(60)
    /// How long a request may take from its head to the end of its body.
    package var readTime = Duration.seconds(30)
    /// How long bytes of an answer may wait for their reader.
    package var writeTime = Duration.seconds(30)
    /// How long the rest of a request that was refused early is read and thrown away, so that its
    /// sender sees the refusal.
    package var lingerTime = Duration.seconds(1)
    /// How long a stream of updates may be silent.
    package var heartbeat = Duration.seconds(15)
    /// How long answers in flight may take when the server ends.
    package var endingTime = Duration.seconds(20)

    package init() {}
  }
}
