package import Foundation
import HTTPTypes
import Hummingbird
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Returns the JSON of an error in the form of the service, for the reason, which is a sentence.
package typealias ErrorBody = @Sendable (_ reason: String) -> Data

/// Passes on only well-formed requests that arrive in time.
///
/// A request that cannot be read is refused. If a request takes too long, the connection is closed.
/// A request that is answered before it was read whole is the connection's last.
///
/// ``RequestProgress`` decides what to do; this handler does it.
package final class RequestFramingHandler: HTTPConnectionHandler {
  private let lingerTime: TimeAmount
  private let errorDocument: ErrorBody
  private let deadline: Deadline
  private var progress = RequestProgress()
  private var isArriving = false
  private var lingering: Scheduled<Void>?

  /// `errorDocument` returns the body of the response to bytes that are not a request.
  package init(
    readTime: Duration, lingerTime: Duration, errorDocument: @escaping ErrorBody
  ) {
    deadline = Deadline(readTime)
    self.lingerTime = TimeAmount(lingerTime)
    self.errorDocument = errorDocument
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !progress.isOver else { return }
    switch unwrapInboundIn(data) {
    case .head:
      isArriving = true
      guard progress.begin() else { return hangUp(context) }
    case .body: break
    case .end:
      progress.complete()
      isArriving = false
      deadline.stop()
    }
    context.fireChannelRead(data)
  }

  /// Most requests arrive whole: then there is no deadline.
  package func channelReadComplete(context: ChannelHandlerContext) {
    if isArriving, !progress.isOver, !deadline.isWaiting { deadline.begin(context) }
    context.fireChannelReadComplete()
  }

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard !progress.isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      if progress.answerIsLast() { head.headerFields[.connection] = "close" }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      context.write(data, promise: promise)
      if progress.answer() { linger(context) }
    }
  }

  package func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is StreamBegin else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    if !progress.beginStream() { hangUp(context) }
    promise?.succeed()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error.isAboutBytesOfRequest else { return context.fireErrorCaught(error) }
    guard !progress.isOver else { return }
    context.fireUserInboundEventTriggered(StreamEndReason.clientSentMore)
    if progress.refuse() { refuse(context, error) }
    linger(context)
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    deadline.cancel()
    lingering?.cancel()
  }

  /// Closes the connection: a request after the request for a stream gets no response.
  private func hangUp(_ context: ChannelHandlerContext) {
    context.fireUserInboundEventTriggered(StreamEndReason.clientSentMore)
    context.close(promise: nil)
  }

  private func refuse(_ context: ChannelHandlerContext, _ error: any Error) {
    let reason = (error as? RequestHeadError)?.reason ?? "this is not an HTTP/1.1 request"
    let body = errorDocument(reason)
    let head = Response.lastRefusal(body).head
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Writes nothing more and discards what still arrives, before it closes the connection.
  ///
  /// Closing at once would destroy the response on its way to the client.
  private func linger(_ context: ChannelHandlerContext) {
    context.flush()
    deadline.stop()
    context.close(mode: .output).assumeIsolated().whenFailure { _ in context.close(promise: nil) }
    lingering = context.eventLoop.assumeIsolated().scheduleTask(in: lingerTime) {
      context.close(promise: nil)
    }
  }
}

extension Error {
  /// Whether the bytes are not a request.
  ///
  /// Any other error is one of the connection.
  fileprivate var isAboutBytesOfRequest: Bool {
    self is HTTPParserError || self is HTTP1TypeConversionError || self is ByteToMessageDecoderError
      || self is RequestHeadError
  }
}

extension Response {
  /// The refusal as the connection's last response.
  fileprivate static func lastRefusal(_ body: Data) -> Response {
    var response = Response.uncached(body, status: .badRequest)
    response.headers[.connection] = "close"
    response.headers.setRequestID(RequestID().description)
    return response
  }
}
