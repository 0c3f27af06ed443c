package import NIOCore
package import NIOHTTPTypes

/// A handler of the requests and the responses of one HTTP connection.
package protocol HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler
where
  InboundIn == HTTPRequestPart, InboundOut == HTTPRequestPart,
  OutboundIn == HTTPResponsePart, OutboundOut == HTTPResponsePart
{}
