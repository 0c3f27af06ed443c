package import Hummingbird
package import NIOCore

/// The connection of a request, which Hummingbird provides.
package struct ConnectionContext: InitializableFromSource {
  package let channel: any Channel

  package init(source: ApplicationRequestContextSource) {
    channel = source.channel
  }
}
