import AppStorePayloads
package import AppStoreServerAPI
package import HTTPService
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// Responds to requests of verifyReceipt, Apple's deprecated endpoint for receipts.
///
/// It needs no token. An error in a request is a status in the body of a response with the HTTP
/// status 200.
package struct VerifyReceiptResponder: HTTPResponder {
  /// The maximum number of bytes of a request's body.
  package static let bodySize = 2 * 1024 * 1024

  private let store: any VerifyReceiptAPI
  private let metrics: ServerMetrics
  private let logger: Logger
  private let hosts: HostPolicy
  private let proxies: TrustedProxies
  private let shutdown: ShutdownFlag

  /// - Parameters:
  ///   - store: The store that answers.
  ///   - metrics: Counts the requests.
  ///   - logger: The log of the service.
  ///   - hosts: The host names to which the server answers.
  ///   - proxies: The proxies whose forwarding headers are trusted.
  ///   - shutdown: The flag that the server sets when its graceful shutdown begins.
  package init(
    _ store: any VerifyReceiptAPI, metrics: ServerMetrics, logger: Logger, hosts: HostPolicy,
    proxies: TrustedProxies, shutdown: ShutdownFlag
  ) {
    self.store = store
    self.metrics = metrics
    self.logger = logger
    self.hosts = hosts
    self.proxies = proxies
    self.shutdown = shutdown
  }

  /// Whether a path is one of the endpoint's.
  package static func serves(_ path: String) -> Bool { environments[path] != nil }

  /// The environment of each path: one store serves both of Apple's URLs.
  private static let environments: [String: StoreEnvironment] = [
    StoreEnvironment.sandbox.verifyReceiptPath: .sandbox,
    StoreEnvironment.production.verifyReceiptPath: .production,
  ]

  package func respond(to request: Request, context: ConnectionContext) async -> Response {
    let began = ContinuousClock.now
    let id = RequestID().description
    let (answered, status) = await answer(request)
    var response = answered
    response.headers.setRequestID(id)
    let address = proxies.client(
      of: context.channel.remoteAddress?.ipAddress ?? "", request.headers)
    log(id, address, response, status, took: .now - began)
    return response
  }
}

extension VerifyReceiptResponder {
  /// Returns the response and its receipt status; the status is `nil` if the body has none.
  private func answer(_ request: Request) async -> (Response, ReceiptStatus?) {
    do throws(HostError) {
      try hosts.check(request.head)
    } catch {
      return (Response(RequestError(error)), nil)
    }
    let verified = await verify(request)
    guard let response = try? Response.json(verified) else {
      return (Response(status: .internalServerError), nil)
    }
    return (response, verified.status)
  }

  private func verify(_ request: Request) async -> VerifyReceiptResponse {
    guard request.method == .post else { return VerifyReceiptResponse(.notPost) }
    guard !shutdown.hasBegun, let environment = Self.environments[request.literalPath] else {
      return VerifyReceiptResponse(.unavailable)
    }
    do throws(ReceiptStatus) {
      let input = try await body(of: request)
      return await store.verifyReceipt(input, in: environment)
    } catch {
      return VerifyReceiptResponse(error)
    }
  }

  private func body(of request: Request) async throws(ReceiptStatus) -> VerifyReceiptRequest {
    let input = EndpointRequest(request: request, parameters: [:], bodySize: Self.bodySize)
    let bytes: ByteBufferView
    do throws(RequestError) {
      bytes = try await input.bytes()
    } catch {
      throw .malformed
    }
    return try VerifyReceiptRequest(body: bytes)
  }

  /// Logs one line for each request, without receipts and secrets.
  private func log(
    _ id: String, _ address: String, _ response: Response, _ status: ReceiptStatus?,
    took duration: Duration
  ) {
    metrics.count(
      caller: "server", operation: Self.operation, status: response.status.code,
      duration: duration)
    var metadata: Logger.Metadata = [
      "id": "\(id)", "address": "\(address)", "operation": "\(Self.operation)",
      "caller": "server", "status": "\(response.status.code)",
      "milliseconds": "\(duration / .milliseconds(1))",
    ]
    if let status { metadata["receipt"] = "\(status.rawValue)" }
    logger.info("answered", metadata: metadata)
  }

  private static let operation = "verifyReceipt"
}
