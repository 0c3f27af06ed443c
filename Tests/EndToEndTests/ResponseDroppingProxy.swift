import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// An HTTP proxy on loopback that forwards every request and drops chosen responses.
final class ResponseDroppingProxy: Sendable {
  private let target: String
  private let drops: @Sendable (String) -> Bool

  private init(before target: String, dropping drops: @escaping @Sendable (String) -> Bool) {
    self.target = target
    self.drops = drops
  }

  /// Runs `body` with the proxy's URL.
  ///
  /// The proxy drops the response to the first registration of a device.
  static func run(before target: String, body: (String) async throws -> Void) async throws {
    let hasDropped = Mutex(false)
    try await run(before: target) { route in
      guard route == "POST /v1/devices" else { return false }
      return hasDropped.withLock { hasDropped in
        defer { hasDropped = true }
        return !hasDropped
      }
    } body: {
      try await body($0)
    }
  }

  /// Runs `body` with the proxy's URL.
  ///
  /// `drops` decides by method and path, such as `GET /v1/clock`, whether a response is dropped.
  static func run(
    before target: String, dropping drops: @escaping @Sendable (String) -> Bool,
    body: (String) async throws -> Void
  ) async throws {
    let proxy = ResponseDroppingProxy(before: target, dropping: drops)
    let (ports, onPort) = AsyncStream<Int>.makeStream()
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { request, _ in
        try await proxy.respond(to: request)
      },
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { onPort.yield($0.localAddress?.port ?? 0) },
      logger: Logger(label: "proxy") { _ in SwiftLogNoOpLogHandler() })
    let serving = Task { try await application.run() }
    defer { serving.cancel() }
    for await port in ports.prefix(1) { try await body("http://127.0.0.1:\(port)") }
  }

  private func respond(to request: Request) async throws -> Response {
    let response = try await HTTPClient.shared.execute(forwarded(request), timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 1 << 24)
    guard !drops("\(request.method.rawValue) \(request.uri.path)") else {
      return Response(status: .badGateway)
    }
    return Response(
      status: .init(code: Int(response.status.code)), headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: body))
  }

  private func forwarded(_ request: Request) async throws -> HTTPClientRequest {
    var forwarded = HTTPClientRequest(url: "\(target)\(request.uri)")
    forwarded.method = HTTPMethod(rawValue: request.method.rawValue)
    for name in ["authorization", "content-type", "skdemo-instance"] {
      guard let field = HTTPField.Name(name), let value = request.headers[field] else { continue }
      forwarded.headers.add(name: name, value: value)
    }
    if request.method == .post {
      forwarded.body = .bytes(try await request.body.collect(upTo: 1 << 20))
    }
    return forwarded
  }
}
