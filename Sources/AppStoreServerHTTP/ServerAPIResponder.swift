package import AppStoreServerAPI
package import Foundation
package import HTTPService
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// Responds to requests of the App Store Server API: it finds the endpoint, checks the caller's token,
/// counts the request, and asks the store.
package struct ServerAPIResponder: HTTPResponder {
  private let store: any StoreServerAPI
  private let endpoints = Endpoints.documented
  private let rates: EndpointRateLimiter
  private let bodySize: Int
  private let metrics: ServerMetrics
  private let logger: Logger
  private let hosts: HostPolicy
  private let proxies: TrustedProxies
  private let shutdown: ShutdownFlag
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - store: The store that answers.
  ///   - limits: The limits of the requests.
  ///   - metrics: Counts the requests.
  ///   - logger: The log of the service.
  ///   - hosts: The host names to which the server answers.
  ///   - proxies: The proxies whose forwarding headers are trusted.
  ///   - shutdown: The flag that the server sets when its graceful shutdown begins.
  ///   - now: The time, for the rate limits: that of the machine, and not the store's.
  package init(
    _ store: any StoreServerAPI, limits: ServerAPILimits = ServerAPILimits(),
    metrics: ServerMetrics, logger: Logger, hosts: HostPolicy, proxies: TrustedProxies,
    shutdown: ShutdownFlag, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.store = store
    rates = EndpointRateLimiter(.documented, percent: limits.ratePercent)
    bodySize = limits.bodySize
    self.metrics = metrics
    self.logger = logger
    self.hosts = hosts
    self.proxies = proxies
    self.shutdown = shutdown
    self.now = now
  }

  /// Whether a path belongs to the API.
  ///
  /// Case matters, as in Apple's service.
  package static func serves(_ path: String) -> Bool { path.hasPrefix("/inApps/") }

  package func respond(to request: Request, context: ConnectionContext) async -> Response {
    let began = ContinuousClock.now
    let address = proxies.client(
      of: context.channel.remoteAddress?.ipAddress ?? "", request.headers)
    var record = RequestRecord(id: RequestID().description, address: address)
    var response = await answer(request, &record)
    response.headers.setRequestID(record.id)
    log(record, response, took: .now - began)
    return response
  }

  private func answer(_ request: Request, _ record: inout RequestRecord) async -> Response {
    do {
      return try await perform(request, &record)
    } catch let error as APIError {
      record.errorCode = error.rawValue
      return Response(error)
    } catch let error as RequestError {
      if case .unauthenticated(let reason) = error { record.reason = reason }
      return Response(error)
    } catch {
      logger.error(
        "an endpoint failed", metadata: ["id": "\(record.id)", "error": "\(type(of: error))"])
      return Response(APIError.generalInternal)
    }
  }

  private func perform(_ request: Request, _ record: inout RequestRecord) async throws -> Response {
    try check(request)
    let match = try endpoints.find(request.literalPath, request.method)
    record.operation = match.endpoint.name
    let caller = try await caller(of: request)
    record.keyID = caller.keyID
    try rates.count(match.endpoint, at: now())
    let input = EndpointRequest(
      request: request, parameters: match.parameters, bodySize: bodySize)
    return try await match.endpoint.perform(store, input, caller)
  }
}

extension ServerAPIResponder {
  private func check(_ request: Request) throws {
    do throws(HostError) {
      try hosts.check(request.head)
    } catch {
      throw RequestError(error)
    }
    // Apple's clients try again after this error.
    guard !shutdown.hasBegun else { throw APIError.generalInternalRetryable }
  }

  private func caller(of request: Request) async throws -> APICaller {
    guard let token = request.bearerToken else {
      throw RequestError.unauthenticated(
        reason: "the request has no header Authorization: Bearer TOKEN")
    }
    do throws(InvalidTokenError) {
      return try await store.caller(presenting: token)
    } catch {
      // A store that cannot check the token now does not refuse it.
      if let apiError = error.apiError { throw apiError }
      throw RequestError.unauthenticated(reason: error.reason)
    }
  }

  /// Logs one line for each request, without tokens, paths, queries or bodies.
  ///
  /// A key's ID is not a secret. Only the log has the reason why a token is not accepted.
  private func log(_ record: RequestRecord, _ response: Response, took duration: Duration) {
    metrics.count(
      caller: "server", operation: record.operation, status: response.status.code,
      duration: duration)
    logger.info(
      "answered",
      metadata: record.metadata.merging([
        "caller": "server", "status": "\(response.status.code)",
        "milliseconds": "\(duration / .milliseconds(1))",
      ]) { $1 })
  }
}

/// The values that the log has about a request.
private struct RequestRecord {
  let id: String
  let address: String
  var operation = "none"
  var keyID: String?
  var errorCode: Int?
  var reason: String?

  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = [
      "id": "\(id)", "address": "\(address)", "operation": "\(operation)",
    ]
    if let keyID { metadata["key"] = "\(keyID)" }
    if let errorCode { metadata["error"] = "\(errorCode)" }
    if let reason { metadata["reason"] = "\(reason)" }
    return metadata
  }
}

extension RequestError {
  /// The answer to a request that a host policy refuses.
  init(_ error: HostError) {
    self =
      switch error {
      case .misdirected: .misdirected
      case .foreignOrigin: .foreignOrigin
      }
  }
}

extension Request {
  /// The token of the header `Authorization: Bearer TOKEN`; `nil` without that header.
  fileprivate var bearerToken: String? {
    let parts = (headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
