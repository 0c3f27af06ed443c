package import Foundation

/// Which root certificate (DER) a client trusts.
///
/// Trust on first use: without a named or a kept certificate, the first one is trusted.
///
/// A root certificate is public. Comparing it keeps a password from a store that was made anew or
/// belongs to somebody else. It does not keep it from an attacker on the network, who can repeat
/// the certificate: only `https` does.
package struct RootTrust: Hashable, Sendable {
  /// The only trusted root; `nil` trusts the first one.
  package let pinned: Data?

  /// The certificate that the user named; otherwise the one that was trusted before.
  package init(named: Data?, kept: Data?) {
    pinned = named ?? kept
  }

  /// - Throws: ``LocalClientError/untrustedRoot`` if another root is pinned.
  package func check(_ root: Data) throws(LocalClientError) {
    guard pinned == nil || pinned == root else { throw .untrustedRoot }
  }
}
