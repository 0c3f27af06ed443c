import AppStorePayloads
import Foundation
import HTTPTypes
import NIOCore
import NIOPosix
import StoreAPI
import StoreHTTP
import TestSupport
import Testing

/// A client that sends any bytes.
struct RawClient: Sendable {
  /// The bytes that the server sent on a connection.
  struct Response: Sendable {
    var text: String
    /// Whether the server closed the connection.
    var wasClosed: Bool

    /// The status of the first response; `nil` if there is none.
    var status: Int? {
      text.wholeMatch(of: /HTTP\/1\.[01] ([0-9]{3})(?s:.)*/).flatMap { Int($0.1) }
    }

    /// Whether a response with a content length is complete.
    static func isComplete(_ text: String) -> Bool {
      guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
      let length = text[..<end.lowerBound].firstMatch(of: /(?i)content-length: ([0-9]+)/)
        .flatMap { Int($0.1) }
      return length.map { text[end.upperBound...].utf8.count >= $0 } ?? false
    }
  }

  let port: Int

  /// Whether a stream of updates has begun, which it does with a heartbeat.
  static func hasBegun(_ text: String) -> Bool { text.contains(":\n\n") }

  /// Sends these bytes and receives until the server closes the connection or `isEnough`.
  ///
  /// If neither happens in time (``TestSupport/Patience``), it records an issue.
  func send(
    _ parts: some AsyncSequence<ByteBuffer, Never> & Sendable,
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> Response {
    let channel = try await connect()
    let patience = Patience { channel.channel.close(promise: nil) }
    defer { patience.end() }
    let response = try await channel.executeThenClose { inbound, outbound in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          // Fails after the server has closed the connection.
          for await part in parts { try? await outbound.write(part) }
        }
        defer { group.cancelAll() }
        return await receive(inbound, until: isEnough)
      }
    }
    if !patience.lasts { Issue.record("the rest of a response did not come: \(response.text)") }
    return response
  }

  private func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
  }

  func send(
    _ text: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> Response {
    try await send(AsyncStream([ByteBuffer(string: text)]), until: isEnough)
  }

  private func receive(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, until isEnough: (String) -> Bool
  ) async -> Response {
    var text = ""
    do {
      for try await bytes in inbound {
        text += String(buffer: bytes)
        if isEnough(text) { return Response(text: text, wasClosed: false) }
      }
    } catch {}
    return Response(text: text, wasClosed: true)
  }
}

extension AsyncStream where Element: Sendable {
  /// Yields the elements at once and does not end, like a connection.
  init(_ elements: [Element]) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
    }
  }
}

extension RawClient {
  /// Sends one well-formed request on a connection of its own.
  func request(
    _ method: String = "GET", _ path: String, token: String? = nil, body: String? = nil,
    headers: [String] = []
  ) async throws -> Response {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: localhost"]
      + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + headers
      + (body.map { ["Content-Type: application/json", "Content-Length: \($0.utf8.count)"] } ?? [])
    return try await send(
      lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), until: Response.isComplete)
  }

  /// Sends a request to an endpoint and checks the response against the documented schema.
  func request<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: String, token: String? = nil
  ) async throws -> Output {
    let isQuery = endpoint.route.method == .get
    let response = try await request(
      endpoint.route.method.rawValue, endpoint.route.path + (isQuery ? input : ""), token: token,
      body: isQuery ? nil : input, headers: Self.instance)
    guard response.status == 200, let body = response.body else {
      throw UnexpectedResponse(response: response)
    }
    return try Output.decode(ParsedJSON(body.utf8), of: .request)
  }

  /// The text of a request for a stream of updates.
  static func updates(_ token: String, after: Int64, headers: [String] = []) -> String {
    ([
      "GET /v1/updates?after=\(after) HTTP/1.1", "Host: localhost",
      "Authorization: Bearer \(token)",
    ]
      + RawClient.instance + headers).joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// The header of one running instance of an app.
  static let instance = [
    "\(DeviceEndpoints.instanceHeader): 0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11"
  ]
}

extension RawClient.Response {
  /// The bytes after the head of the response.
  var body: String? {
    text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) }
  }

  /// The error code of a refusal.
  var code: String? { text.firstMatch(of: /"code":"([a-zA-Z]+)"/).map { String($0.1) } }
}

/// A response that a test does not expect.
struct UnexpectedResponse: Error {
  var response: RawClient.Response
}
