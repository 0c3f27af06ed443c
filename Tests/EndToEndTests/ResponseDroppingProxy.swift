import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// A proxy on loopback that loses the answers that it is told to lose.
final class LosingProxy: Sendable {
  private let target: String
  private let loses: @Sendable (String) -> Bool

  private init(before target: String, losing loses: @escaping @Sendable (String) -> Bool) {
    self.target = target
    self.loses = loses
  }

  /// Runs `body` with the proxy's URL; the answer to the first registration of a device is lost.
  static func run(before target: String, body: (String) async throws -> Void) async throws {
    let hasLost = Mutex(false)
    try await run(before: target) { question in
      guard question == "POST /v1/devices" else { return false }
      return hasLost.withLock { hasLost in
        defer { hasLost = true }
        return !hasLost
      }
    } body: {
      try await body($0)
    }
  }

  /// The same; answers are lost to the questions, such as `GET /v1/clock`, of which `loses` says so.
  static func run(
    before target: String, losing loses: @escaping @Sendable (String) -> Bool,
    body: (String) async throws -> Void
  ) async throws {
    let proxy = LosingProxy(before: target, losing: loses)
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
    let answer = try await HTTPClient.shared.execute(onward(request), timeout: .seconds(60))
    let body = try await answer.body.collect(upTo: 1 << 24)
    guard !loses("\(request.method.rawValue) \(request.uri.path)") else {
      return Response(status: .badGateway)
    }
    return Response(
      status: .init(code: Int(answer.status.code)), headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: body))
  }

  private func onward(_ request: Request) async throws -> HTTPClientRequest {
    var onward = HTTPClientRequest(url: "\(target)\(request.uri)")
    onward.method = HTTPMethod(rawValue: request.method.rawValue)
    for name in ["authorization", "content-type", "skdemo-instance"] {
      guard let field = HTTPField.Name(name), let value = request.headers[field] else { continue }
      onward.headers.add(name: name, value: value)
    }
    if request.method == .post {
      onward.body = .bytes(try await request.body.collect(upTo: 1 << 20))
    }
    return onward
  }
}
