import NIOCore
import NIOPosix
import StoreHTTP
import TestSupport
import Testing
import StoreHTTPClient

@Suite(.hangLimit) struct ScriptedServerTests {
  @Test func `the server ends although it has not taken all connections`() async throws {
    try await ScriptedServer.run([.silent]) { _, client in
      let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      let connections = (0..<50).map { _ in
        bootstrap.connect(host: client.address.host, port: client.address.port)
      }
      for connection in connections { _ = try await connection.get() }
    }
  }
}
