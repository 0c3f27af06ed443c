import Foundation

/// The root certificate (DER) that a client trusts.
///
/// Trust on first use: without a named or a kept certificate, the first one is trusted.
///
/// A root certificate is public. Comparing it protects a password from a store that was made again
/// or belongs to somebody else. It does not protect against an attacker on the network, who can
/// send the same certificate: only `https` does.
struct RootTrust: Hashable, Sendable {
  /// The only trusted root; `nil` trusts the first one.
  let pinned: Data?

  /// The certificate that the user named; otherwise the one that was trusted before.
  init(named: Data?, kept: Data?) {
    pinned = named ?? kept
  }

  /// - Throws: ``LocalClientError/untrustedRoot`` if another root is pinned.
  func check(_ root: Data) throws(LocalClientError) {
    guard pinned == nil || pinned == root else { throw .untrustedRoot }
  }
}
