package import Glibc

/// Calls `body` with the socket address of an IPv4 host and a port, both in the byte order of the
/// machine.
package func withSocketAddress<Value>(
  host: UInt32, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
) -> Value {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = host.bigEndian
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
  }
}
