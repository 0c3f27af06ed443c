import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import StoreAPI

/// As whom something is asked.
enum Bearer {
  case anyone
  /// The token of a sign-in, or the operator key.
  case token(String)
  case device(token: String, instance: InstanceID)

  fileprivate var headers: HTTPHeaders {
    switch self {
    case .anyone: [:]
    case .token(let token): ["authorization": "Bearer \(token)"]
    case .device(let token, let instance):
      [
        "authorization": "Bearer \(token)",
        DeviceEndpoints.instanceHeader: instance.description,
      ]
    }
  }
}

extension HTTPStore {
  /// The request that an endpoint's input is.
  func request<Input, Output>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, as bearer: Bearer
  ) throws(StoreFault) -> HTTPClientRequest {
    let route = endpoint.route
    var request = HTTPClientRequest(url: "\(address)\(route.path)")
    request.method = HTTPMethod(rawValue: route.method.rawValue)
    request.headers = bearer.headers
    do {
      if route.method == .get {
        let query = try URLEncodedFormEncoder().encode(input)
        if !query.isEmpty { request.url += "?\(query)" }
      } else {
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(ByteBuffer(data: try JSONEncoder.payload.encode(input)))
      }
    } catch {
      throw .unavailable("\(address): the question cannot be written down (\(error))")
    }
    return request
  }

  /// Asks once.
  func attempt<Output: Decodable & Sendable>(
    _ request: HTTPClientRequest, as output: Output.Type, within timeout: Duration
  ) async -> Reply.Meaning<Output> {
    do {
      let reply = try await reply(to: request, within: timeout)
      note(unreachable: false)
      return reply.meaning(as: output)
    } catch {
      let failure = Failure(error)
      if failure.kind == .unreachable { note(unreachable: true) }
      return .failed(failure)
    }
  }

  /// The whole answer, or what goes wrong first; the request is cancelled then.
  private func reply(
    to request: HTTPClientRequest, within timeout: Duration
  ) async throws -> Reply {
    try await withThrowingTaskGroup(of: Reply.self) { group in
      group.addTask { [self] in
        let response = try await client.execute(request, deadline: .distantFuture)
        return try await reply(response)
      }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw Failure(kind: .lost, reason: "it did not answer in time")
      }
      defer { group.cancelAll() }
      guard let reply = try await group.next() else { throw CancellationError() }
      return reply
    }
  }

  func reply(_ response: HTTPClientResponse) async throws -> Reply {
    let body = try await response.body.collect(upTo: settings.answerLimit)
    return Reply(
      status: Int(response.status.code),
      retryAfter: response.headers.first(name: "retry-after").flatMap(Int.init),
      body: Data(buffer: body))
  }
}
