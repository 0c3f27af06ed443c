import ArgumentParser
import HTTPService

/// The names to which a served store answers, and the proxies that it trusts.
struct AccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also answer requests for this host name. Requests for --host, localhost and addresses are "
        + "always answered. May be repeated.",
      valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Trust the headers Forwarded and X-Forwarded-For of proxies in this range of addresses, such "
        + "as 10.0.0.0/8 or ::1; may be repeated. Their clients are then limited and logged by their "
        + "own addresses.",
      valueName: "cidr"))
  var trustedProxy: [String] = []

  /// The ranges of ``trustedProxy``.
  var trustedProxies: [AddressRange] { trustedProxy.compactMap { AddressRange($0) } }

  func validate() throws {
    if let name = allowHost.first(where: { !HostPolicy.isName($0) }) {
      throw ValidationError(
        "--allow-host must be a name such as store.example, without http:// or a port, not '\(name)'"
      )
    }
    if let range = trustedProxy.first(where: { AddressRange($0) == nil }) {
      throw ValidationError(
        "--trusted-proxy must be an address or a range such as 10.0.0.0/8, not '\(range)'")
    }
  }
}
