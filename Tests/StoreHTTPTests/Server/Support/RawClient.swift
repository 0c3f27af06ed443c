import Foundation
import HTTPTypes
import NIOCore
import NIOPosix
import StoreAPI
import StoreHTTP

/// A client that says whatever bytes it is given, in whatever way.
struct RawClient: Sendable {
  struct Heard: Sendable {
    var text: String
    /// Whether the server closed the connection.
    var wasClosed: Bool

    /// The status of the first answer; `nil` where none came.
    var status: Int? { text.wholeMatch(of: /HTTP\/1\.1 ([0-9]{3})(?s:.)*/).flatMap { Int($0.1) } }

    /// Whether an answer with a length is there whole.
    static func isWhole(_ text: String) -> Bool {
      guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
      let length = text[..<end.lowerBound].firstMatch(of: /(?i)content-length: ([0-9]+)/)
        .flatMap { Int($0.1) }
      return length.map { text[end.upperBound...].utf8.count >= $0 } ?? false
    }
  }

  let port: Int

  /// Says these bytes one after another, and hears what comes until the server closes the
  /// connection or it is enough.
  func say(
    _ parts: some AsyncSequence<ByteBuffer, Never> & Sendable,
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> Heard {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          // A server that has closed the connection hears no more.
          for await part in parts { try? await outbound.write(part) }
        }
        defer { group.cancelAll() }
        return await receive(inbound, until: isEnough)
      }
    }
  }

  func say(
    _ text: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> Heard {
    try await say(AsyncStream([ByteBuffer(string: text)]), until: isEnough)
  }

  private func receive(
    _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, until isEnough: (String) -> Bool
  ) async -> Heard {
    var text = ""
    do {
      for try await bytes in inbound {
        text += String(buffer: bytes)
        if isEnough(text) { return Heard(text: text, wasClosed: false) }
      }
    } catch {}
    return Heard(text: text, wasClosed: true)
  }
}

extension AsyncStream where Element: Sendable {
  /// The elements at once; the stream does not end, as a connection does not.
  init(_ elements: [Element]) {
    self.init { continuation in
      for element in elements { continuation.yield(element) }
    }
  }
}

extension RawClient {
  /// One good request, on a connection of its own.
  func ask(
    _ method: String = "GET", _ path: String, token: String? = nil, body: String? = nil,
    headers: [String] = []
  ) async throws -> Heard {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: store"]
      + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + headers
      + (body.map { ["Content-Type: application/json", "Content-Length: \($0.utf8.count)"] } ?? [])
    return try await say(
      lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), until: Heard.isWhole)
  }

  /// Asks an endpoint and holds the answer against the shape that is documented for it.
  func ask<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: String, token: String? = nil
  ) async throws -> Output {
    let isQuery = endpoint.route.method == .get
    let heard = try await ask(
      endpoint.route.method.rawValue, endpoint.route.path + (isQuery ? input : ""), token: token,
      body: isQuery ? nil : input, headers: Self.instance)
    guard heard.status == 200, let body = heard.body else { throw Misanswered(heard: heard) }
    return try JSONDecoder.payload.decode(Checked<Output>.self, from: Data(body.utf8)).value
  }

  /// A request for a stream of updates.
  static func listen(_ token: String, after: Int64, headers: [String] = []) -> String {
    (["GET /v1/updates?after=\(after) HTTP/1.1", "Host: store", "Authorization: Bearer \(token)"]
      + RawClient.instance + headers).joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// One running app.
  static let instance = [
    "\(DeviceEndpoints.instanceHeader): 0b0e1a8e-4a5c-4d55-9d9e-2c8f6d0a7a11"
  ]
}

extension RawClient.Heard {
  /// What follows the head of the answer.
  var body: String? {
    text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) }
  }

  /// The word of a refusal.
  var code: String? { text.firstMatch(of: /"code":"([a-zA-Z]+)"/).map { String($0.1) } }
}

/// An answer that should have been another.
struct Misanswered: Error {
  var heard: RawClient.Heard
}
