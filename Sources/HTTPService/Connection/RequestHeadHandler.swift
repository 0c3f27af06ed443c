package import NIOCore
package import NIOHTTP1

/// Passes on only requests whose head has one meaning, and answers each request in its version of HTTP.
///
/// 1. A head that two readers could understand differently is refused, and the connection ends: a
///    proxy in front of the server could have taken the rest of it for another request.
/// 2. A request without keep-alive, which is the default of HTTP/1.0, is passed on with
///    `Connection: close`.
/// 3. A response to HTTP/1.0 is not chunked; without a length it ends with the connection.
/// 4. The response to `HEAD` has no body.
///
/// It must be in the pipeline where the version is still known: the HTTP types after it have none.
package final class RequestHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias InboundOut = HTTPServerRequestPart
  package typealias OutboundIn = HTTPServerResponsePart
  package typealias OutboundOut = HTTPServerResponsePart

  /// The requests without a complete response, oldest first.
  private var unanswered = CircularBuffer<AskedRequest>()
  private var isRefused = false

  package init() {}

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    unanswered.append(
      AskedRequest(
        version: head.version, isHead: head.method == .HEAD, isKeepAlive: head.isKeepAlive))
    if let reason = head.refusal {
      isRefused = true
      return context.fireErrorCaught(RequestHeadError(reason: reason))
    }
    if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let request = unanswered.first ?? .unreadable
    var part = unwrapOutboundIn(data)
    if case .head(let head) = part { part = .head(request.framed(head)) }
    if case .end = part { _ = unanswered.popFirst() }
    if request.isHead, !part.isHead { part = .body(.byteBuffer(ByteBuffer())) }
    context.write(wrapOutboundOut(part), promise: promise)
  }
}

/// An error that makes the server refuse the head of a request.
struct RequestHeadError: Error {
  /// A sentence.
  let reason: String
}

/// The properties of a request on which its response depends.
private struct AskedRequest {
  let version: HTTPVersion
  let isHead: Bool
  let isKeepAlive: Bool

  /// A head that could not be read has no version.
  static let unreadable = AskedRequest(version: .http1_1, isHead: false, isKeepAlive: true)

  func framed(_ head: HTTPResponseHead) -> HTTPResponseHead {
    var head = head
    if version == .http1_0 { head.version = version }
    if !isKeepAlive {
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    } else if version == .http1_0, !head.headers.contains(name: "connection") {
      head.headers.add(name: "Connection", value: "keep-alive")
    }
    return head
  }
}

extension HTTPServerResponsePart {
  fileprivate var isHead: Bool {
    if case .head = self { true } else { false }
  }
}

extension HTTPRequestHead {
  /// The reason why two readers could understand this head differently, as a sentence; `nil` if
  /// they cannot.
  fileprivate var refusal: String? {
    guard version == .http1_1 || version == .http1_0 else {
      return "this is not an HTTP/1.1 request"
    }
    return hostRefusal ?? targetRefusal ?? lengthRefusal
  }

  private var hostRefusal: String? {
    switch headers["host"].count {
    case 1: nil
    case 0: version == .http1_0 ? nil : "the request has no header Host, which HTTP/1.1 requires"
    default: "the request has several headers Host: send one"
    }
  }

  /// A target with a scheme names the host too, and must name the same one.
  private var targetRefusal: String? {
    guard !uri.hasPrefix("/"), let end = uri.firstRange(of: "://")?.upperBound else { return nil }
    let authority = uri[end...].prefix { !"/?#".contains($0) }
    guard headers["host"].first?.lowercased() == authority.lowercased() else {
      return "the request's target and its header Host name different hosts: make them the same"
    }
    return nil
  }

  private var lengthRefusal: String? {
    let codings = headers["transfer-encoding"]
    guard !codings.isEmpty else { return nil }
    guard version == .http1_1, codings.count == 1, codings[0].lowercased() == "chunked" else {
      return "the request has an unsupported Transfer-Encoding: use chunked, in HTTP/1.1"
    }
    guard !headers.contains(name: "content-length") else {
      return "the request has both Transfer-Encoding and Content-Length: send one of them"
    }
    return nil
  }
}
