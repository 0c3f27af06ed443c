import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StoreAPI
import StoreHTTP
import Telemetry

/// Responds to every request: it finds the operation by path and method, and turns errors into JSON
/// documents.
struct StoreResponder: HTTPResponder {
  let operations: Operations
  let metrics: ServerMetrics
  let logger: Logger
  let hosts: HostPolicy
  let proxies: TrustedProxies
  let shutdown: ShutdownFlag

  func respond(to request: Request, context: ConnectionContext) async -> Response {
    let began = ContinuousClock.now
    let context = RequestContext(
      request: request, channel: context.channel, id: RequestID().description,
      address: proxies.client(
        of: context.channel.remoteAddress?.ipAddress ?? "", request.headers))
    let found = Result { () throws(RequestError) in try find(request) }
    let route = (try? found.get())?.route
    var name = route?.operation ?? "none"
    var response =
      route?.format == .events
      ? await beginStream(context, found) : await answer(context, found, &name)
    response.headers.setRequestID(context.id)
    log(context, route?.caller.rawValue ?? "none", name, response, took: .now - began)
    return request.method == .head ? response.withoutBody : response
  }

  /// Answers the request for a stream in a task of its own.
  ///
  /// A task keeps the memory of its deepest call until it ends, and that of a connection lasts as long
  /// as its stream.
  private func beginStream(
    _ context: RequestContext, _ found: Result<Operation, RequestError>
  ) async -> Response {
    await Task { [self] in
      var name = ""
      return await answer(context, found, &name)
    }.value
  }

  private func answer(
    _ context: RequestContext, _ found: Result<Operation, RequestError>, _ name: inout String
  ) async -> Response {
    do {
      return try await found.get().respond(context, &name)
    } catch let error as StoreError {
      return Response(error)
    } catch let refusal as RequestError {
      var response = Response(refusal)
      if refusal.code == .methodNotAllowed { response.headers[.allow] = allowed(context.request) }
      return response
    } catch is CancellationError {
      return Response(RequestError(.busy, "the request was cancelled"))
    } catch {
      logger.error(
        "an operation failed", metadata: ["id": "\(context.id)", "error": "\(error.kind)"])
      return Response(
        StoreError.unavailable(reason: "the operation failed; the server's log says why"))
    }
  }

  /// Logs one line for each request, without tokens, passwords and bodies.
  private func log(
    _ context: RequestContext, _ caller: String, _ operation: String, _ response: Response,
    took duration: Duration
  ) {
    metrics.count(
      caller: caller, operation: operation, status: response.status.code, duration: duration)
    logger.info(
      "answered",
      metadata: [
        "id": "\(context.id)", "caller": "\(caller)", "operation": "\(operation)",
        "status": "\(response.status.code)",
        "milliseconds": "\(duration / .milliseconds(1))", "address": "\(context.address)",
      ])
  }
}

extension StoreResponder {
  private func find(_ request: Request) throws(RequestError) -> Operation {
    do throws(HostError) {
      try hosts.check(request.head)
    } catch {
      throw RequestError(error)
    }
    guard !shutdown.hasBegun else {
      throw RequestError(.busy, "the server is shutting down: try again later")
    }
    let path = request.literalPath
    guard let methods = operations.byPath[path] else {
      throw RequestError(.notFound, "there is no such path: /openapi.json lists the paths")
    }
    guard let operation = methods[request.operationMethod] else {
      throw RequestError(.methodNotAllowed, "this path allows only \(allowed(request))")
    }
    guard operation.route.method != .get || !request.announcesBody else {
      throw RequestError(.malformed, "a \(request.method) has no body: send the input in the query")
    }
    return operation
  }

  private func allowed(_ request: Request) -> String {
    let methods = operations.byPath[request.literalPath] ?? [:]
    let all = methods.keys.flatMap { $0 == .get ? [.get, .head] : [$0] }
    return all.map(\.rawValue).sorted().joined(separator: ", ")
  }
}

extension Response {
  /// The response to `HEAD`: the same status and headers, including `Content-Length`, and no body.
  fileprivate var withoutBody: Response {
    Response(status: status, headers: headers, body: ResponseBody { try await $0.finish(nil) })
  }
}

extension Request {
  /// The method of the operation that answers: `HEAD` is answered like `GET`, without the body.
  var operationMethod: HTTPRequest.Method { method == .head ? .get : method }

  /// Whether the head announces a body, even an empty one.
  fileprivate var announcesBody: Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }
}
