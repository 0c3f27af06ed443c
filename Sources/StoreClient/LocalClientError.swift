/// An error of a client that cannot open a device or carry out a request.
///
/// The store's own refusals are `StoreError`.
package indirect enum LocalClientError: Error, Hashable, Sendable {
  /// No sign-in is kept, or the store has revoked it.
  case notSignedIn(StoreLocation)
  /// This machine is signed in to the store at this address with another account than the requested
  /// one.
  case otherAccount(kept: String, wanted: String, address: String)
  /// Somebody signed up for the account of this name, so customers of this machine do not share it.
  case accountOfOthers(String)
  /// The store's root certificate is not the one that this client trusts.
  case untrustedRoot
  /// The store does not answer, for this reason.
  case unreachable(String)
  /// Another client has a device of this name, or this client has lost its own.
  case deviceElsewhere(String)
  /// The store has changed the password, and the new sign-in could not be kept.
  case passwordChanged(because: String)
  /// A new device has to be registered, and the store cannot do it.
  case cannotRegister(because: LocalClientError)
}
